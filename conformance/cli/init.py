"""``nn-conformance init [FOLDER]``: write the files of a vendor's conformance project."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import conformance
from conformance import __version__
from conformance.cli.options import ExitStatus, add_command

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,60}")
_TARGETS: Final = {
    "gitignore": ".gitignore",
    "github.yml": ".github/workflows/conformance.yml",
    "gitlab.yml": ".gitlab-ci.yml",
    "driver.py.txt": "driver.py",
}
"""Paths of the files whose templates have other names."""
_QUICK: Final = {
    "python": "--case 'V1_0/floor/*' --case 'V1_0/relu/*'",
    "c": "--case 'V1_0/conv_2d_ends/*' --case 'V1_0/softmax_ends/*'",
}
"""Options that select a few cases of the operations that the policy requires."""
_NATIVE_FILES: Final = (
    *("Makefile", "nnapi.h", "driver.h", "kernels.h", "sha256.h", "model.c", "operations.c"),
    *("kernels.c", "memory.c", "compilation.c", "sha256.c", "execution.c", "scheduling.c"),
    *("device.c", "fault.c"),
)

_EPILOG: Final = """\
The folder gets a driver that passes, a policy, waivers, and CI files for GitHub and GitLab. An
existing file is never overwritten.

exit status: 0 the files were written; 2 a file exists or cannot be written
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "write a project for a driver: template, policy, waivers, CI files"
    parser = add_command(verbs, "init", run, summary, _EPILOG)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(), metavar="FOLDER", help="(default: .)"
    )
    parser.add_argument(
        "--language",
        choices=("python", "c"),
        default="python",
        help="language of the driver template; c: the NNAPI C interface (default: python)",
    )
    parser.add_argument(
        "--name", default="mydriver", metavar="NAME", help="name of the driver (default: mydriver)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the files and return the exit status."""
    if _NAME.fullmatch(arguments.name) is None:
        arguments.parser.error(
            f"--name {arguments.name!r}: expected letters, digits and the characters _ . -, "
            "beginning with a letter"
        )
    contents = project_files(arguments.language, arguments.name)
    try:
        _write(arguments.folder, contents)
    except (OSError, FileExistsError) as error:
        text = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"nn-conformance: {text}; nothing was written", file=sys.stderr)
        return ExitStatus.UNUSABLE
    for name in contents:
        print(f"wrote {arguments.folder / name}")
    print("\nNext:")
    steps = [f"cd {arguments.folder}"] if arguments.folder != Path() else []
    steps += ["make"] if arguments.language == "c" else []
    steps.append(f"pytest {_QUICK[arguments.language]}    # some operations, in seconds")
    steps.append("pytest -n auto --events run.jsonl    # the whole suite, as in CI")
    steps.append("nn-conformance report run.jsonl")
    print("".join(f"    {step}\n" for step in steps), end="")
    return 0


def project_files(language: str, name: str) -> dict[str, bytes]:
    """Return the files of a project by path."""
    root = files("conformance.cli") / "project_files"
    texts = {
        file.name: file.read_text(encoding="utf-8")
        for folder in ("common", language)
        for file in (root / folder).iterdir()
        if file.is_file()
    }
    extra = "[native]" if language == "c" else ""
    texts["requirements.txt"] = f"nn-conformance{extra}>={__version__}\npytest-xdist>=3.6\n"
    values = _values(language, name)
    contents = {
        _TARGETS.get(file, file): re.sub("@([A-Z_]+)@", lambda m: values[m[1]], text).encode()
        for file, text in texts.items()
    }
    if language == "c":
        contents |= {file: (native_driver() / file).read_bytes() for file in _NATIVE_FILES}
    return dict(sorted(contents.items()))


def _values(language: str, name: str) -> Mapping[str, str]:
    build = language == "c"
    rows = "| `driver.py` | the driver |"
    if build:
        rows = "| `*.c`, `*.h`, `Makefile` | the driver; `make` builds `libexample.so` |"
    return {
        "NAME": name,
        "DRIVER_FILES": rows,
        "BUILD": "    make\n" if build else "",
        "QUICK": _QUICK[language],
        "GITHUB_BUILD": "      - run: make\n" if build else "",
        "GITLAB_BUILD": "    - make\n" if build else "",
    }


def native_driver() -> Path:
    """Return the folder of the example driver: in the installed package, else in the checkout."""
    package = Path(conformance.__file__).resolve().parent
    installed = package / "_native_driver"
    return installed if installed.is_dir() else package.parent / "examples" / "native_driver"


def _write(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write all files, or none if one of them exists. Raise ``OSError``."""
    existing = [name for name in contents if os.path.lexists(folder / name)]
    if existing:
        raise FileExistsError(f"{folder}: already has {', '.join(existing)}")
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)
