"""Extends the seed corpora: ``python -m fuzz.make_seeds [TARGET ...] [FOLDER ...]``.

New seeds are spec examples, random graphs, messages and files of this project, and the inputs in
the folders. libFuzzer adds those that reach code that the present seeds do not reach.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from conformance.cases import Example
from conformance.checks.mutants.mutation_sources import operations_of, select_examples_to_mutate
from conformance.checks.sample_models import addition_model
from conformance.drivers.answer_codec import pack
from conformance.drivers.foreign_objects import ExceptionText
from conformance.drivers.own_process import wire
from conformance.engines.tflite.tflite_export import NotExportableError, export_model
from conformance.files import write_atomically
from conformance.hal import (
    ErrorStatus,
    OperationType,
    OutputShape,
    Timing,
    Version,
    name_of,
)
from conformance.models.image_network import ImageNetwork, mobilenet_v2, to_model
from fuzz.checks.wire_checks import joined_packets
from fuzz.engines.engine import write_inputs
from fuzz.engines.seeds import archive_of, companion, read_folder, read_seeds
from fuzz.inputs.encoder import CannotEncodeError, encode_example
from fuzz.targets import SUMMARIES, load_target
from generators.oracle import random_example

_VERSION: Final = Version.AIDL_V3
_ADDITION: Final = name_of(OperationType, addition_model().main.operations[0].type)
_PER_OPERATION: Final = 3
_GRAPHS: Final = 60
_MAX_SEED: Final = 8000


def _examples() -> Iterator[Example]:
    for operation in operations_of(_VERSION):
        yield from select_examples_to_mutate(operation, _VERSION, _PER_OPERATION)
    for seed in range(_GRAPHS):
        yield random_example("tiny", seed, _VERSION)


def _encoded(examples: Iterable[Example]) -> Iterator[bytes]:
    for example in examples:
        with suppress(CannotEncodeError):
            yield encode_example(example)


def _models() -> Iterator[bytes]:
    yield from (data for data in _encoded(_examples()) if len(data) <= _MAX_SEED)


def _wire() -> Iterator[bytes]:
    encoder = wire.encoder()
    addition = addition_model()
    model = wire.WireModel(addition.main, (), addition.operand_values, (), False, {})
    arguments: list[tuple[str, tuple[object, ...]]] = [
        ("get_capabilities", (0,)),
        ("name", (0,)),
        (
            "get_supported_operations",
            (
                0,
                (model, 1),
            ),
        ),
        ("prepare_model", (0, (model, 1), 1, 1, None, (), (), bytes(32), 5)),
        (
            "decline_reasons",
            (
                0,
                (model, 1),
            ),
        ),
        ("prepare_model_from_cache", (0, None, (), (), bytes(32), 6)),
        ("execute_synchronously", (1, wire.WireRequest((), (), ()), 0, None, None)),
        ("free_memory", (1, 1)),
        ("get_execution_info", (1,)),
    ]
    types: dict[str, Callable[..., wire.Message]] = {
        call.name: message for call, message in wire.MESSAGES.items()
    }
    calls = [
        types[name](number, (), (), (), *rest) for number, (name, rest) in enumerate(arguments, 1)
    ]
    calls += [wire.Free(10, (), (), (1,)), wire.Stop(12, (), (), ())]
    packets = [encoder.encode(call) for call in calls]
    for packet in packets:
        yield joined_packets(0, [packet])
    yield joined_packets(0, packets[:8])
    values = (
        (ErrorStatus.NONE, (OutputShape((2, 3), True),), Timing(1, 2)),
        (ErrorStatus.NONE, [True, False]),
        "text",
        ErrorStatus.NONE,
        {1, 2},
    )
    for number, value in enumerate(values):
        answer = wire.Answer(number, value=pack(value, lambda _kind, _value: 1))
        yield joined_packets(1, [encoder.encode(answer)])
    notification = wire.WireNotification(1, [pack(ErrorStatus.NONE, lambda _k, _v: 1)])
    raised = ExceptionText("ValueError", "wrong", ("line",))
    answer = wire.Answer(3, raised, None, [notification], 1, [2])
    yield joined_packets(1, [encoder.encode(answer)])


def _tflite() -> Iterator[bytes]:
    network = mobilenet_v2(0.1, 32)
    first = ImageNetwork(network.tensors[:4], network.layers[:1])
    yield export_model(to_model(first))
    for seed in range(400):
        example = random_example("tiny", seed, _VERSION)
        with suppress(NotExportableError):
            yield export_model(example.model)


_SOURCES: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    **dict.fromkeys(("execution", "model", "native", "request"), _models),
    "tflite": _tflite,
    "wire": _wire,
}


def extended_seeds(name: str, more: Sequence[bytes]) -> list[bytes]:
    """Return the seeds of a target, and those of new inputs that reach further code.

    The new inputs are ``more`` and those that this module makes.
    """
    known = read_seeds(name) if companion(name, "_seed_corpus.zip").exists() else []
    limit = load_target(name).max_length
    made = _SOURCES[name]() if name in _SOURCES else ()
    inputs = [data for data in dict.fromkeys([*made, *more]) if len(data) <= limit]
    with tempfile.TemporaryDirectory(prefix="nn-fuzz-merge-") as folder:
        before, after = Path(folder) / "before", Path(folder) / "after"
        write_inputs(before, inputs)
        write_inputs(after, known)
        command = [
            *(sys.executable, "-m", "fuzz.targets", name, "-merge=1"),
            *(str(after), str(before)),
        ]
        ended = subprocess.run(command, capture_output=True, check=False, env=dict(os.environ))
        seeds = read_folder(after)
        if ended.returncode or not seeds:
            raise RuntimeError(f"the merge failed: {ended.stderr.decode(errors='replace')[-2000:]}")
    # The coverage does not show from which seeds one mutation breaks a rule alone: keep all.
    return list(dict.fromkeys([*known, *seeds]))


def main(arguments: Sequence[str]) -> None:
    """Extend the seed archives of the named targets, or of all; the folders have further inputs."""
    names = [name for name in arguments if name in SUMMARIES] or [*SUMMARIES]
    folders = [Path(name) for name in arguments if name not in SUMMARIES]
    more = [data for folder in folders for data in read_folder(folder)]
    for name in names:
        seeds = extended_seeds(name, more)
        content = archive_of(seeds)
        write_atomically(companion(name, "_seed_corpus.zip"), content)
        print(f"{name}: {len(seeds)} seeds, {len(content)} bytes")  # noqa: T201 - its output


if __name__ == "__main__":
    main(sys.argv[1:])
