"""The command line: output of a correct run, and error messages for invalid input."""

from __future__ import annotations

import pytest

from tests.plugin.conftest import UserFolder

USAGE_ERROR = 4


def test_reference_passes_a_small_spec(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference mine")
    assert done.code == 0, done.out
    assert done.count("passed") == 4
    assert "driver: reference " in done.out
    assert "HAL AIDL_V3" in done.out
    assert "seed 0, callback timeout 10 s" in done.out
    assert "cases: 4 passed" in done.out
    assert "reproduce with" not in done.out


def test_without_a_driver_the_plugin_stays_out(folder: UserFolder) -> None:
    """Without ``--driver`` the plugin imports none of its packages and prints nothing."""
    folder.write(
        "test_own.py",
        "import sys\n"
        "def test_own():\n"
        "    assert not [m for m in sys.modules if m.split('.')[0] in "
        "('conformance', 'generators', 'fuzz', 'numpy', 'msgspec')]\n",
    )
    done = folder.command("pytest", new_interpreter=True)
    assert done.code == 0, done.out
    assert done.summary.startswith("1 passed")
    assert "conformance of" not in done.out
    assert "driver:" not in done.out


def test_own_tests_run_beside_cases(folder: UserFolder) -> None:
    """Cases and ordinary tests run in one pytest run."""
    folder.write("test_own.py", "def test_own():\n    assert True\n")
    done = folder.command("pytest --driver reference test_own.py mine")
    assert done.count("passed") == 5, done.out
    assert "cases: 4 passed" in done.out


def test_a_spec_without_a_driver_is_a_usage_error(folder: UserFolder) -> None:
    done = folder.command("pytest mine/small.mod.py")
    assert done.code == USAGE_ERROR
    assert "mine/small.mod.py is a spec file, which needs a driver" in done.out
    assert "--driver reference" in done.out


@pytest.mark.parametrize(
    ("driver", "expected_text"),
    [
        ("referense", "did you mean reference?"),
        ("nosuchmodule:X", "no module 'nosuchmodule' can be imported"),
        ("drivers:Round", "has no attribute 'Round'; did you mean Rounds"),
        ("drivers.py", "name the attribute of the file that is the driver"),
        ("nosuch.py:X", "nosuch.py does not exist"),
        ("drivers.py:", "one side of the colon is empty"),
        ("drivers.py:Broken", "OSError: no such accelerator"),
        ("drivers.py:Leaves", "the accelerator is in use"),
        ("drivers.py:nothing", "calling it returned None"),
        ("drivers.py:text", "an object of type str"),
        ("drivers.py:number", "found an object of type int"),
    ],
)
def test_invalid_driver_is_a_usage_error(
    folder: UserFolder, driver: str, expected_text: str
) -> None:
    """An invalid ``--driver`` is a usage error, and the message states the reason."""
    done = folder.command(f"pytest --driver {driver} mine")
    assert done.code == USAGE_ERROR, done.out
    assert expected_text in done.out
    assert f"--driver {driver}" in done.out
    assert "INTERNALERROR" not in done.out


def test_a_driver_file_that_does_not_run(folder: UserFolder) -> None:
    folder.write("broken.py", "import conformance\n\ndef make(:\n    pass\n")
    done = folder.command("pytest --driver broken.py:make mine")
    assert done.code == USAGE_ERROR
    assert "broken.py" in done.out
    assert "SyntaxError" in done.out
    assert "line 3" in done.out


def test_a_shadowed_package_is_named(folder: UserFolder) -> None:
    """A folder of the user that hides a package of the project is a usage error."""
    folder.write("generators/__init__.py", "")
    done = folder.command("pytest --driver reference mine", new_interpreter=True)
    assert done.code == USAGE_ERROR, done.out
    assert "nn-conformance cannot start: package 'generators' is shadowed by" in done.out
    assert str(folder.path) in done.out


def test_the_longer_option_and_the_ini_value(folder: UserFolder) -> None:
    folder.write("pytest.ini", "[pytest]\nnn_driver = drivers.py:FloorOnly\n")
    assert "driver: floor only" in folder.command("pytest mine").out
    assert "driver: rounds" in folder.command("pytest --nn-driver drivers.py:Rounds mine").out


def test_events_that_cannot_be_written_are_a_usage_error(folder: UserFolder) -> None:
    done = folder.command("pytest --driver reference --events nowhere/run.jsonl mine")
    assert done.code == USAGE_ERROR
    assert "--events nowhere/run.jsonl: No such file or directory" in done.out


def test_a_run_that_a_test_starts_does_not_end_the_process_of_the_test(folder):
    """The run inside the test sets no limit on the exit of the process that runs the test."""
    folder.write(
        "test_inner.py",
        "import threading\n"
        "import pytest\n"
        "def test_inner():\n"
        "    arguments = ['--driver', 'drivers.py:Rounds', 'mine', '-k', 'relu']\n"
        "    assert pytest.main(['-p', 'no:cacheprovider', *arguments]) == 0\n"
        "    assert 'nn-hard-limit' not in {thread.name for thread in threading.enumerate()}\n",
    )
    done = folder.command("pytest --driver reference test_inner.py")
    assert done.code == 0, done.out
