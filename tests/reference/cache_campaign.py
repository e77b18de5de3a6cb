"""Attacks the compilation cache of the reference driver with seeded changes and crashes.

    python -m tests.reference.cache_campaign [--corruptions N] [--crashes N] [--kills N] [--seed S]

Whatever happens to the cache files or to the map of tokens, preparing from cache must fail with
GENERAL_FAILURE or return a prepared model whose result is that of the model that was saved for the
token. The expected results are computed with numpy. The command prints figures as JSON lines, and
its exit status is 1 if a result was wrong.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from tests.reference.saved_models import Files, added, addition, device, load, run, save

VALUES = (1.0, -3.5, 1000.25)
"""The constants of the saved models; the token of each consists of its number."""


def token(number: int) -> bytes:
    return bytes([number]) * 32


class WrongResultError(AssertionError):
    """A prepared model from cache computed something else than the saved model."""


class Target:
    """Saved models, the map of the driver, and their original bytes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = [Files() for _ in VALUES]
        for number, (files, value) in enumerate(zip(self.files, VALUES, strict=True)):
            save(device(folder), addition(value), files.arguments(token(number)))
        self.originals = [files.contents() for files in self.files]
        self.map = (folder / "tokens").read_bytes()

    def close(self) -> None:
        for files in self.files:
            files.close()

    def attempt(self, contents: Sequence[bytes], used_token: bytes) -> bool:
        """Prepare from ``contents``; return whether that succeeded with a right result."""
        files = self.files[0]
        files.replace(contents)
        return check(self.folder, files, used_token)


def check(folder: Path, files: Files, used_token: bytes) -> bool:
    """Prepare from cache; return whether that succeeded, with the result for the token."""
    prepared = load(device(folder), files.arguments(used_token))
    if prepared is None:
        return False
    if used_token != token(used_token[0]) or used_token[0] >= len(VALUES):
        raise WrongResultError(f"a model was loaded for a token that was never saved: {used_token}")
    if run(prepared) != added(VALUES[used_token[0]]):
        raise WrongResultError(f"a wrong result for the token {used_token[0]}")
    return True


Corruption = Callable[[random.Random, list[bytearray], list[list[bytes]]], None]


