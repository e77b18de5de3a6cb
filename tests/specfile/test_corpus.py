"""The public spec corpus, where ``NN_CONFORMANCE_SPEC_CORPUS`` names its folder.

``corpus_digests.tsv.gz`` holds a digest of each of the corpus's 9374 examples: names, types,
shapes, scales, lifetimes, operations, data bytes, version and flags (``canonical.py`` says in which
form). The digests were made once by running the corpus's own generator and putting what it was
about to print into that form, with floats read from the printed text by C's ``strtof``. None of
this project's code took part, so equal digests mean that both read the specs the same way.

All examples are digested. Writing and reading back is tried on three folders and a fixed tenth of
the others; ``NN_CONFORMANCE_FULL=1`` tries all.
"""

import gzip
import os
import random
from functools import cache
from pathlib import Path

import pytest

from conformance.specfile import SpecIndex, iter_examples, load, spec_name, write
from tests.specfile.canonical import canonical, digest, without_identity

_CORPUS = os.environ.get("NN_CONFORMANCE_SPEC_CORPUS")
_FULL = os.environ.get("NN_CONFORMANCE_FULL") == "1"
_FOLDERS = ["V1_0", "V1_1", "V1_2", "V1_3", "V1_3_cts_only", "AIDL_V2", "AIDL_V3"]
_WRITTEN_IN_FULL = {"V1_0", "V1_1", "AIDL_V2", "AIDL_V3"}

pytestmark = pytest.mark.skipif(
    not _CORPUS, reason="NN_CONFORMANCE_SPEC_CORPUS names no folder of the public spec corpus"
)


@cache
def expected() -> dict[str, dict[str, str]]:
    """Digest by example name, in order, by file."""
    files: dict[str, dict[str, str]] = {}
    content = gzip.decompress(Path(__file__).with_name("corpus_digests.tsv.gz").read_bytes())
    for line in content.decode().splitlines():
        if line.startswith("#"):
            current = files[line[1:]] = {}
            spec = spec_name(line)
        else:
            suffix, value = line.split("\t")
            current[spec + suffix] = value
    return files


def files_of(folder):
    return [Path(_CORPUS or "") / name for name in expected() if name.startswith(f"{folder}/")]


def test_the_list_is_complete():
    assert sum(map(len, expected().values())) == 9374
    found = {path.relative_to(_CORPUS).as_posix() for path in Path(_CORPUS).glob("*/*.mod.py")}
    assert found == set(expected())


@pytest.mark.parametrize("folder", _FOLDERS)
def test_reading_agrees_with_the_original(folder):
    for path in files_of(folder):
        found = {example.name: digest(example) for example in load(path)}
        wanted = expected()[path.relative_to(_CORPUS).as_posix()]
        assert list(found.items()) == list(wanted.items()), path


@pytest.mark.parametrize("folder", _FOLDERS)
def test_writing_and_reading_gives_the_same_example(folder):
    chance = random.Random(f"round trip {folder}")
    for path in files_of(folder):
        for example in load(path):
            if not (_FULL or folder in _WRITTEN_IN_FULL or chance.random() < 0.1):
                continue
            text = write(example).encode()
            (again,) = iter_examples(f"/anywhere/{example.spec}.mod.py", source=text)
            assert without_identity(again) == without_identity(example), example.name
            assert canonical(again) == canonical(example)


def test_the_index_gives_the_same_examples(tmp_path):
    index = SpecIndex(tmp_path)
    for folder in ("V1_0", "V1_3"):
        for path in files_of(folder):
            wanted = expected()[path.relative_to(_CORPUS).as_posix()]
            assert [info.name for info in index.names(path)] == list(wanted)
            for name, value in wanted.items():
                assert digest(index.load(path, name)) == value
