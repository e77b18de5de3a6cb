"""The example driver in the README behaves as the README states."""

from __future__ import annotations

import re
from pathlib import Path

from tests.plugin.conftest import UserFolder

README = Path(__file__).parents[2] / "README.md"


def printed_driver() -> str:
    """Return the only Python code block of the README."""
    (code,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def test_the_first_driver(folder: UserFolder) -> None:
    code = printed_driver()
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    folder.write("mydriver.py", code)
    done = folder.command(
        "pytest --driver mydriver.py:MyDriver -q -rd V1_0/floor.mod.py V1_0/relu.mod.py "
        "V1_0/softmax/softmax_rank_1"
    )
    assert done.code == 0, done.out
    assert "declined: " in done.out
    assert done.count("passed") > 10
    assert not re.search(r"\bfailed\b", done.summary)


def test_the_changed_driver_is_found_out(folder: UserFolder) -> None:
    code = printed_driver()
    assert "np.floor" in code
    folder.write("mydriver.py", code.replace("np.floor", "np.round"))
    done = folder.command("pytest --driver mydriver.py:MyDriver V1_0/floor/floor_rank_1")
    assert done.code == 1
    assert "FLOOR (operation 0): " in done.out
