"""Writes the seed corpora: ``python -m fuzz.make_seeds [TARGET ...]``.

Seeds are spec examples, random graphs, and messages and files of this project. With atheris they
are minimised: libFuzzer keeps a smallest set with the same coverage.
"""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from conformance.bursts import serialize_result
from conformance.cases import Example
from conformance.cases.casefile import Case, RecordedFailure, encode_case
from conformance.checks.mutants.mutation_sources import operations_of, select_examples_to_mutate
from conformance.checks.sample_models import addition_model, loop_model
from conformance.drivers.answer_codec import pack
from conformance.drivers.own_process import wire
from conformance.engines.tflite.tflite_export import NotExportableError, export_model
from conformance.files import write_atomically
from conformance.hal import (
    CONTROL_FLOW,
    DATUM_SIZE,
    EXTENSION_TYPE_BITS,
    DataLocation,
    ErrorStatus,
    FmqRequestTag,
    MemoryKind,
    Model,
    Operand,
    OperandLifeTime,
    OperandType,
    Operation,
    OperationType,
    OutputShape,
    SharedMemory,
    Timing,
    Version,
    name_of,
    request_datum,
)
from conformance.models.image_network import ImageNetwork, mobilenet_v2, to_model
from conformance.results.event_stream import EventWriter, RunHeader
from conformance.validation import all_rules, validate_model
from conformance.validation.mutations import mutations_of
from conformance.verdicts import Verdict, VerdictKind
from fuzz.checks.burst_checks import valid_packet
from fuzz.checks.wire_checks import joined_packets
from fuzz.core.instrumentation import is_available
from fuzz.core.session import FuzzSession
from fuzz.engines.engine import write_inputs
from fuzz.engines.seeds import archive_of, read_folder
from fuzz.inputs.decoder import decode
from fuzz.inputs.encoder import CannotEncodeError, encode, encode_example
from fuzz.inputs.mutator import mutate
from fuzz.inputs.records import LAYOUT, SOURCE_OUTPUT, Header, Tag
from fuzz.targets import SUMMARIES, companion, load_target
from generators.oracle import random_example

_VERSION: Final = Version.AIDL_V3
_EXTENSION: Final = 5
_ADDITION: Final = name_of(OperationType, addition_model().main.operations[0].type)
_PER_OPERATION: Final = 3
_GRAPHS: Final = 60
_MAX_SEED: Final = 8000
_BOOLEANS: Final = (OperandType.BOOL, OperandType.TENSOR_BOOL8)
_TRUE_BYTES: Final = (2, 128, 255)


def _examples() -> Iterator[Example]:
    for operation in operations_of(_VERSION):
        yield from select_examples_to_mutate(operation, _VERSION, _PER_OPERATION)
    for seed in range(_GRAPHS):
        yield random_example("tiny", seed, _VERSION)


def _encoded(examples: Iterable[Example]) -> Iterator[bytes]:
    for example in examples:
        with suppress(CannotEncodeError):
            yield encode_example(example)


def with_true_bytes(data: bytes) -> bytes | None:
    """Return the input with other bytes than 1 for true; ``None`` if no input of it is true.

    Every byte other than 0 is true. The coverage of the reference does not depend on the byte.
    """
    fuzz_input = decode(data)
    main = fuzz_input.model.main
    changed = list(fuzz_input.inputs)
    for place, index in enumerate(main.input_indexes[: len(changed)]):
        content = changed[place]
        if content is not None and main.operands[index].type in _BOOLEANS:
            changed[place] = bytes(
                byte and _TRUE_BYTES[at % len(_TRUE_BYTES)] for at, byte in enumerate(content)
            )
    if changed == list(fuzz_input.inputs):
        return None
    return encode(fuzz_input.model, changed, fuzz_input.header)


def _models() -> Iterator[bytes]:
    yield from (data for data in _encoded(_examples()) if len(data) <= _MAX_SEED)
    yield encode(loop_model(3))


