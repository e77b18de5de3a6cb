"""The coverage cells that an example exercises, in the short form of the event stream."""

from __future__ import annotations

from functools import cache
from typing import Final

from conformance.cases import Example
from conformance.coverage.cells import ANY_TYPE, NO_OPERATION, operation_cells
from conformance.coverage.observations import observe
from conformance.hal import OperationType

MOST_OPERATIONS: Final = 4
"""Number of operations up to which the facets of an example are listed."""


def example_uses(example: Example) -> dict[str, list[str]]:
    """Return the facets that an example exercises, by operation and type of the primary operand.

    For example ``{"CONV_2D/TENSOR_FLOAT32": ["form=explicit NHWC", "input rank=4"]}``. Only values
    that are cells of the coverage table are listed. The lists are empty if the example has more
    than ``MOST_OPERATIONS`` operations. An example that the driver must refuse exercises nothing.
    """
    model = example.model
    subgraphs = (model.main, *model.referenced)
    detailed = sum(len(one.operations) for one in subgraphs) <= MOST_OPERATIONS
    uses: dict[str, list[str]] = {}
    try:
        keys = observe(example).keys
    except (LookupError, TypeError, ValueError):  # a model that breaks the contract
        return uses
    for key in sorted([key for key in keys if key[0] != NO_OPERATION]):
        operation, type_, facet, value = key
        if type_ != ANY_TYPE:
            uses.setdefault(f"{operation}/{type_}", [])
        if detailed and key in _legal_keys(operation):
            uses.setdefault(f"{operation}/{type_}", []).append(f"{facet}={value}")
    return uses


@cache
def _legal_keys(operation: str) -> frozenset[tuple[str, str, str, str]]:
    """Return the keys of an operation's cells; an extension's operation has none."""
    type_ = OperationType.__members__.get(operation)
    return (
        frozenset(cell.key for cell in operation_cells(type_)) if type_ is not None else frozenset()
    )
