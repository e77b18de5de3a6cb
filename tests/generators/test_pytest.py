"""``pytest --random-graphs``: seeds as cases, typed ids, dumps, and xdist."""

from __future__ import annotations

import pytest

BROKEN = """
import numpy as np

from conformance.hal import OperationType
from conformance.reference import ReferenceDevice


class Off(ReferenceDevice):
    name = "off"

    def compile_call(self, call):
        kernel = super().compile_call(call)
        if call.definition.type == OperationType.TANH:
            return lambda inputs: [np.asarray(a + 1, a.dtype) for a in kernel(inputs)]
        return kernel
"""


def _run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)


@pytest.fixture
def broken(pytester: pytest.Pytester) -> str:
    pytester.makepyfile(broken=BROKEN)
    pytester.mkdir("empty")
    return "broken.py:Off"


def test_as_many_seeds_as_asked_for(pytester: pytest.Pytester) -> None:
    pytester.mkdir("empty")
    result = _run(pytester, "--driver", "reference", "--random-graphs", "12", "empty", "-v")
    result.assert_outcomes(passed=12)
    result.stdout.fnmatch_lines(["*profiles.py::default/0 PASSED*", "*::default/11 PASSED*"])


def test_seed_and_profile_choose_the_graphs(pytester: pytest.Pytester) -> None:
    pytester.mkdir("empty")
    arguments = ("--random-graphs", "3", "--random-profile", "tiny", "--nn-seed", "70", "empty")
    result = _run(pytester, "--driver", "reference", *arguments, "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*::tiny/70 PASSED*", "*::tiny/72 PASSED*"])


def test_an_id_can_be_typed_alone_and_by_pattern(pytester: pytest.Pytester) -> None:
    result = _run(pytester, "--driver", "reference", "random/tiny/99999", "-v")
    result.assert_outcomes(passed=1)
    result = _run(
        pytester, "--driver", "reference", "--random-graphs", "20", "--case", "random/default/1*"
    )
    result.assert_outcomes(passed=11, deselected=result.parseoutcomes().get("deselected", 0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("random/none/3",), "*random/none/3: a random graph is random/PROFILE/SEED*"),
        (("random/tiny/x",), "*random/tiny/x: a random graph is*"),
        (("--random-graphs", "-1"), "*--random-graphs -1: the number cannot be negative*"),
        (("--random-profile", "huge"), "*--random-profile huge: expected one of tiny, default*"),
    ],
)
def test_what_is_no_graph_is_told(
    pytester: pytest.Pytester, arguments: tuple[str, ...], words: str
) -> None:
    result = _run(pytester, "--driver", "reference", *arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([words])


def test_a_failing_graph_is_minimised_dumped_and_runs_again(
    pytester: pytest.Pytester, broken: str
) -> None:
    arguments = ("--random-graphs", "150", "--random-profile", "tiny", "empty")
    result = _run(pytester, "--driver", broken, *arguments)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert result.parseoutcomes()["failed"] >= 2
    result.stdout.fnmatch_lines(
        ["*smallest: TANH, * elements", "*pytest --driver broken.py:Off random/tiny/*"]
    )
    cases = sorted(pytester.path.rglob("*.case"))
    assert cases
    names = {path.suffix for path in cases[0].parent.iterdir()}
    assert {".case", ".py", ".dot", ".npz", ".txt"} <= names
    again = _run(pytester, "--driver", broken, str(cases[0]))
    again.assert_outcomes(failed=1)
    right = _run(pytester, "--driver", "reference", str(cases[0]))
    right.assert_outcomes(passed=1)


def test_workers_share_the_seeds(pytester: pytest.Pytester, broken: str) -> None:
    pytest.importorskip("xdist")
    arguments = ("--random-graphs", "40", "--random-profile", "tiny", "empty", "--no-dump")
    alone = _run(pytester, "--driver", broken, *arguments)
    two = _run(pytester, "--driver", broken, *arguments, "-n", "2")
    assert alone.parseoutcomes() == two.parseoutcomes()


def test_a_driver_of_an_old_version_gets_graphs_of_its_version(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        old="""
        from conformance.hal import Version
        from conformance.reference import ReferenceDevice

        def device():
            return ReferenceDevice(Version.V1_0)
        """
    )
    pytester.mkdir("empty")
    result = _run(pytester, "--driver", "old.py:device", "--random-graphs", "30", "empty")
    result.assert_outcomes(passed=30)
