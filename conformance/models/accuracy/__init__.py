"""Accuracy of models on data sets: metrics, verdicts, and the comparison with another driver."""
