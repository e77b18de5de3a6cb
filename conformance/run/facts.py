"""Facts of the examples of spec files that do not depend on the driver, stored for later runs.

They take a fifth of the processor time of a spec's cases, and change only with the code that
computes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from conformance.cases import SpecIndex
from conformance.cases.example import Example, ExpectedOutput
from conformance.coverage.observations import example_uses
from conformance.hal import OperandType, Version, name_of
from conformance.oracle.other_data import OtherDataSource, other_data_for, with_interval_check
from conformance.stored_results import StoredResult

_PACKAGE: Final = Path(__file__).parents[1]
_SOURCES: Final = tuple(
    _PACKAGE / name
    for name in ("cases", "hal", "operations", "validation", "coverage", "oracle", "reference")
)
"""The packages whose code determines the facts."""


class Facts(msgspec.Struct, array_like=True):
    """What is known of an example.

    Attributes:
        types: the names of the operand types of the main subgraph, each once, in enum order.
        uses: the cells of the contract that it exercises, see ``example_uses``.
        other: the other inputs and their expected outputs; ``None`` if there are none.

    """

    types: list[str]
    uses: dict[str, list[str]]
    other: tuple[tuple[bytes | None, ...], tuple[ExpectedOutput, ...]] | None = None


_FACTS: Final = msgspec.msgpack.Decoder(dict[str, Facts])


def facts_of(example: Example) -> Facts:
    """Return the facts of an example, except its other data."""
    codes = tuple(sorted({operand.type for operand in example.model.main.operands}))
    return Facts(_type_names(codes), example_uses(example))


@cache
def _type_names(codes: tuple[int, ...]) -> list[str]:
    return [name_of(OperandType, code) for code in codes]


class StoredFacts:
    """The facts of the examples of one spec file at a time, for drivers of one version.

    If several processes add facts of one file at the same time, some are computed again.
    """

    def __init__(self, index: SpecIndex, version: Version) -> None:
        self._index = index
        self._version = version
        self._path: Path | None = None
        self._stored: StoredResult | None = None
        self._known: dict[str, Facts] = {}
        self._new: dict[str, Facts] = {}

    def find(self, path: Path, name: str, example: Example) -> tuple[Facts, OtherDataSource | None]:
        """Return the facts of an example of a spec file, and its other data."""
        if example.model.extension_name_to_prefix:  # the vendor's package may change at any time
            return facts_of(example), other_data_for(example, self._version)
        if path != self._path:
            self.flush()
            self._path, self._stored = path, self._open(path)
            self._known = self._read()
        if (facts := self._known.get(name)) is None:
            facts, source = facts_of(example), other_data_for(example, self._version)
            try:
                data = None if source is None else source()
            except Exception:  # the judge calls the source too, and reports the error
                return facts, source
            facts.other = None if data is None else (data.inputs, data.outputs)
            self._known[name] = self._new[name] = facts
        if facts.other is None:
            return facts, None
        known = with_interval_check(example, *facts.other)
        return facts, lambda: known

    def _open(self, path: Path) -> StoredResult | None:
        if not (key := self._index.key(path)):
            return None
        name = f"facts {self._version} {key}"
        return StoredResult(name, ".nnfacts", _SOURCES, folder=self._index.directory)

    def _read(self) -> dict[str, Facts]:
        content = None if self._stored is None else self._stored.read()
        return {} if content is None else _FACTS.decode(content)

    def flush(self) -> None:
        """Store the new facts of the current file, together with those that others have stored."""
        if self._new and self._stored is not None:
            self._stored.write(msgspec.msgpack.encode({**self._read(), **self._new}))
        self._new = {}
