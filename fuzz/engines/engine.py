"""Runs a target with an engine: atheris (libFuzzer), or random mutations without coverage."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import random
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha1
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from conformance.files import write_atomically
from conformance.processes import die_with_parent
from fuzz.core.instrumentation import is_available
from fuzz.engines.seeds import SeedError, companion, read_folder, read_seeds

if TYPE_CHECKING:
    from fuzz.core.target import Target

_BYTE_SHARE: Final = 0.25
"""Share of the mutations of structured inputs that change bytes without regard to the form."""

_RESTARTING: Final = ("-merge=", "-minimize_crash=", "-fork=", "-jobs=", "-cleanse_crash=")
"""Options with which libFuzzer starts further processes of itself."""

_SEED_SHARE: Final = 0.7
_LIBFUZZER_SEED_SHARE: Final = 0.5
"""Share of the mutations of structured inputs that start from a seed.

A mutation of a mutation mostly breaks several rules; libFuzzer prefers new inputs to seeds.
"""

_CROSSOVER_SHARE: Final = 0.1
"""Share of the mutations of structured inputs that combine two inputs."""

_STRUCTURAL_OPTIONS: Final = {"keep_seed": "1", "mutate_depth": "1"}
"""libFuzzer's options for targets with a mutator that knows the form of their inputs.

By default, libFuzzer drops seeds without new coverage, also if one mutation of them breaks a rare
rule, and applies five mutations in a row, which mostly break several rules.
"""

MEMORY_LIMIT: Final = 4096
"""Limit for the memory of a process in MiB."""

PARENT_VARIABLE: Final = "NN_CONFORMANCE_FUZZ_PARENT"
"""Environment variable with the id of the process whose end ends this one."""

RANDOM_ENGINE: Final = "-engine=random"
EXIT_NO_ENGINE: Final = 3

_Mutate = Callable[[bytes, int, int], bytes]

NO_ATHERIS: Final = (
    "atheris is not installed: pip install 'nn-conformance[fuzz]' (Linux only). Without it, "
    "'pytest fuzz' runs the seeds, and 'nn-conformance fuzz --engine random' mutates them without "
    "coverage feedback"
)


def main(target: Target, argv: Sequence[str]) -> None:
    """Run a target with libFuzzer; ``argv`` holds its options and the folders of the corpus.

    With the option ``RANDOM_ENGINE``, the corpus and a seed, run it with random mutations.
    """
    if PARENT_VARIABLE in os.environ:
        die_with_parent(int(os.environ[PARENT_VARIABLE]))
    if argv[1:2] == [RANDOM_ENGINE]:
        _run_random_forever(target, Path(argv[2]), int(argv[3]))
        return
    if not is_available():
        print(NO_ATHERIS, file=sys.stderr)  # noqa: T201 - a program's message
        raise SystemExit(EXIT_NO_ENGINE)
    atheris: Any = importlib.import_module("atheris")
    from fuzz.core.target import STATE_VARIABLE  # noqa: PLC0415 - after the instrumentation

    target.session()  # a driver that cannot be opened is reported before the engine starts
    gc.collect()
    gc.freeze()  # the loaded modules stay alive; the targets collect garbage for many inputs
    options = [*default_options(target, argv[1:]), *argv[1:]]
    program = argv[0]
    if any(option.startswith(_RESTARTING) for option in options):
        program = str(_launcher(target))
    elif STATE_VARIABLE in os.environ:
        pass  # a campaign has prepared the corpus, and left out inputs that end the process
    elif not any(Path(option).is_file() or option.startswith("-merge") for option in options):
        # libFuzzer writes new inputs to the first folder and only reads the others.
        options.append(str(_seed_folder(target)))
    hooks: dict[str, Any] = {}
    if knows_form(target):
        # ``Setup`` replaces ``atheris.Mutate``, so it is looked up at each call.
        hooks = _hooks(target, lambda data, size: atheris.Mutate(data, size))
    atheris.Setup([program, *options], target.run, **hooks)
    atheris.Fuzz()


def _seed_folder(target: Target) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"nn-fuzz-{target.name}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    write_inputs(folder, read_seeds(target.name))
    return folder


def _launcher(target: Target) -> Path:
    """Return a program that runs the target, for options with which libFuzzer starts itself."""
    folder = Path(tempfile.mkdtemp(prefix=f"nn-fuzz-{target.name}-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = folder / f"fuzz_{target.name}"
    command = [sys.executable, "-m", "fuzz.targets", target.name]
    lines = (
        "#!/bin/sh",
        f"PYTHONPATH={shlex.quote(os.pathsep.join(filter(None, sys.path)))} export PYTHONPATH",
        f'exec {shlex.join(command)} "$@"',
    )
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.chmod(0o700)
    return program


def default_options(target: Target, given: Sequence[str]) -> list[str]:
    """Return libFuzzer's options for a target, except those that are ``given``."""
    options = {
        "max_len": str(target.max_length),
        "timeout": f"{target.seconds:g}",
        "rss_limit_mb": str(MEMORY_LIMIT),
    }
    if knows_form(target):
        options |= _STRUCTURAL_OPTIONS
    dictionary = companion(target.name, ".dict")
    if dictionary.is_file():
        options["dict"] = str(dictionary)
    stated = {argument[1:].partition("=")[0] for argument in given if argument.startswith("-")}
    return [f"-{name}={value}" for name, value in options.items() if name not in stated]


