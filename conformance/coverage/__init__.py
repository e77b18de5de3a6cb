"""The coverage table: everything the contract permits, and how many examples exercise it."""

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
