"""Extends the seed corpora: ``python -m fuzz.make_seeds [TARGET ...] [FOLDER ...]``.

New seeds are spec examples, random graphs, messages and files of this project, and the inputs in
the folders. libFuzzer adds those that reach code that the present seeds do not reach.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from conformance.cases import Example
from conformance.cases.casefile import Case, RecordedFailure, encode_case
from conformance.checks.mutants.mutation_sources import operations_of, select_examples_to_mutate
from conformance.checks.sample_models import addition_model
from conformance.drivers.answer_codec import pack
from conformance.drivers.foreign_objects import ExceptionText
from conformance.drivers.own_process import wire
from conformance.engines.tflite.tflite_export import NotExportableError, export_model
from conformance.files import write_atomically
from conformance.hal import (
    CONTROL_FLOW,
    ErrorStatus,
    OperationType,
    OutputShape,
    Timing,
    Version,
    name_of,
)
from conformance.models.image_network import ImageNetwork, mobilenet_v2, to_model
from conformance.results.event_stream import EventWriter, RunHeader
from conformance.validation import all_rules, validate_model
from conformance.validation.mutations import mutations_of
from conformance.verdicts import Verdict, VerdictKind
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


def _files() -> Iterator[bytes]:
    examples = sorted(_examples(), key=lambda example: len(encode_example(example)))
    for example in examples[:400:16]:
        failures = (RecordedFailure("sync", "failed", "values", "a reason"),)
        content = encode_case(Case(example.name, example, failures=failures))
        if len(content) < _MAX_SEED:
            yield b"\0" + content
            yield b"\1" + content.partition(b"\n")[2].rpartition(b"\nend ")[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.jsonl"
        writer = EventWriter(
            path, RunHeader("reference", "1", "1.3", "1", started="2026-01-01T00:00:00")
        )
        writer.write(Verdict("V1_0/add/add", "sync", VerdictKind.PASSED, operations=(_ADDITION,)))
        failed = Verdict("suite/fences/x", "", VerdictKind.FAILED, "values", "a reason")
        writer.write(failed)
        writer.finish("2026-01-01T00:00:01")
        yield b"\2" + path.read_bytes()
    yield b'\3[tool.nn-conformance]\ndriver = "reference"\nhal = "1.3"\nisolate = true\n'
    yield (
        b'\3[tool.nn-conformance]\nallow_refused = ["operation:ADD"]\n'
        b'[tool.nn-conformance.require]\noperations = ["ADD"]\ntypes = ["TENSOR_FLOAT32"]\n'
        b'[tool.nn-conformance.limits]\nexecute = 3.5\n[tool.nn-conformance.hooks]\nreset = "x"\n'
    )
    yield (
        b'\4[[waiver]]\npattern = "V1_0/add*"\nreason = "known"\nissue = "X-1"\n'
        b'expires = 2030-01-01\nrule = "values"\n'
    )


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
        answer = wire.PackedAnswer(number, value=pack(value, lambda _kind, _value: 1))
        yield joined_packets(1, [encoder.encode(answer)])
    notification = wire.WireNotification(1, [pack(ErrorStatus.NONE, lambda _k, _v: 1)])
    raised = ExceptionText("ValueError", "wrong", ("line",))
    answer = wire.PackedAnswer(3, raised, None, [notification], 1, [2])
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
    **dict.fromkeys(("conversion", "execution", "model", "native", "request"), _models),
    "files": _files,
    "tflite": _tflite,
    "wire": _wire,
}

# -------------------------------------------------------------------------- seeds for rules

_WANTED: Final = 4
"""An operation's examples are kept until this many mutations reach each of its rules."""

_EXAMPLES: Final = 120
"""At most this many examples of an operation are examined."""


_OLDER: Final = (Version.V1_1, Version.V1_2)
"""Versions with rules that do not apply to newer ones."""


def rule_examples(version: Version) -> Iterator[Example]:
    """Yield the examples whose mutations reach the rules of their operation, few for each rule.

    The rules are those of ``version``, and those of older versions that no longer apply.
    """
    for operation in operations_of(version):
        yield from examples_for_rules(operation, version)
    for older in _OLDER:
        for operation in operations_of(older):
            yield from examples_for_rules(operation, older, unless=version)


def examples_for_rules(
    operation: OperationType, version: Version, *, unless: Version | None = None
) -> Iterator[Example]:
    """Yield examples until ``_WANTED`` mutations reach each rule of the operation.

    Rules that apply in the version ``unless`` are left out.
    """
    prefix = f"{operation.name.lower() if operation in CONTROL_FLOW else operation.name}."
    missing = {
        name: _WANTED
        for name, rule in all_rules().items()
        if name.startswith(prefix)
        and rule.holds_in(version)
        and not (unless is not None and rule.holds_in(unless))
    }
    if not missing:
        return
    for example in select_examples_to_mutate(operation, version, _EXAMPLES):
        if not missing:
            return
        rules = reached_rules(example, version, control_flow=operation in CONTROL_FLOW)
        useful = rules.keys() & missing.keys()
        for name in useful:
            missing[name] -= rules[name]
            if missing[name] <= 0:
                del missing[name]
        if useful:
            yield example


def reached_rules(example: Example, version: Version, *, control_flow: bool) -> Counter[str]:
    """Return for each rule how many mutations of an example break it alone.

    The mutations that break the same rules for every operation are left out, except for
    ``control_flow``.
    """
    counts: Counter[str] = Counter()
    for family, mutation in mutations_of(example.model, version):
        if family.uniform and not control_flow:
            continue
        broken = {violation.rule.name for violation in validate_model(mutation.build(), version)}
        if len(broken) == 1:
            counts[broken.pop()] += 1
    return counts


# ---------------------------------------------------------------------------- the corpora


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
    # The coverage does not show from which seeds one mutation breaks a rule alone.
    if name == "model":
        seeds += [data for data in _encoded(rule_examples(_VERSION)) if len(data) <= limit]
    return list(dict.fromkeys(seeds))


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
