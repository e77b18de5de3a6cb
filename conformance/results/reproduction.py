"""The command that runs a case again."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.results.run_statistics import OPTIONAL


def reproduction(
    driver: str, case_id: str = "", *, options: Sequence[str] = (), where: Sequence[str] = ()
) -> list[str]:
    """Return the words of the command that runs a case again.

    ``where`` names the files from which the case is collected; without them it is a bundled case.
    A case file among them needs no ``case_id``. Random graphs and stress modes are collected from
    their ids, because ``--case`` selects only cases that are collected.
    """
    words = ["pytest", "--driver", driver, *options]
    if case_id.startswith(OPTIONAL):
        return [*words, case_id]
    if case_id:
        words += ["--case", case_id]
    return [*words, *where]
