"""Attacks on output files and folders: links at every level, pipes, sockets, folders, devices."""

from __future__ import annotations

import os
import signal
import socket
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from types import FrameType

from conformance import output_files
from conformance.harness.dumps.failure_dump import Dumper, DumpLimit, RunInfo, file_stem
from conformance.harness.results.failure import CaseFailure, PathAttempt
from conformance.specfile import SpecError, SpecIndex
from fuzz.campaigns.corpus_folder import CampaignFolder
from generators.campaigns.campaign_store import CampaignStore, StoreError
from tests.attacks.attack import FAILURE, command, replaced, run_of, write_stream
from tests.attacks.on_sessions import SPEC
from tests.sample_drivers.adder_driver import add_example

_SECONDS = 20
_CONTENT = b"the user's own content\n"
_numbers = count()


class Victims:
    """Files and folders of the user that no attack may change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "victims"
        (self.folder / "inner").mkdir(parents=True)
        for name in ("file", "keep.mod.py", "inner/keep.mod.py", "inner/keep.case"):
            (self.folder / name).write_bytes(_CONTENT)

    def changed(self) -> list[str]:
        """Return the names of files whose content differs or that are gone."""
        names = ("file", "keep.mod.py", "inner/keep.mod.py", "inner/keep.case")
        return [
            name
            for name in names
            if not (self.folder / name).is_file() or (self.folder / name).read_bytes() != _CONTENT
        ]


@contextmanager
def obstacle(random: Random, path: Path, victims: Victims) -> Iterator[str]:
    """Put something that is no ordinary file at a path; yield its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = f"{path.name}.{next(_numbers)}"
    kinds: dict[str, Callable[[], object]] = {
        "link to a file": lambda: path.symlink_to(victims.folder / "file"),
        "link to a folder": lambda: path.symlink_to(victims.folder / "inner"),
        "link to a link": lambda: (
            path.with_name(other).symlink_to(victims.folder / "inner"),
            path.symlink_to(path.with_name(other)),
        ),
        "dangling link": lambda: path.symlink_to(victims.folder / "none" / "none"),
        "loop": lambda: path.symlink_to(path),
        "hard link": lambda: os.link(victims.folder / "keep.mod.py", path),
        "pipe": lambda: os.mkfifo(path),
        "link to a pipe": lambda: (
            os.mkfifo(path.with_name(other)),
            path.symlink_to(path.with_name(other)),
        ),
        "device": lambda: path.symlink_to("/dev/null"),
        "full device": lambda: path.symlink_to("/dev/full"),
        "folder": path.mkdir,
        "folder with a file": lambda: (path.mkdir(), (path / "x.mod.py").write_bytes(_CONTENT)),
        "empty file": path.touch,
        "foreign file": lambda: path.write_bytes(_CONTENT),
        "nothing": lambda: None,
    }
    name = random.choice([*kinds, "socket"])
    if name == "socket":
        with socket.socket(socket.AF_UNIX) as bound:
            place = os.open(path.parent, os.O_RDONLY)
            try:
                bound.bind(f"/proc/self/fd/{place}/{path.name}"[:107])
            except OSError:
                path.touch()
            finally:
                os.close(place)
            yield name
        return
    kinds[name]()
    yield name


