"""The ``.case`` file format.

Writing and reading an example loses nothing, reading executes no code, and damage is reported.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.cases import Example, SpecIndex, bundled_specs
from conformance.cases.casefile import (
    Case,
    CaseError,
    RecordedFailure,
    decode_case,
    encode_case,
    read_case,
    write_case,
)
from conformance.hal import Model, SharedMemory
from tests.dump.arbitrary_examples import examples
from tests.dump.example_equality import assert_same
from tests.golden import normalized
from tests.sample_drivers.adder_driver import add_example
from tests.tiers import every_fast

SPECS = sorted(bundled_specs().glob("*/*.mod.py"))
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"


def case_of(example: Example | None = None) -> Case:
    """Return a case file with a value in every field."""
    return Case(
        "V1_0/add/add",
        example or add_example(by_reference=True),
        ("sync-fast", "async-low-timed"),
        2**70,
        "campaign 7",
        "adder 1",
        (RecordedFailure("sync-fast", "failed", "values", "4 of 4\nvalues wrong"),),
        "0.1.0",
    )


def sealed(text: bytes) -> bytes:
    """Return the text followed by the line with its checksum, as in a case file."""
    return b"%send %08x\n" % (text, zlib.crc32(text))


def edited(old: bytes, new: bytes) -> bytes:
    """Return the content of a case file in which ``old`` is replaced and the checksum is valid."""
    content = encode_case(case_of())
    assert content.count(old) == 1
    return sealed(content[: content.rindex(b"end ")].replace(old, new))


@pytest.mark.parametrize(
    "spec", every_fast(8, SPECS), ids=lambda path: f"{path.parent.name}-{path.stem[:-4]}"
)
def test_bundled_examples_come_back(spec: Path) -> None:
    index = SpecIndex()
    infos = [info for info in index.names(spec) if not info.has_error]
    assert infos
    for info in infos if _FULL else infos[:: max(1, len(infos) // 5)]:
        example = index.load(spec, info.name)
        content = encode_case(Case("id", example))
        assert_same(decode_case(content, "x").example, example)
        assert encode_case(decode_case(content, "x")) == content


@given(examples)
@settings(max_examples=2000 if _FULL else 25, deadline=None)
def test_malformed_examples_come_back(example: Example) -> None:
    """Examples that violate the contract are read as they were written."""
    content = encode_case(Case("id", example))
    assert_same(decode_case(content, "x").example, example)


def test_one_memory_named_twice_stays_one() -> None:
    """Pools that share one memory still share it after reading."""
    memory = SharedMemory(initial=b"abc\0\0")
    example = add_example()
    model = replace(example.model, pools=(memory, SharedMemory(3), memory, SharedMemory(0)))
    again = decode_case(encode_case(Case("id", replace(example, model=model))), "x")
    first, second, third, fourth = again.example.model.pools
    assert first is third
    assert first is not second
    assert (bytes(first.view()), second.size, fourth.size) == (b"abc\0\0", 3, 0)


def test_a_model_of_wrong_python_types_is_refused() -> None:
    example = add_example()
    operand = replace(example.model.main.operands[0], dimensions=("wide",))
    main = replace(example.model.main, operands=(operand,))
    with pytest.raises(CaseError):
        encode_case(Case("id", replace(example, model=Model(main))))


BROKEN = {
    "empty": b"",
    "short": b"nn-conf",
    "no line feed": b"nn-conformance case 1",
    "PNG": b"\x89PNG\r\n",
    "no number": b"nn-conformance case one\n",
    "format 2": b"nn-conformance case 2\nanything",
    "format 0": b"nn-conformance case 0\n",
    "cut": b"nn-conformance case 1\n{",
    "open": sealed(b"nn-conformance case 1\n{\n"),
    "UTF-8": sealed(b'nn-conformance case 1\n{"id": "\xff"}\n'),
    "seed": edited(b'"seed": 1180591620717411303424', b'"seed": "x"'),
    "key": edited(b'"name": "add"', b'"nom": "add"'),
    "operation": edited(b'{"type":"ADD"', b'{"type":"SUM"'),
    "version": edited(b'"spec": "add.mod.py"', b'"spec": "a", "version": "V9"'),
    "outputs": edited(b'"outputs": [{"dimensions":[2,2]}]', b'"outputs": []'),
    "pool size": edited(b'"size":16', b'"size":3'),
    "same pool": edited(b'"size":16', b'"same_as":0,"size":16'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_defect_of_a_file_is_reported(name: str, tmp_path: Path, snapshot: Any) -> None:
    (tmp_path / "broken.case").write_bytes(BROKEN[name])
    with pytest.raises(CaseError) as caught:
        read_case(tmp_path / "broken.case")
    assert normalized(str(caught.value), tmp_path) == snapshot


def test_every_cut_and_every_changed_byte_is_noticed() -> None:
    """A file that is truncated at any length is refused, and one with a flipped bit."""
    content = encode_case(case_of())
    for length in range(len(content) - 1):
        with pytest.raises(CaseError, match=r"x: (truncated|not a case file|damaged)"):
            decode_case(content[:length], "x")
    for offset in range(0, len(content) - 1, 7):
        changed = content[:offset] + bytes([content[offset] ^ 1]) + content[offset + 1 :]
        with pytest.raises(CaseError):
            decode_case(changed, "x")


@given(st.data())
@settings(max_examples=2000 if _FULL else 150, deadline=None)
def test_damage_is_never_anything_but_an_error(data: st.DataObject) -> None:
    """Random damage leads to a valid case or to ``CaseError``, never to another exception."""
    content = bytearray(encode_case(case_of()))
    body = content[: content.rindex(b"end ")]
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(body) - 1))
        kind = data.draw(st.sampled_from(["set", "drop", "put"]))
        if kind == "set":
            body[place] = data.draw(st.integers(0, 255))
        elif kind == "drop":
            del body[place : place + data.draw(st.integers(1, 30))]
        else:
            body[place:place] = data.draw(st.sampled_from([b"[", b'"', b"-1", b"null", b"9" * 40]))
        if not body:
            break
    result = "x: "
    try:
        decode_case(sealed(bytes(body)), "x")
    except CaseError as error:
        result = str(error)
    assert result.startswith("x: ")


def test_writing_is_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "a.case"
    write_case(target, case_of())
    before = target.read_bytes()
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from conformance.cases.casefile import read_case, write_case\n"
        "path = Path(sys.argv[1])\n"
        "case = read_case(path)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try:\n"
        "    write_case(path, case)\n"
        "except OSError as error:\n"
        "    print(error.strerror)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(target)],
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
        text=True,
    )
    assert done.stdout.strip() == "File too large"
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.case"]
