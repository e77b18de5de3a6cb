"""Every way to write a call is generated: forms, padding, layouts, options, empty tensors.

The coverage table takes the legal ways from the operations' definitions.
"""

from __future__ import annotations

from conformance.coverage.cells import legal_cells
from conformance.coverage.sightings import sightings
from generators.oracle import random_example

_GRAPHS = 12_000
_LEFT_OUT = {
    # In the contract, a tensor of rank 0 is one of unknown rank.
    *(("ARGMAX", "input rank", "1"), ("ARGMIN", "input rank", "1"), ("SQUEEZE", "input rank", "1")),
    # The meaning of the OEM operation is known to its vendor only.
    ("OEM_OPERATION", "form", "default"),
    # A deprecated code; an output scale so small that most results saturate.
    ("LSH_PROJECTION", "type", "SPARSE_DEPRECATED"),
    *(
        (name, "beyond", "output_scale_exceeds_product")
        for name in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED")
    ),
    # Generated subgraphs have inputs, contain no control flow here, and terminate.
    *(("IF", "inputs", "none"), ("IF", "open sizes", "yes"), ("IF", "stands in", "WHILE")),
    *(("WHILE", "stands in", "IF"), ("WHILE", "stands in", "WHILE"), ("WHILE", "endless", "yes")),
}


def test_every_form_of_every_operation_is_generated() -> None:
    seen = set()
    for seed in range(_GRAPHS):
        for operation, _, facet, value in sightings(random_example("default", seed)).keys:
            seen.add((operation, facet, value))
    legal = {(cell.key[0], cell.key[2], cell.key[3]) for cell in legal_cells()}
    assert len(legal) > 1000
    assert legal - seen <= _LEFT_OUT
