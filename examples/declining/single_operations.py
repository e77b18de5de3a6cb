"""An example driver that supports only models with a single operation.

Run it with ``pytest --driver examples/declining/single_operations.py:Single``. A driver reports its
support per operation, so a model that it cannot prepare must have at least one ``False``. If the
driver returned ``True`` for both operations of a model and then refused to prepare it, the case
would fail.
"""

from conformance.hal import Model
from conformance.reference import ReferenceDevice


class Single(ReferenceDevice):
    """Computes like the reference driver, for models with one operation."""

    name = "single"

    def supported_operations(self, model: Model) -> list[bool]:
        """Return the answer of the reference, or all False for a model with several operations."""
        supported = super().supported_operations(model)
        is_single = len(model.main.operations) == 1
        return [is_single and answer for answer in supported]
