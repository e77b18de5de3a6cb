"""Stress modes as cases of a pytest run, whose case ids are ``stress/<mode>``.

A run has them only if their ids or a pattern such as ``stress/*`` select them, because each takes
seconds or minutes. A mode opens the driver in processes of its own.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from conformance.cases.sources import CaseProblem, CaseRef, CaseSource, Procedure, SourceSession
from conformance.results.run_statistics import STRESS
from conformance.run.session import Session
from conformance.verdicts import Verdict


class StressModes(CaseSource):
    """The stress modes, in the order of the table."""

    prefix = STRESS
    limits_itself = True

    def runs(self, session: SourceSession) -> bool:
        """Return whether ``--case`` has a pattern of modes."""
        return any(text.startswith(STRESS) and "*" in text for text in session.patterns)

    def refs(self, place: Path | None, session: object) -> Iterable[CaseRef]:
        """Return all modes."""
        del place
        return self.named("*", session)

    def named(self, text: str, session: object) -> list[CaseRef]:
        """Return the modes that an id selects, which may contain wildcards."""
        from conformance.models.stress.modes import select_modes  # noqa: PLC0415

        del session
        modes = select_modes(text.removeprefix(STRESS))
        return [CaseRef(f"{STRESS}{mode.name}", mode.name) for mode in modes]

    def state(
        self, session: SourceSession, named: Sequence[CaseRef], *, listed: bool
    ) -> Mapping[str, Any]:
        """Return the names of the selected modes.

        Raise ``ValueError`` for models that do not exist, and for an option of the modes if no mode
        is selected.
        """
        selected = list(self.refs(None, session) if listed else named)
        _check_options(session, selected=bool(selected))
        return {"stress": [ref.name for ref in selected]}

    def load(self, ref: CaseRef, session: Session) -> Procedure:
        """Return the call that runs a mode."""
        return lambda: [_run_mode(session, ref)]


def _check_options(session: SourceSession, *, selected: bool) -> None:
    """Raise ``ValueError`` for an option of the modes that is invalid or has no effect."""
    settings = session.settings
    if not selected:
        for option, given in (
            ("--limit stress", settings.stress_seconds),
            ("--stress-models", settings.stress_models),
        ):
            if given:
                raise ValueError(
                    f"{option} applies only to stress tests: add --case 'stress/*', or name some, "
                    "for example stress/parallel-inference"
                )
        return
    from conformance.models.stress.models import ModelsError, model_files  # noqa: PLC0415

    for path in settings.stress_models:
        try:
            model_files(Path(path))
        except ModelsError as error:
            raise ValueError(f"--stress-models {error}") from None


def _run_mode(run: Session, ref: CaseRef) -> Verdict:
    from conformance.models.stress.context import StressSettings  # noqa: PLC0415
    from conformance.models.stress.models import ModelsError, load_models  # noqa: PLC0415
    from conformance.models.stress.modes import run_mode, select_modes  # noqa: PLC0415

    settings = StressSettings(seed=run.seed, limits=run.limits)
    if run.settings.stress_seconds:
        settings = replace(settings, seconds=run.settings.stress_seconds)
    (mode,) = select_modes(ref.name)
    try:
        models = load_models([Path(path) for path in run.settings.stress_models])
    except ModelsError as error:
        raise CaseProblem("model.unreadable", str(error)) from None
    if run.shared_folder is None:
        return run_mode(run.driver.text, mode, models, settings)
    with (run.shared_folder / "stress.lock").open("wb") as file:
        # While a mode measures times, no other worker runs a mode.
        fcntl.flock(file, fcntl.LOCK_EX if mode.measures else fcntl.LOCK_SH)
        return run_mode(run.driver.text, mode, models, settings)
