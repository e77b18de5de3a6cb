"""``NotPreparedError``: the reason why a case's model was not prepared."""

from conformance.verdicts import Finding


class NotPreparedError(Exception):
    """The model was not prepared, so that the case cannot be executed.

    ``findings`` and ``note`` belong to the result of every path. ``findings`` is empty if the
    driver correctly refused an invalid model.
    """

    def __init__(self, findings: list[Finding], note: str = "") -> None:
        super().__init__(note)
        self.findings = findings
        self.note = note
