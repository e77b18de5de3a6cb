"""Tests of the explanations of failures: search, generated cases, causes of a run."""
