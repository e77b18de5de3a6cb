"""Attacks on submission packages: changed bytes and forged members."""

from __future__ import annotations

import io
import re
import stat
import warnings
import zipfile
from pathlib import Path
from random import Random

from tests.attacks.attack import command
from tests.attacks.on_outputs import HangError, Victims, bounded
from tests.attacks.verb_checks import package_command, violation


def _package(folder: Path) -> bytes:
    status, text = command(*package_command(folder, folder / "good.zip"))
    assert status == 0, text
    return (folder / "good.zip").read_bytes()


def _members(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def a_changed_package(random: Random, folder: Path) -> str:
    """A package is valid only if all its members have their original content."""
    content = _package(folder)
    if not content:
        return "no package was written"
    status, _ = command("verify", folder / "good.zip")
    changed = bytearray(content)
    match random.randrange(4):
        case 0:
            changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        case 1:
            del changed[random.randrange(len(changed)) :]
        case 2:
            changed += random.randbytes(random.randint(1, 200))
        case _:
            at = random.randrange(len(changed))
            changed[at : at + 8] = random.randbytes(random.randint(0, 16))
    (folder / "bad.zip").write_bytes(changed)
    try:
        with bounded():
            after, text = command("verify", folder / "bad.zip")
    except HangError:
        return "verify does not end"
    if "Traceback" in text or after not in (0, 1, 2, 3):
        return f"exit status {after}: {text[-1500:]}"
    if after == 0 and status == 0:
        try:
            same = _members(bytes(changed)) == _members(content)
        except Exception as error:
            return f"verified a package that Python cannot read: {error!r}"
        return "" if same else "a changed package was verified"
    return "" if after or status == 0 else f"the changed package has a better status: {text}"


def a_forged_package(random: Random, folder: Path) -> str:
    """Added, missing, repeated, linked and huge members are refused, and nothing is extracted."""
    members = list(_members(_package(folder)).items())
    victims = Victims(folder)
    bad = folder / "bad.zip"
    name, data = random.choice(members)
    kind = random.choice(
        (
            "traversal",
            "absolute",
            "link",
            "twice",
            "missing",
            "added",
            "bomb",
            "nested",
            "changed",
            "name",
            "folder",
            "device",
            "encrypted",
        )
    )
    with zipfile.ZipFile(bad, "w", zipfile.ZIP_DEFLATED) as package:
        for member, text in members:
            if kind == "missing" and member == name:
                continue
            if kind in ("nested", "changed") and member == name:
                text = b"[" * 300_000 if kind == "nested" else text + b"x"
            package.writestr(member, text)
        match kind:
            case "traversal":
                package.writestr("../victims/file", b"x")
            case "absolute":
                package.writestr(str(victims.folder / "file"), b"x")
            case "link" | "device":
                info = zipfile.ZipInfo("extra")
                mode = stat.S_IFLNK if kind == "link" else stat.S_IFCHR
                info.external_attr = (mode | 0o777) << 16
                package.writestr(info, str(victims.folder / "file"))
            case "twice":
                with warnings.catch_warnings(action="ignore"):
                    package.writestr(name, data + b" ")
            case "added":
                package.writestr("extra.txt", b"x")
            case "bomb":
                package.writestr("extra.txt", bytes(300 << 20))
            case "name":
                package.writestr(
                    random.choice(("\x1b[2J", "a\n::error::x", "\ud7ff", "x" * 60_000)), b""
                )
            case "folder":
                package.writestr("extra/", b"")
    if kind == "encrypted":
        content = bytearray(bad.read_bytes())
        for at in [found.start() for found in re.finditer(rb"PK\x01\x02", bytes(content))]:
            content[at + 8] |= 1
        bad.write_bytes(content)
    try:
        with bounded():
            status, text = command("verify", bad)
    except HangError:
        return f"{kind}: verify does not end"
    if found := violation(("verify",), status, text):
        return f"{kind}: {found}"
    if victims.changed():
        return f"{kind}: changed a file outside"
    return "" if status else f"{kind} ({name}): exit status 0: {text[:600]}"


ATTACKS = [a_changed_package, a_forged_package]
