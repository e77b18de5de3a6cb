"""Tests of ``SpecIndex``: it returns names and examples without executing the spec again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conformance.cases import SpecError, SpecIndex, load_examples
from conformance.files import CACHE_VARIABLE, default_cache_dir
from conformance.hal import OperationType, Version
from tests.specfile.canonical import canonical

COUNTING = """
    print("the spec runs")
    a = Input("a", ("TENSOR_FLOAT32", [64]))
    w = Parameter("w", ("TENSOR_FLOAT32", [64]), [i / 3 for i in range(64)])
    b = Output("b", ("TENSOR_FLOAT32", [64]))
    Model().Operation("MUL", a, w, 0).To(b)
    Example({a: range(64) and list(range(64)), b: [i * i / 3 for i in range(64)]}
            ).AddVariations("relaxed").ExpectFailure()
"""


@pytest.fixture
def runs(capsys):
    """Return a function that returns how often the counting spec has been executed."""
    printed = []

    def count():
        printed.append(capsys.readouterr().err)
        return "".join(printed).count("the spec runs")

    return count


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


def same(one, other):
    return canonical(one) == canonical(other)


def test_names_and_examples_are_read_from_the_cache(write_spec, cache, runs):
    path = write_spec(COUNTING)
    expected = load_examples(path)
    infos = SpecIndex(cache).names(path)
    assert [info.name for info in infos] == [e.name for e in expected]
    assert [info.relaxed for info in infos] == [False] * 4 + [True] * 4
    assert all(info.expect_failure and not info.has_error for info in infos)
    assert {info.version for info in infos} == {Version.V1_2, None}
    assert infos[1].operations == (OperationType.ADD, OperationType.MUL)
    assert runs() == 2
    fresh = SpecIndex(cache)
    assert fresh.names(path) == infos
    for example in reversed(expected):
        assert same(fresh.load(path, example.name), example)
    assert runs() == 2
    with pytest.raises(KeyError):
        fresh.load(path, "absent")


def test_a_changed_file_and_another_version_have_separate_entries(write_spec, cache, runs):
    index = SpecIndex(cache)
    path = write_spec(COUNTING)
    assert len(index.names(path)) == 8
    write_spec(COUNTING.replace('AddVariations("relaxed").', ""))
    assert len(index.names(path)) == 4
    assert index.names(write_spec(COUNTING, folder="V1_3"))[0].version is Version.V1_3
    assert index.names(write_spec(COUNTING, name="other"))[0].name == "other"
    assert runs() == 4


@pytest.mark.parametrize("where", ["empty", "magic", "table", "record", "tail", "garbage"])
def test_a_damaged_cache_file_is_rebuilt(write_spec, cache, runs, where):
    path = write_spec(COUNTING)
    expected = SpecIndex(cache).names(path)
    (stored,) = cache.iterdir()
    content = bytearray(stored.read_bytes())
    match where:
        case "empty":
            content.clear()
        case "magic":
            content[0] ^= 1
        case "table":
            content[40] ^= 1
        case "record":
            content[-1] ^= 1
            content[len(content) // 2] ^= 1
        case "tail":
            del content[-200:]
        case "garbage":
            content[:] = os.urandom(len(content))
    stored.write_bytes(content)
    fresh = SpecIndex(cache)
    assert fresh.names(path) == expected
    for info in expected:
        assert fresh.load(path, info.name).name == info.name
    assert runs() == 2


def test_a_cache_file_deleted_during_use_is_rebuilt(write_spec, cache, runs):
    path = write_spec(COUNTING)
    index = SpecIndex(cache)
    names = [info.name for info in index.names(path)]
    (stored,) = cache.iterdir()
    stored.unlink()
    assert index.load(path, names[-1]).name == names[-1]
    SpecIndex(cache).names(path)
    reader = SpecIndex(cache)
    reader.names(path)
    stored.unlink()
    assert reader.load(path, names[-1]).name == names[-1]


def test_an_unusable_cache_directory_does_not_change_results(write_spec, tmp_path, runs):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    index = SpecIndex(blocked / "below")
    path = write_spec(COUNTING)
    names = [info.name for info in index.names(path)]
    assert index.load(path, names[2]).name == names[2]
    assert runs() == 1


def test_cache_directory_by_environment(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "named"))
    assert default_cache_dir() == tmp_path / "named"
    monkeypatch.delenv(CACHE_VARIABLE)
    assert default_cache_dir().name == "nn-conformance"


def test_broken_examples_are_listed_and_raise_on_loading(write_spec, cache):
    path = write_spec("""
        a, b = Input("a", "TENSOR_FLOAT32", "{2}"), Output("b", "TENSOR_FLOAT32", "{2}")
        Model().Operation("RELU", a).To(b)
        Example({a: [1, 2], b: [1, 2]}, {a: [1], b: [1]}).DisableLifeTimeVariation()
    """)
    for _ in range(2):
        index = SpecIndex(cache)
        assert [(i.name, i.has_error) for i in index.names(path)] == [
            *(("sample", False), ("sample_2", True)),
        ]
        assert index.load(path, "sample").name == "sample"
        with pytest.raises(SpecError, match=r"sample\.mod\.py:4: operand 'a' has 1 values"):
            index.load(path, "sample_2")


def test_a_file_that_cannot_be_executed_is_not_cached(write_spec, cache):
    path = write_spec("1 / 0")
    index = SpecIndex(cache)
    for _ in range(2):
        with pytest.raises(SpecError, match="ZeroDivisionError"):
            index.names(path)
    assert not cache.exists()
    with pytest.raises(SpecError, match="cannot be read"):
        index.names(path.with_name("gone.mod.py"))


def test_special_examples_are_cached_unchanged(write_spec, cache):
    path = write_spec("""
        x, y = Input("x", ("TENSOR_FLOAT32", [1])), Output("y", ("TENSOR_FLOAT32", [1]))
        Configuration.use_shm_for_weights = True
        body = Model("body").Operation("MUL", x, [0.5], 0).To(y)
        Configuration.use_shm_for_weights = False
        w = Parameter("w", ("TENSOR_QUANT8_SYMM_PER_CHANNEL", [2]), [1, 2],
                      extraParams=SymmPerChannelQuantParams(0, [0.1, 0.2]))
        c, gone = BoolScalar("c", True), Parameter("gone", ("TENSOR_INT32", [0]), None)
        p, q = Input("p", ("TENSOR_FLOAT32", [1])), IgnoredOutput("q", ("TENSOR_FLOAT32", [1]))
        Model().Operation("IF", c, body, body, p, w, gone).To(q)
        e = Example(({p: []}, {})).WithMultinomialDistributionTolerance(0.1)
    """)
    (expected,) = load_examples(path)
    SpecIndex(cache).names(path)
    found = SpecIndex(cache).load(path, "sample")
    assert same(found, expected)
    assert bytes(found.model.pools[0].view()) == bytes(expected.model.pools[0].view())
    assert found.inputs == (None,)


WORKER = """
import sys, random
from conformance.cases import SpecIndex
for _ in range(15):
    index = SpecIndex(sys.argv[1])
    infos = index.names(sys.argv[2])
    assert len(infos) == 8
    for info in infos:
        assert index.load(sys.argv[2], info.name).name == info.name
    if random.random() < 0.5:
        for stored in index.directory.glob("*.nnspec"):
            stored.unlink(missing_ok=True)
"""


def test_many_processes_share_a_cache(write_spec, cache, runs):
    path = write_spec(COUNTING)
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", WORKER, str(cache), str(path)]
    workers = [
        subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    for worker in workers:
        _, errors = worker.communicate(timeout=300)
        assert worker.returncode == 0, errors
    assert not list(cache.glob(".*.part"))
