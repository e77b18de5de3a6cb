"""A pytest session with a driver: isolation, time limits, event stream, causes and summary."""