def _with_sizes(model: Model, sizes: tuple[int, ...]) -> Model:
    """Return the model with these dimensions of its inputs and outputs."""
    main = model.main
    ends = (*main.input_indexes, *main.output_indexes)
    operands = tuple(
        replace(operand, dimensions=sizes) if index in ends else operand
        for index, operand in enumerate(main.operands)
    )
    return replace(model, main=replace(main, operands=operands))


def _requests() -> Iterator[bytes]:
    values = struct.pack("<f", 1.5), struct.pack("<f", 2.5)
    addition = encode(addition_model(), values)
    yield addition
    for seed in range(300):
        yield mutate(addition, _MAX_SEED, seed, request=True, version=_VERSION)
    yield from list(_models())[::8]


def _unknown_sizes() -> Iterator[bytes]:
    """Yield requests that must state the sizes of their arguments, and some that do not."""
    for sizes in ((), (0,)):
        data = encode(_with_sizes(addition_model(), sizes), (struct.pack("<f", 1.5),) * 2)
        yield data
        for argument in (0, 1, SOURCE_OUTPUT):
            change = argument, 8, 0, 0, 0, 1, *[0] * 5
            yield data + LAYOUT[Tag.ARGUMENT].pack(Tag.ARGUMENT, *change)


def _fences() -> Iterator[bytes]:
    for mode in range(3):
        for measure in range(2):
            start = encode(addition_model(), (), Header(mode=mode, measure=measure))
            yield start
            for kind in range(5):
                yield start + LAYOUT[Tag.FENCE].pack(Tag.FENCE, kind)
            for flags, deadline, loop, duration in (
                *((1, -1, 0, 0), (1, 10**6, 0, 0), (1, 10**10, 0, 0)),
                *((2, 0, 1, 0), (4, 0, 0, 1), (7, 10**7, 100, 100)),
            ):
                yield start + LAYOUT[Tag.LIMITS].pack(Tag.LIMITS, flags, deadline, loop, duration)
    source = random.Random(1)
    for _ in range(60):
        start = encode(addition_model(), (), Header(mode=2))
        kinds = [source.randrange(5) for _ in range(source.randrange(1, 5))]
        yield start + b"".join(LAYOUT[Tag.FENCE].pack(Tag.FENCE, kind) for kind in kinds)


