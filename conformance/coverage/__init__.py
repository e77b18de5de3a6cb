"""What the specs exercise of what the contract allows: legal cells, and the examples in each."""

from conformance.coverage.cells import ANY, Cell, legal_cells
from conformance.coverage.sightings import Sighting, sightings
from conformance.coverage.table import Reason, ReasonError, Row, Table, read_reasons, survey

__all__ = [
    "ANY",
    "Cell",
    "Reason",
    "ReasonError",
    "Row",
    "Sighting",
    "Table",
    "legal_cells",
    "read_reasons",
    "sightings",
    "survey",
]
