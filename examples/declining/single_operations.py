"""A driver that takes single operations only, and refuses every model that has more than one.

Judge it with ``pytest --driver examples/declining/single_operations.py:Single``. The contract asks
which operations are supported one by one, so a model with two operations must be answered with at
least one ``False``; answering ``True`` twice and then refusing to prepare would be a failure.
"""

from conformance.hal import Model
from conformance.reference import ReferenceDevice


class Single(ReferenceDevice):
    """Computes like the reference driver, one operation a model."""

    name = "single"

    def supported_operations(self, model: Model) -> list[bool]:
        """All operations of a model that has one, none of a model that has several."""
        supported = super().supported_operations(model)
        alone = len(model.main.operations) == 1
        return [alone and answer for answer in supported]
