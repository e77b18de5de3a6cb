"""The command line: output of a correct run, and error messages for invalid input."""

from __future__ import annotations

from tests.plugin.conftest import UserFolder

USAGE_ERROR = 4


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


def test_own_tests_run_beside_cases(folder: UserFolder) -> None:
    """Cases and ordinary tests run in one pytest run."""
    folder.write("test_own.py", "def test_own():\n    assert True\n")
    done = folder.command("pytest --driver reference test_own.py mine")
    assert done.count("passed") == 5, done.out
    assert "cases: 4 passed" in done.out


def test_a_shadowed_package_is_named(folder: UserFolder) -> None:
    """A folder of the user that hides a package of the project is a usage error."""
    folder.write("generators/__init__.py", "")
    done = folder.command("pytest --driver reference mine", new_interpreter=True)
    assert done.code == USAGE_ERROR, done.out
    assert str(folder.path) in done.out


def test_the_longer_option_and_the_ini_value(folder: UserFolder) -> None:
    folder.write("pytest.ini", "[pytest]\nnn_driver = drivers.py:FloorOnly\n")
    assert "driver: floor only" in folder.command("pytest mine").out
    assert "driver: rounds" in folder.command("pytest --nn-driver drivers.py:Rounds mine").out
