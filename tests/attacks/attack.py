"""The type of an attack, and functions that several attacks use.

An attack gets a random source and an empty folder, damages something, and returns the violation of
the invariant that it found, or an empty text. The invariant: the suite reports success (exit status
0, a complete stream, an accepted verdict) only if every case has a verdict that is acceptable.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

from conformance.cli.main import main
from conformance.results.event_stream import EventWriter, RunHeader
from conformance.verdicts import Verdict, VerdictKind

Attack = Callable[[Random, Path], str]

HEADER = RunHeader("d (d.py:D)", "1", "1.3", "0.1", options={"case": []})
SECONDS = 60
"""Time after which an attack counts as one that does not end."""
FAILED_CASE = "mine/s/failed"
DURATIONS = {"supported": 0.1, "prepare": 0.2, "execute": 0.3}


def passed(number: int) -> Verdict:
    """Return a verdict that is acceptable."""
    return Verdict(
        f"mine/s/case{number}", "sync", VerdictKind.PASSED, "", "", ("ADD",), {}, DURATIONS
    )


FAILURE = Verdict(
    FAILED_CASE, "sync", VerdictKind.FAILED, "values", "wrong", ("ADD",), {}, DURATIONS
)


def write_stream(
    path: Path, verdicts: list[Verdict], *, end: bool = True, header: RunHeader = HEADER
) -> Path:
    """Write the stream of a run and return its path."""
    writer = EventWriter(path, header)
    for verdict in verdicts:
        writer.write(verdict)
    writer.finish() if end else writer.close()
    return path


def run_of(random: Random, *, failing: bool = True) -> list[Verdict]:
    """Return the verdicts of a small run, with one failure at a random place."""
    verdicts = [passed(number) for number in range(random.randint(1, 6))]
    if failing:
        verdicts.insert(random.randint(0, len(verdicts)), FAILURE)
    return verdicts


def damage(random: Random, content: bytes) -> bytes:
    """Return the content with one random damage; it always differs."""
    lines = content.splitlines(keepends=True)
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    place = random.randrange(len(content))
    match random.randrange(10):
        case 0:
            changed = bytearray(content)
            changed[place] ^= 1 << random.randrange(8)
            return bytes(changed)
        case 1:
            return content[:place]
        case 2:
            return content[:place] + bytes(random.randint(1, 600)) + content[place:]
        case 3:
            return b"".join(lines[:at] + lines[at + 1 :])
        case 4:
            return b"".join(lines[: at + 1] + lines[at:])
        case 5 if at != other:
            lines[at], lines[other] = lines[other], lines[at]
            return b"".join(lines)
        case 6:
            return content[:place] + random.randbytes(random.randint(1, 40)) + content[place:]
        case 7:
            return content[:place] + content[place + random.randint(1, 60) :]
        case 8:
            return content + b"".join(lines[: random.randint(1, len(lines))])
        case _:
            return content[:-1]


def command(*arguments: object) -> tuple[int, str]:
    """Run ``nn-conformance`` in this process; return its exit status and output."""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            status = leaving.code if isinstance(leaving.code, int) else 1
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8", "replace"))  # type: ignore[attr-defined]
    return status, "".join(texts)