class HangError(BaseException):
    """Raised in an attack that does not end."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raise ``HangError`` if the block does not end."""

    def end(_: int, __: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(_SECONDS)
    try:
        with replaced(output_files, "_READER_SECONDS", 0.05):
            yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _outcome(kind: str, victims: Victims, function: Callable[[], str]) -> str:
    """Return the violation of a function that writes: a hang, an exception, a changed file."""
    try:
        with bounded(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = function()
    except HangError:
        return f"{kind}: a hang"
    if changed := victims.changed():
        return f"{kind}: changed {changed}"
    return f"{kind}: {found}" if found else ""


def a_dump_into_a_prepared_folder(random: Random, folder: Path) -> str:
    """A dump writes only its own files, whatever is in its folder, and always returns."""
    victims, dumps = Victims(folder), folder / "dumps"
    stem = file_stem(FAILURE.case_id)
    names = [
        f"{stem}.case",
        "reproduce.txt",
        f"{stem}.npz",
        f"{stem}.dot",
        "adder.mod.py",
        "x.mod.py",
    ]
    places = [dumps, dumps / stem, *(dumps / stem / name for name in names)]
    info = RunInfo("d", "d", 0, "0", ["pytest"], folder)
    failure = CaseFailure(FAILURE.case_id, add_example(), (PathAttempt(FAILURE),))

    def dump() -> str:
        result = Dumper(dumps, info, DumpLimit(5)).dump(failure)
        if not result.folder and not result.problem:
            return "no dump and no problem"
        if result.case_file and not (folder / result.case_file).is_file():
            return f"{result.case_file} is no file"
        return ""

    with obstacle(random, random.choice(places), victims) as kind:
        return _outcome(kind, victims, dump)


def an_output_of_a_command(random: Random, folder: Path) -> str:
    """A command writes its file completely, or ends with an error that names it."""
    victims = Victims(folder)
    stream = write_stream(folder / "run.jsonl", run_of(random))
    out = folder / "out"
    arguments: tuple[object, ...] = random.choice(
        (
            ("report", stream, "--markdown", out),
            ("report", stream, "--html", out),
            ("report", stream, "--csv", out),
            ("merge", stream, "-o", out),
        )
    )

    def run() -> str:
        status, text = command(*arguments)
        if "Traceback" in text:
            return f"{arguments}: {text}"
        written = out.is_file() and out.stat().st_size > len(_CONTENT)
        if status == 0 and not written and not os.path.realpath(out).startswith("/dev/"):
            return f"{arguments}: exit status 0 without a file"
        return ""

    if random.random() < 0.3:  # the output is also an input
        out = stream
        arguments = ("merge", stream, "-o", stream)
    with obstacle(random, out, victims) if out != stream else _nothing() as kind:
        # The user names the file: a link to it is followed.
        if kind in ("link to a file", "hard link"):
            victims.changed = list  # type: ignore[method-assign]
        return _outcome(f"{kind} {arguments[0]}", victims, run)


@contextmanager
def _nothing() -> Iterator[str]:
    yield "the input"


def an_index_in_a_prepared_folder(random: Random, folder: Path) -> str:
    """The cache of spec files never blocks, and never changes what a spec file declares."""
    victims, spec, cache = Victims(folder), folder / "s.mod.py", folder / "cache"
    spec.write_text(SPEC)
    expected = [info.name for info in SpecIndex(folder / "other").names(spec)]
    place = cache
    if random.random() < 0.5:
        SpecIndex(cache).names(spec)
        (place,) = cache.glob("*.nnspec")
        place.unlink()

    def read() -> str:
        for _ in range(2):
            try:
                if [info.name for info in SpecIndex(cache).names(spec)] != expected:
                    return "the examples differ"
            except SpecError as error:
                return str(error)
        return ""

    with obstacle(random, place, victims) as kind:
        return _outcome(kind, victims, read)


def a_campaign_in_a_prepared_folder(random: Random, folder: Path) -> str:
    """A campaign refuses a folder that it did not make, or works."""
    victims, place = Victims(folder), folder / "campaign"
    place.mkdir()
    name = random.choice(
        ("corpus", "crashes", "workers", "findings", "campaign.sqlite", "campaign.sqlite-journal")
    )
    inner = random.choice(("", "", "/entry"))
    target = place / (name + (inner if "sqlite" not in name else ""))

    def use() -> str:
        try:
            files = CampaignFolder(place)
            files.check()
            files.prepare("request")
            files.exclude(b"x")
            store = CampaignStore(place, {"seed": 1}, lambda _: None)
            store.add({"chunk": 0, "graphs": 1, "counts": {}})
            store.close()
        except StoreError as error:
            return "" if str(place) in str(error) else f"the error names no file: {error}"
        return ""

    with obstacle(random, target, victims) as kind:
        return _outcome(f"{kind} at {target.name}", victims, use)


ATTACKS = [
    a_dump_into_a_prepared_folder,
    an_output_of_a_command,
    an_index_in_a_prepared_folder,
    a_campaign_in_a_prepared_folder,
]
