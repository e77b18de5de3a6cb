"""Seeded damage of the cache files of the reference driver, of its tokens and of its map.

Whatever happens to them, preparing from cache must fail with GENERAL_FAILURE or return a prepared
model whose result is that of the model that was saved for the token. The expected results are
computed with numpy.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

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
        paths = [path for path in folder.rglob("*") if path.is_file()]
        self.map = {path: path.read_bytes() for path in paths}

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
            for path, content in target.map.items():
                damaged = bytearray(content)
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
                if rng.random() < 0.1:
                    del damaged[rng.randrange(len(damaged)) :]
                path.write_bytes(damaged)
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
            for path, content in target.map.items():
                path.write_bytes(content)
    target.close()
    return figures