def _hooks(target: Target, mutate_bytes: Callable[[bytes, int], bytes]) -> dict[str, Any]:
    """Return the custom mutator, and the crossover of a structured target."""
    from fuzz.inputs import mutator  # noqa: PLC0415 - after the instrumentation

    seeds = read_seeds(target.name) if target.structured else []
    mutate = _structural_mutator(target)

    def custom_mutator(data: bytes, max_size: int, seed: int) -> bytes:
        source = random.Random(seed)
        if source.random() < _BYTE_SHARE:
            return mutate_bytes(data, max_size)
        if seeds and source.random() < _LIBFUZZER_SEED_SHARE:
            data = source.choice(seeds)[:max_size]
        return mutate(data, max_size, seed)

    def custom_crossover(first: bytes, second: bytes, max_size: int, seed: int) -> bytes:
        # libFuzzer calls this function as often as the mutator.
        if random.Random(seed).random() < 2 * _CROSSOVER_SHARE:
            return mutator.crossover(first, second, max_size, seed)
        return custom_mutator(first, max_size, seed ^ 1)

    hooks: dict[str, Any] = {"custom_mutator": custom_mutator}
    if target.structured:
        hooks["custom_crossover"] = custom_crossover
    return hooks


def knows_form(target: Target) -> bool:
    """Return whether a mutator that knows the form of a target's inputs is used."""
    return target.structured or target.mutator is not None


def _structural_mutator(target: Target) -> _Mutate:
    from fuzz.inputs.mutator import MutationOrder, mutate  # noqa: PLC0415 - as above

    if target.mutator is not None:
        return target.mutator
    version = target.session().version
    return partial(mutate, request=target.request, version=version, order=MutationOrder(version))


def write_inputs(folder: Path, inputs: Sequence[bytes]) -> None:
    """Write inputs to a folder under the names that libFuzzer uses: their SHA-1."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        path = folder / input_name(data)
        if not path.exists():
            write_atomically(path, data, only_regular=True)


def input_name(data: bytes) -> str:
    """Return the file name of an input in a corpus: its SHA-1, as libFuzzer names it."""
    return sha1(data, usedforsecurity=False).hexdigest()


def _run_random_forever(target: Target, corpus: Path, seed: int) -> None:
    from fuzz.core.target import end_unwritten  # noqa: PLC0415 - after the instrumentation

    try:
        run_random(target, corpus, seed, lambda _count: False)
    except (OSError, SeedError) as error:
        end_unwritten(error)


def run_random(
    target: Target, folder: Path, seed: int, stop: Callable[[int], bool], *, keep: bool = True
) -> int:
    """Run mutations of a folder's inputs until ``stop(number of inputs)``; return the number.

    The corpus grows by inputs that break a rule alone which no earlier input broke alone, or that
    end in a new way.
    """
    from fuzz.inputs import mutator  # noqa: PLC0415 - after the instrumentation

    source = random.Random(seed)
    corpus = [*(data[: target.max_length] for data in read_folder(folder)), b""]
    first = len(corpus)
    session = target.session()
    count = 0
    mutate = _structural_mutator(target) if knows_form(target) else None
    while not stop(count):
        if count < first:
            data = corpus[count]
        else:
            is_seed = source.random() < _SEED_SHARE
            data = source.choice(corpus[:first] if is_seed else corpus)
            number = source.getrandbits(32)
            if mutate is not None and source.random() > _BYTE_SHARE:
                data = mutate(data, target.max_length, number)
                if target.structured and source.random() < _CROSSOVER_SHARE:
                    other = source.choice(corpus)
                    data = mutator.crossover(data, other, target.max_length, number)
            else:
                data = change_bytes(data, source)[: target.max_length]
        before = len(session.rules_alone), len(session.counts)
        target.run(data)
        count += 1
        if keep and (len(session.rules_alone), len(session.counts)) != before:
            write_inputs(folder, [data])
            corpus.append(data)
    return count


def change_bytes(data: bytes, source: random.Random) -> bytes:
    """Return the data with one to four random changes of bytes."""
    changed = bytearray(data)
    for _ in range(source.randrange(1, 5)):
        place = source.randrange(len(changed) + 1)
        match source.randrange(4):
            case 0:
                changed[place:place] = source.randbytes(source.randrange(1, 9))
            case 1:
                del changed[place : place + source.randrange(1, 9)]
            case _ if place < len(changed):
                changed[place] = source.choice((0, 1, 127, 128, 255, source.randrange(256)))
            case _:
                changed.append(source.randrange(256))
    return bytes(changed)
