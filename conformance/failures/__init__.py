"""Explanations of failures: localization, diagnosis, shrinking, causes and dumps."""
