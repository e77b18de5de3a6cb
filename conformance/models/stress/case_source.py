"""Stress modes as cases of a pytest run, whose case ids are ``stress/<mode>``.

A run has them only if ``--stress`` or a case id on the command line selects them, because each
takes seconds or minutes. A mode runs in processes of its own, which open the driver again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.plugin.items import CaseItem, CaseSource, report_outcome
from conformance.results.run_statistics import STRESS
from conformance.run.session import run_context_of
from conformance.verdicts import Verdict, VerdictKind
from nn_conformance_options import SETTINGS, Settings

if TYPE_CHECKING:
    from conformance.models.stress.report import ModeResult
    from conformance.run.session import RunContext

STRESS_FILE: Final = Path(__file__)
"""The file below which the modes are collected."""
STRESS_FILE_DISPLAY: Final = "conformance/models/stress/case_source.py"
DEFAULT_SECONDS: Final = 5.0
_LOCK_FILE: Final = "stress.lock"


def add_stress_arguments(config: pytest.Config, arguments: Sequence[str]) -> list[str]:
    """Return pytest's arguments with the ids of stress modes replaced by node ids.

    An id may contain wildcards, as in ``stress/multi-process-*``. With ``--stress``, the file from
    which all modes are collected is added. Raise ``pytest.UsageError`` for an unknown mode, for
    models that do not exist, and for an option of the modes if no mode is selected.
    """
    all_requested = config.stash[SETTINGS].stress
    out: list[str] = []
    selected = all_requested
    for argument in arguments:
        names = _typed_modes(argument)
        if names is None:
            out.append(argument)
            continue
        selected = True
        if not all_requested:
            out += [f"{STRESS_FILE}::{name}" for name in names]
    is_collected = any(
        STRESS_FILE.is_relative_to(Path(a).absolute()) for a in out if Path(a).is_dir()
    )
    if all_requested and not is_collected:
        out.append(str(STRESS_FILE))
    _check_options(config.stash[SETTINGS], selected=selected)
    return list(dict.fromkeys(out))


def _typed_modes(argument: str) -> list[str] | None:
    """Return the modes that an argument names; ``None`` if it is no case id or node id of one."""
    for file in (STRESS_FILE_DISPLAY, str(STRESS_FILE)):
        if argument.startswith(f"{file}::"):
            return _mode_names(argument.partition("::")[2], argument)
    if not argument.startswith(STRESS) or os.path.exists(argument):  # noqa: PTH110 - may be too long
        return None
    return _mode_names(argument.removeprefix(STRESS), argument)


def _mode_names(pattern: str, argument: str) -> list[str]:
    from conformance.models.stress.modes import all_modes, select_modes  # noqa: PLC0415

    try:
        return [mode.name for mode in select_modes(all_modes(), [pattern])]
    except ValueError as error:
        raise pytest.UsageError(f"{argument[:200]}: {error}") from None


def _check_options(settings: Settings, *, selected: bool) -> None:
    """Raise ``pytest.UsageError`` for an option of the modes that is invalid or has no effect."""
    if not selected:
        for option, given in (
            ("--stress-seconds", settings.stress_seconds),
            ("--stress-models", settings.stress_models),
        ):
            if given:
                raise pytest.UsageError(
                    f"{option} applies only to stress modes: add --stress, or name modes, for "
                    "example stress/parallel-inference"
                )
        return
    from conformance.models.stress.models import ModelsError, model_files  # noqa: PLC0415

    for path in settings.stress_models:
        try:
            model_files(Path(path))
        except ModelsError as error:
            raise pytest.UsageError(f"--stress-models {error}") from None


def selected_modes(config: pytest.Config) -> list[str]:
    """Return the names of the modes that the options and arguments of a session select."""
    if config.stash[SETTINGS].stress:
        return _mode_names("*", STRESS)
    prefix = f"{STRESS_FILE}::"
    return [
        argument.removeprefix(prefix) for argument in config.args if argument.startswith(prefix)
    ]


class StressModes(CaseSource):
    """The stress modes of a session, in the order of the table."""

    prefix = STRESS
    records_cases = True

    def arguments(self, config: pytest.Config, given: Sequence[str]) -> list[str]:
        return add_stress_arguments(config, given)

    def refs(self, config: pytest.Config) -> Iterable[str]:
        return selected_modes(config)

    def item(self, parent: pytest.File, name: str) -> CaseItem:
        item: CaseItem = StressItem.from_parent(parent, name=name)
        return item

    def recorded(self, config: pytest.Config) -> dict[str, Any]:
        return {"stress": selected_modes(config)}


class StressItem(CaseItem):
    """One stress mode."""

    limits_itself = True

    @cached_property
    def case_id(self) -> str:
        """``stress/<mode>``."""
        return f"{STRESS}{self.name}"

    def runtest(self) -> None:
        """Run the mode in processes of its own and report its outcome as a verdict."""
        run = run_context_of(self.config)
        with _mode_lock(self.config, self.name):
            verdict = _run_mode(run, self.name, self.case_id)
        self.verdicts = run.gate.apply([verdict])
        report_outcome(self.verdicts)


@contextmanager
def _mode_lock(config: pytest.Config, name: str) -> Iterator[None]:
    """Keep other xdist workers from running a mode while this one runs a mode that measures."""
    from conformance.models.stress.modes import all_modes  # noqa: PLC0415

    isolation: Any = config.pluginmanager.getplugin("nn_conformance_isolation")
    folder: Path | None = isolation.shared_folder
    if folder is None:
        yield
        return
    measures = any(mode.measures for mode in all_modes() if mode.name == name)
    with (folder / _LOCK_FILE).open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX if measures else fcntl.LOCK_SH)
        yield


def _run_mode(run: RunContext, name: str, case_id: str) -> Verdict:
    from conformance.models.stress.load import StressSettings  # noqa: PLC0415
    from conformance.models.stress.mode_process import run_mode  # noqa: PLC0415
    from conformance.models.stress.models import (  # noqa: PLC0415
        DEFAULT_GROUP,
        ModelsError,
        load_models,
    )
    from conformance.models.stress.modes import all_modes, select_modes  # noqa: PLC0415

    paths = [Path(path) for path in run.settings.stress_models]
    seconds = run.settings.stress_seconds or DEFAULT_SECONDS
    settings = StressSettings(seconds, seed=run.seed, limits=run.limits)
    (mode,) = select_modes(all_modes(), [name])
    try:
        models = load_models([] if paths else [DEFAULT_GROUP], paths)
    except ModelsError as error:
        kind = VerdictKind.INTERNAL_ERROR
        return Verdict(case_id, "", kind, "model.unreadable", str(error))
    return verdict_of_mode(run_mode(run.driver, mode, models, settings), case_id)


def verdict_of_mode(result: ModeResult, case_id: str) -> Verdict:
    """Return the verdict on a mode; its details are the counts and measured values of the mode."""
    from conformance.models.stress.report import Outcome  # noqa: PLC0415

    kind, rule = {
        Outcome.SUCCESS: (VerdictKind.PASSED, ""),
        Outcome.FAILURE: (VerdictKind.FAILED, "stress.requirements"),
        Outcome.HANG: (VerdictKind.HANG, "stress.returns"),
        Outcome.CRASH: (VerdictKind.CRASH, "stress.alive"),
        Outcome.NOT_RUN: (VerdictKind.NOT_APPLICABLE, "stress.applicable"),
    }[result.outcome]
    if result.lacks_models:
        kind, rule = VerdictKind.DECLINED, "stress.models"
    details: dict[str, Any] = {
        "outcome": str(result.outcome),
        "counts": result.counts,
        "values": result.values,
        "models": list(result.models),
        "declined_models": list(result.declined),
    }
    if result.casualty is not None:
        details["casualty"] = str(result.casualty)
    if result.details:
        name = "trace" if result.outcome is Outcome.HANG else "printed"
        details[name] = list(result.details)
    reason, *others = result.reasons or ("",)
    if others:
        details["further_findings"] = [{"rule": rule, "reason": other} for other in others]
    return Verdict(case_id, "", kind, rule, reason, (), details, {"stress": result.seconds})