def _bursts() -> Iterator[bytes]:
    session = FuzzSession("reference")
    source = random.Random(2)
    for measure, dimensions in ((0, ()), (1, ()), (0, (4,))):
        packet = valid_packet(session, measure, dimensions)
        framed = bytes([len(packet) // DATUM_SIZE]) + packet
        yield framed
        yield framed * 3
        for place in range(0, len(packet), DATUM_SIZE):
            for changed in (
                packet[:place] + packet[place + DATUM_SIZE :],
                packet[:place] + packet[place : place + DATUM_SIZE] + packet[place:],
                packet[:place] + source.randbytes(DATUM_SIZE) + packet[place + DATUM_SIZE :],
                packet[:place]
                + request_datum(FmqRequestTag.MEASURE_TIMING, 7)
                + packet[place + DATUM_SIZE :],
            ):
                yield bytes([len(changed) // DATUM_SIZE]) + changed
    unknown = valid_packet(session, slot=7)
    yield framed + bytes([len(unknown) // DATUM_SIZE]) + unknown
    for shapes in ((), (OutputShape((4,), True),)):
        packet = serialize_result(ErrorStatus.NONE, shapes, Timing())
        yield bytes([len(packet) // DATUM_SIZE]) + packet
    session.close()


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
    raised = wire.RaisedException("ValueError", "wrong", ["line"])
    answer = wire.PackedAnswer(3, raised, None, [notification], 1, [2])
    yield joined_packets(1, [encoder.encode(answer)])


def _caches() -> Iterator[bytes]:
    yield b""
    source = random.Random(3)
    for kind in range(11):
        for file in range(3):
            yield bytes([kind, file, *source.randbytes(3), 0, 1, 1])
            yield bytes([kind, file, 0, 0, 0, 0, 0x80, 3])
    for _ in range(60):
        yield source.randbytes(8 * source.randrange(1, 6))


def _memories() -> Iterator[bytes]:
    """Yield sequences of steps: 0 allocate, 1 copy_from, 2 copy_to, 3 read, 4 write, 5 free."""
    allocate, fill = bytes([0, 3, 0, 0]), bytes([1, 0, 0, 0])
    yield allocate + fill + bytes([2, 0, 0, 0]) + bytes([3, 0, 0, 0]) + bytes([4, 0, 5, 0])
    yield allocate + bytes([4, 0, 2, 0]) + bytes([3, 0, 0, 0]) + bytes([2, 0, 0, 0])
    yield allocate * 3 + fill + bytes([5, 1, 0, 0]) + bytes([2, 0, 1, 0])
    for step in ([0, 0x13, 0, 0], [0, 0x23, 0, 0], [0, 3, 0x82, 0], [0, 3, 0, 0x83], [3, 0, 0, 0]):
        yield bytes(step) + bytes([2, 0, 0, 0])
    source = random.Random(4)
    for _ in range(120):
        steps = [bytes([source.randrange(6), *source.randbytes(3)]) for _ in range(12)]
        yield allocate + b"".join(steps)


def _tflite() -> Iterator[bytes]:
    """Yield files of random graphs and of a small network."""
    network = mobilenet_v2(0.1, 32)
    first = ImageNetwork(network.tensors[:4], network.layers[:1])
    yield export_model(to_model(first))
    for seed in range(400):
        example = random_example("tiny", seed, _VERSION)
        with suppress(NotExportableError):
            yield export_model(example.model)


def _encoded_models(models: Iterable[Model]) -> Iterator[bytes]:
    for model in models:
        with suppress(CannotEncodeError):
            yield encode(model)


def _with_operand(model: Model, operand: Operand, data: bytes = b"") -> Model:
    """Return the model with a further operand, which is no argument of an operation."""
    main = model.main
    inputs = main.input_indexes
    if operand.lifetime == OperandLifeTime.SUBGRAPH_INPUT:
        inputs = (*inputs, len(main.operands))
    main = replace(main, operands=(*main.operands, operand), input_indexes=inputs)
    return replace(model, main=main, operand_values=model.operand_values + data)


def _unusual_models() -> Iterator[Model]:
    """Yield valid models that neither spec examples nor random graphs have."""
    addition = addition_model()
    main = addition.main
    first, second, activation, result = main.operands
    reference = OperandLifeTime.CONSTANT_REFERENCE
    constant = replace(second, lifetime=reference, location=DataLocation(0, 0, 16))
    operands = first, constant, activation, result
    yield replace(
        addition,
        main=replace(main, operands=operands, input_indexes=(0,)),
        pools=(SharedMemory(16),),
    )
    scalar = replace(activation, lifetime=OperandLifeTime.SUBGRAPH_INPUT, location=DataLocation())
    operands = first, second, scalar, result
    yield replace(addition, main=replace(main, operands=operands, input_indexes=(0, 1, 2)))
    code = _EXTENSION << EXTENSION_TYPE_BITS | 1
    vendor = replace(addition, extension_name_to_prefix={"com.example.vendor": _EXTENSION})
    yield _with_operand(vendor, Operand(code, (2,), lifetime=OperandLifeTime.SUBGRAPH_INPUT))
    copy = OperandLifeTime.CONSTANT_COPY
    location = DataLocation(0, len(vendor.operand_values), 4)
    yield _with_operand(vendor, Operand(code, (), lifetime=copy, location=location), bytes(4))
    operation = Operation(code, (0, 1), (3,))
    operands = first, second, replace(activation, number_of_consumers=0), result
    yield replace(vendor, main=replace(main, operations=(operation,), operands=operands))
    oem = Operation(10_000, (0, 1), (3,))
    yield replace(addition, main=replace(main, operations=(oem,), operands=operands))
    truth = Operand(OperandType.BOOL, (), lifetime=copy, location=replace(location, length=1))
    yield _with_operand(addition, truth, b"\7\0\0\0")


def _conversions() -> Iterator[bytes]:
    """Yield models, with the values that accompany them."""
    yield from _models()
    addition = addition_model()
    for number in range(24):
        numbers = number % 7, number % 4, number % 4, number // 4 % 2
        header = Header(1, 0, *numbers)
        yield encode(addition, (), header)
    pool, argument = LAYOUT[Tag.REQUEST_POOL], LAYOUT[Tag.ARGUMENT]
    start = encode(addition)
    yield start + pool.pack(Tag.REQUEST_POOL, 1, 7)
    yield start + argument.pack(Tag.ARGUMENT, 0x80, 8, 0, 0, 0, 2, *[0] * 5)
    constant = Operand(
        OperandType.INT32,
        (),
        lifetime=OperandLifeTime.CONSTANT_REFERENCE,
        location=DataLocation(0, 0, 4),
    )
    buffer = SharedMemory(64, name=MemoryKind.HARDWARE_BUFFER_BLOB)
    yield from _encoded_models([replace(_with_operand(addition, constant), pools=(buffer,))])
    yield from _encoded_models(_unusual_models())


_SOURCES: Final[dict[str, Callable[[], Iterator[bytes]]]] = {
    "burst": _bursts,
    "cache": _caches,
    "conversion": _conversions,
    "fences": _fences,
    "files": _files,
    "memory": _memories,
    "request": _requests,
    "tflite": _tflite,
    "wire": _wire,
}


_ALL_KEPT: Final = frozenset({"burst", "cache", "memory"})
"""Targets with few small seeds, which are not minimised."""

_VALUE_TARGETS: Final = frozenset({"execution", "native"})
"""Targets that compare the results of executions."""

_DRIVER_TARGETS: Final = frozenset({"model", "execution", "native"})
"""Targets that pass models to the driver."""

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


def make_seeds(name: str) -> list[bytes]:
    """Return the seeds of a target; with atheris, a smallest set with the same coverage."""
    inputs = list(dict.fromkeys(_SOURCES.get(name, _models)()))
    limit = load_target(name).max_length
    inputs = [data for data in inputs if len(data) <= limit]
    if is_available() and name not in _ALL_KEPT:
        inputs = minimised(name, inputs)
    # The coverage does not show from which seeds one mutation breaks a rule alone.
    if name == "model":
        inputs += [data for data in _encoded(rule_examples(_VERSION)) if len(data) <= limit]
    elif name == "request":
        inputs += _unknown_sizes()
    return list(dict.fromkeys([*inputs, *_without_own_coverage(name, inputs)]))


def _without_own_coverage(name: str, inputs: Sequence[bytes]) -> Iterator[bytes]:
    """Yield seeds that differ for a driver, but not in the code of the reference that runs."""
    if name in _DRIVER_TARGETS:
        yield from _encoded_models(_unusual_models())
    if name in _VALUE_TARGETS:
        for data in inputs:
            if (changed := with_true_bytes(data)) is not None:
                yield changed


def minimised(name: str, inputs: list[bytes]) -> list[bytes]:
    """Return a smallest set of inputs with the same coverage, as libFuzzer's merge finds it."""
    with tempfile.TemporaryDirectory(prefix="nn-fuzz-merge-") as folder:
        before, after = Path(folder) / "before", Path(folder) / "after"
        write_inputs(before, inputs)
        after.mkdir()
        command = [
            *(sys.executable, "-m", "fuzz.targets", name, "-merge=1"),
            *(str(after), str(before)),
        ]
        ended = subprocess.run(command, capture_output=True, check=False, env=dict(os.environ))
        found = read_folder(after)
        if ended.returncode or not found:
            raise RuntimeError(f"the merge failed: {ended.stderr.decode(errors='replace')[-2000:]}")
        return found


def main(names: list[str]) -> None:
    """Write the seed archives of the named targets, or of all."""
    for name in names or SUMMARIES:
        seeds = make_seeds(name)
        content = archive_of(seeds)
        write_atomically(companion(name, "_seed_corpus.zip"), content)
        print(f"{name}: {len(seeds)} seeds, {len(content)} bytes")  # noqa: T201 - its output


if __name__ == "__main__":
    main(sys.argv[1:])