def _flip_bits(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    for _bit in range(rng.choice((1, 1, 1, 2, 8))):
        file = rng.choice(files)
        file[rng.randrange(len(file))] ^= 1 << rng.randrange(8)


def _set_bytes(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    file = rng.choice(files)
    start = rng.randrange(len(file))
    length = rng.choice((1, 2, 4, 8, 64, 512))
    fill = rng.choice((b"\0", b"\xff", None))
    part = file[start : start + length]
    file[start : start + length] = rng.randbytes(len(part)) if fill is None else fill * len(part)


def _truncate(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    file = rng.choice(files)
    del file[rng.randrange(len(file)) :]


def _append(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    rng.choice(files).extend(rng.randbytes(rng.choice((1, 7, 64, 4096))))


def _move_bytes(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    """Move the first byte of a file to the end of the one before; all sizes together stay."""
    number = rng.randrange(1, len(files))
    files[number - 1].append(files[number].pop(0))


def _swap(rng: random.Random, files: list[bytearray], _: list[list[bytes]]) -> None:
    first, second = rng.sample(range(len(files)), 2)
    files[first], files[second] = files[second], files[first]


def _exchange(rng: random.Random, files: list[bytearray], others: list[list[bytes]]) -> None:
    """Replace a file by that of another saved model."""
    number = rng.randrange(len(files))
    files[number] = bytearray(rng.choice(others)[number])


def _splice(rng: random.Random, files: list[bytearray], others: list[list[bytes]]) -> None:
    """Replace the end of a file by that of another saved model's file."""
    number = rng.randrange(len(files))
    other = rng.choice(others)[number]
    at = rng.randrange(len(other))
    files[number] = files[number][:at] + other[at:]


CORRUPTIONS: dict[str, Corruption] = {
    "bits flipped": _flip_bits,
    "bytes set": _set_bytes,
    "truncated": _truncate,
    "appended": _append,
    "moved across files": _move_bytes,
    "files swapped": _swap,
    "file of another model": _exchange,
    "spliced": _splice,
}


def corrupt(folder: Path, count: int, seed: int) -> Counter[str]:
    """Attack saved models ``count`` times; return how often each kind failed or still loaded."""
    rng, figures = random.Random(seed), Counter[str]()
    target = Target(folder)
    names = [*CORRUPTIONS, "token", "map"]
    for number in range(count):
        own = rng.randrange(len(VALUES))
        original = target.originals[own]
        others = [one for index, one in enumerate(target.originals) if index != own]
        files, used = [bytearray(file) for file in original], token(own)
        name = names[number % len(names)]
        if name == "token":
            bit = rng.randrange(256)
            used = bytes(b ^ (1 << bit % 8 if i == bit // 8 else 0) for i, b in enumerate(used))
        elif name == "map":
            damaged = bytearray(target.map)
            places = [rng.randrange(len(damaged)) for _ in range(9)]
            header = [rng.randrange(64)] if rng.random() < 0.2 else []
            entry = damaged.find(used)
            for place in (*places, *header, entry + rng.randrange(96)):
                damaged[place] ^= 1 << rng.randrange(8)
            if rng.random() < 0.1:
                del damaged[rng.randrange(len(damaged)) :]
            (folder / "tokens").write_bytes(damaged)
        else:
            CORRUPTIONS[name](rng, files, others)
        loaded = target.attempt([bytes(file) for file in files], used)
        unchanged = [bytes(file) for file in files] == original and name not in ("token", "map")
        if loaded and not unchanged and name != "map":
            raise WrongResultError(f"{name}: modified files were accepted")
        if unchanged and not loaded:
            raise WrongResultError(f"{name}: unmodified files were refused")
        figures[f"{name}: {'loaded' if loaded else 'refused'}"] += 1
        if name == "map":
            (folder / "tokens").write_bytes(target.map)
    target.close()
    return figures


class Crash(BaseException):
    """The process ends at this point."""


@contextmanager
def crash_at(step: int, rng: random.Random) -> Iterator[list[int]]:
    """Raise ``Crash`` at the ``step``-th change of a file, which is only partly made.

    Long writes are split at random places, as the kernel may do. The list receives the number of
    changes that were made.
    """
    made = [0]
    pwrite, ftruncate, replace = os.pwrite, os.ftruncate, os.replace

    def reached() -> bool:
        made[0] += 1
        return made[0] > step

    def torn_write(fd: int, data: bytes, offset: int) -> int:
        part = bytes(data)[: rng.randrange(1, len(data) + 1)] if rng.random() < 0.5 else data
        if reached():
            done = bytes(part)[: rng.randrange(len(part) + 1)]
            if done and rng.random() < 0.3:
                keep = rng.randrange(len(done))
                done = done[:keep] + rng.choice((rng.randbytes, bytes))(len(done) - keep)
            pwrite(fd, done, offset)
            raise Crash
        return pwrite(fd, part, offset)

    def torn_truncate(fd: int, size: int) -> None:
        if reached():
            if rng.random() < 0.5:
                ftruncate(fd, rng.randrange(os.fstat(fd).st_size + 1))
            raise Crash
        ftruncate(fd, size)

    def torn_replace(source: Path, target: Path) -> None:
        if reached():
            raise Crash
        replace(source, target)

    with (
        mock.patch("os.pwrite", torn_write),
        mock.patch("os.ftruncate", torn_truncate),
        mock.patch("os.replace", torn_replace),
    ):
        yield made


def crash(folder: Path, count: int, seed: int) -> Counter[str]:
    """Save ``count`` times with a crash at a random step; return how often each state occurred."""
    rng, figures = random.Random(seed), Counter[str]()
    files = Files()
    for _ in range(count):
        kind = rng.choice(("empty", "same model", "another model", "new map"))
        own = rng.randrange(len(VALUES))
        files.replace([b"", b"", b""])
        if kind == "new map":
            (folder / "tokens").unlink(missing_ok=True)
        elif kind != "empty":
            previous = own if kind == "same model" else (own + 1) % len(VALUES)
            save(device(folder), addition(VALUES[previous]), files.arguments(token(previous)))
        with crash_at(rng.randrange(9), rng) as made:
            try:
                save(device(folder), addition(VALUES[own]), files.arguments(token(own)))
                ended = True
            except Crash:
                ended = False
        if not ended and rng.random() < 0.3:
            _lose_writes(rng, files)
        loaded = [check(folder, files, token(number)) for number in range(len(VALUES))]
        if ended and not loaded[own]:
            raise WrongResultError("a complete save cannot be loaded")
        figures[f"{kind}, {'complete' if ended else f'crash at change {made[0]}'}"] += 1
        figures["loaded after a crash"] += any(loaded) and not ended
        # The driver recovers: a later preparation saves again.
        save(device(folder), addition(VALUES[own]), files.arguments(token(own)))
        if not check(folder, files, token(own)):
            raise WrongResultError("the cache does not recover after a crash")
    files.close()
    return figures


def _lose_writes(rng: random.Random, files: Files) -> None:
    """Zero a part of the files, as a power failure may do with writes that were not flushed."""
    contents = [bytearray(content) for content in files.contents()]
    for content in contents:
        if content and rng.random() < 0.5:
            start = rng.randrange(len(content)) & ~511
            content[start : start + 512] = bytes(len(content[start : start + 512]))
    files.replace([bytes(content) for content in contents])


def kill(folder: Path, count: int, seed: int) -> Counter[str]:
    """Kill a child process ``count`` times while it saves; return how often each state occurred."""
    rng, figures = random.Random(seed), Counter[str]()
    files = Files()
    save(device(folder), addition(VALUES[0]), files.arguments(token(0)))
    for _ in range(count):
        child = os.fork()
        if child == 0:
            try:
                for number in range(1_000_000):
                    own = number % len(VALUES)
                    save(device(folder), addition(VALUES[own]), files.arguments(token(own)))
            finally:
                os._exit(1)
        time.sleep(rng.uniform(0.002, 0.02))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if os.WTERMSIG(status) != signal.SIGKILL:
            raise WrongResultError("saving failed in the child process")
        loaded = [check(folder, files, token(number)) for number in range(len(VALUES))]
        figures["loaded" if any(loaded) else "refused"] += 1
        save(device(folder), addition(VALUES[0]), files.arguments(token(0)))
        if not check(folder, files, token(0)):
            raise WrongResultError("the cache does not recover after a kill")
    files.close()
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaigns and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corruptions", type=int, default=100_000)
    parser.add_argument("--crashes", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1 << 32))
    options = parser.parse_args(arguments)
    for name, campaign, count in (
        ("corruptions", corrupt, options.corruptions),
        ("crashes", crash, options.crashes),
        ("kills", kill, options.kills),
    ):
        with tempfile.TemporaryDirectory() as folder:
            started = time.perf_counter()
            try:
                figures = dict(sorted(campaign(Path(folder), count, options.seed).items()))
            except WrongResultError as error:
                sys.stdout.write(
                    json.dumps({"campaign": name, "seed": options.seed, "wrong": str(error)}) + "\n"
                )
                return 1
            seconds = round(time.perf_counter() - started, 1)
            line = {"campaign": name, "seed": options.seed, "count": count, "seconds": seconds}
            sys.stdout.write(json.dumps({**line, "figures": figures}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
