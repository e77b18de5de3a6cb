"""The results of a case: findings, verdicts and the data of a failure.

All layers of the harness, the checks, the reports and the pytest plugin use these values.
"""
