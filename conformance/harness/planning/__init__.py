"""What a case requires: its paths, the executions of each path and their required outcomes."""
