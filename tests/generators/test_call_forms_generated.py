"""Every way to write a call is generated: forms, padding, layouts, options, empty tensors.

The coverage table takes the legal ways from the operations' definitions.
"""

from __future__ import annotations

import pytest

from conformance.coverage.cells import legal_cells
from conformance.coverage.observations import observe
from generators.oracle import random_example

_GRAPHS = 12_000
_GRAPHS_OF_ONE_OPERATION = 2000
_LEFT_OUT = {
    # In the contract, a tensor of rank 0 is one of unknown rank.
    *(("ARGMAX", "input rank", "1"), ("ARGMIN", "input rank", "1"), ("SQUEEZE", "input rank", "1")),
    # The meaning of the OEM operation is known to its vendor only.
    ("OEM_OPERATION", "form", "default"),
    # A deprecated code; an output scale so small that most results saturate.
    ("LSH_PROJECTION", "type", "SPARSE_DEPRECATED"),
    *(
        (name, "lifted restriction", "output_scale_exceeds_product")
        for name in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED")
    ),
    # Generated subgraphs have inputs, contain no control flow here, and terminate.
    *(
        ("IF", "inputs", "none"),
        ("IF", "unknown sizes", "yes"),
        ("IF", "enclosing operation", "WHILE"),
    ),
    *(
        ("WHILE", "enclosing operation", "IF"),
        ("WHILE", "enclosing operation", "WHILE"),
        ("WHILE", "endless loop", "yes"),
    ),
}


def _forms_of(profile: str, count: int) -> set[tuple[str, str, str]]:
    """Return the operations, facets and values in the graphs of the first ``count`` seeds."""
    return {
        (operation, facet, value)
        for seed in range(count)
        for operation, _, facet, value in observe(random_example(profile, seed)).keys
    }


@pytest.mark.slow
def test_every_form_of_every_operation_is_generated() -> None:
    """Rare forms of a rare operation are in graphs of this operation alone, as in a plain run."""
    missing = {(cell.key[0], cell.key[2], cell.key[3]) for cell in legal_cells()}
    assert len(missing) > 1000
    missing -= _forms_of("default", _GRAPHS)
    missing -= _LEFT_OUT
    assert len({operation for operation, _, _ in missing}) < 5
    for operation in sorted({operation for operation, _, _ in missing}):
        missing -= _forms_of(f"default,operations={operation},count=1-1", _GRAPHS_OF_ONE_OPERATION)
    assert not missing
