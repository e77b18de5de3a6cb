"""Every way to write a call is generated: forms, padding, layouts, options, empty tensors.

What is legal is read from the operations' definitions by the coverage table.
"""

from __future__ import annotations

from conformance.coverage.cells import legal_cells
from conformance.coverage.sightings import sightings
from generators.oracle import random_example

_GRAPHS = 12_000
_LEFT_OUT = {
    # A tensor of rank 0 is one of unknown rank in the contract's words.
    *(("ARGMAX", "input rank", "1"), ("ARGMIN", "input rank", "1"), ("SQUEEZE", "input rank", "1")),
    # What it is, only its vendor knows.
    ("OEM_OPERATION", "form", "default"),
    # Codes of an older version; a scale that clamps everything.
    ("LSH_PROJECTION", "type", "SPARSE_DEPRECATED"),
    *(
        (name, "beyond", "output_scale_exceeds_product")
        for name in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED")
    ),
    # Subgraphs read something, hold no control flow, and end.
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
