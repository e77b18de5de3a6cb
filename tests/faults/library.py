"""All planted faults and conforming drivers of the repository, with stable ids.

``rows`` lists them. The ``driver`` of a row is its text for ``--driver``: an attribute of the
catalogues in ``drivers``, such as
``tests.faults.library:drivers.calls.The_callback_is_never_notified``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from benchmarks.detection.contract_faults import contract_faults
from benchmarks.planted_conditions import FAULTS as CONDITIONS
from benchmarks.planted_conditions import PlantedFaultDevice
from conformance.hal import Device
from tests.faults.caching import CACHING_FAULTS
from tests.faults.calls import FAULTS as CALL_FAULTS
from tests.faults.legal_calls import LEGAL_CALLS, LEGAL_REUSABLE
from tests.faults.row import DriverFault, identifier
from tests.faults.values import ALL_FAULTS as VALUE_FAULTS
from tests.sample_drivers.caching.legal_drivers import LEGAL_DRIVERS as LEGAL_CACHES
from tests.sample_drivers.engines import litert_faults, onnxruntime_faults
from tests.sample_drivers.engines.litert_faults import Faulty
from tests.sample_drivers.graphs.planted_faults import FAULTS as GRAPH_FAULTS
from tests.sample_drivers.graphs.planted_faults import PlantedDevice
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

DRIVER_FAULTS: tuple[DriverFault, ...] = (*CALL_FAULTS, *CACHING_FAULTS)
"""The faults that one check or path finds."""

_PERMITTED = {driver.name: driver.permitted for driver in (*LEGAL_CALLS, *LEGAL_REUSABLE)}
_TOLERANCE = "docs/explanation/accuracy.md: tolerances and unspecified results"
_DECLINES = "IDevice.getSupportedOperations: any set of operations"


@dataclass(frozen=True)
class Row:
    """A planted fault or a conforming driver.

    Attributes:
        catalogue: The catalogue's name, such as ``calls``.
        name: The name within the catalogue.
        device: Creates the driver.
        found_by: The checks, paths, areas or specs that find the fault; empty if others do.
        rule: The rule that the driver violates; empty if several are possible.
        clause: The section of the contract; empty if it follows from the rule.
        permitted: What permits the behaviour; empty for a fault.
    """

    catalogue: str
    name: str
    device: Callable[[], Device]
    found_by: tuple[str, ...] = ()
    rule: str = ""
    clause: str = ""
    permitted: str = ""

    @property
    def id(self) -> str:
        """The catalogue and the name: the same for every run and machine."""
        return f"{self.catalogue}/{self.name}"

    @property
    def driver(self) -> str:
        """The text of the driver for ``--driver``."""
        return f"{__name__}:drivers.{self.catalogue}.{identifier(self.name)}"


def rows() -> Iterator[Row]:
    """Yield all planted faults, then all conforming drivers."""
    for catalogue, faults in (("calls", CALL_FAULTS), ("caching", CACHING_FAULTS)):
        for one in faults:
            yield Row(catalogue, one.name, one.device, (one.by,), one.rule, one.clause)
    for two in VALUE_FAULTS:
        yield Row("values", two.name, two.device, two.specs, two.rule)
    for three in contract_faults():
        permitted = three.source if three.permitted else ""
        yield Row("contract", three.id, three.device, three.areas, "", three.source, permitted)
    for four in GRAPH_FAULTS:
        yield Row("graphs", four.name, _created(PlantedDevice, four), rule="values")
    for five in CONDITIONS:
        yield Row("conditions", five.name, _created(PlantedFaultDevice, five), rule="values")
    for engine in (litert_faults, onnxruntime_faults):
        for finding, cause in engine.FAULT_BY_FINDING.items():
            catalogue = engine.__name__.rpartition(".")[2].removesuffix("_faults")
            yield Row(catalogue, finding, _created(Faulty, cause), rule="values")
    for name, device in LEGAL_DRIVERS.items():
        permitted = _DECLINES if name.startswith("declines") else _TOLERANCE
        yield Row("legal", name, device, permitted=_PERMITTED.get(name, permitted))
    for kind in LEGAL_CACHES:
        permitted = "1.2 IDevice.prepareModel: caching is optional"
        yield Row("legal_caching", kind.__name__, kind, permitted=permitted)


def _created(kind: Callable[..., Device], *arguments: Any) -> Callable[[], Device]:
    return lambda: kind(*arguments)


def _catalogues() -> dict[str, SimpleNamespace]:
    """Return the drivers as attributes of their catalogues."""
    found: dict[str, SimpleNamespace] = {}
    for row in rows():
        catalogue = found.setdefault(row.catalogue, SimpleNamespace())
        setattr(catalogue, identifier(row.name), row.device)
    return found


drivers = SimpleNamespace(**_catalogues())
