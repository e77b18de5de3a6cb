"""The results of a case: findings, verdicts and the data of a failure."""
