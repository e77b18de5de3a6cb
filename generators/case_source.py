"""Random graphs as cases of a pytest run, whose case ids are ``random/<profile>/<seed>``.

A graph is generated when its item runs. pytest collects items only from files, so all nodes belong
to one file of the generator. A case id can be passed to pytest as an argument.

If the driver would decline most graphs of the profile, the session narrows the profile. The case
ids then contain the name of the narrowed profile, from which each graph can be generated again.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from conformance.cases import Example, bundled_specs
from conformance.cases.casefile import RANDOM_SOURCE, CaseFile
from conformance.failures.overwritten_operand import (
    OVERWRITTEN_KEY,
    OverwrittenOperand,
)
from conformance.failures.shrink.minimizer import MinimizationResult, count_input_elements
from conformance.harness.execution.executor import CaseHooks
from conformance.harness.execution.other_data import OtherDataSource, failing_example
from conformance.harness.failure import CaseFailure
from conformance.harness.planning.execution_path import ExecutionPath, default_paths, preference_for
from conformance.harness.planning.path_selection import additional_graph_paths, graph_quality_path
from conformance.oracle.intervals.interval_check import OutputIntervalCheck
from conformance.oracle.other_data import OtherDataOf
from conformance.plugin.items import CaseItem, CaseSource, report_outcome
from conformance.plugin.selection import read_case_list
from conformance.run.session import run_context_of
from conformance.verdicts import VALUE_RULES, JSONValue, Verdict, VerdictKind
from generators.construction.profiles import Profile
from generators.default_graphs import default_graphs
from generators.generate import allowed_cells, is_pair_seed
from generators.graph_judge import GraphJudge
from generators.oracle import case_id, random_example
from generators.supported_profile import (
    Narrowing,
    check_profile_name,
    is_narrowed,
    narrowing,
    resolve_profile,
    supported_cells,
)
from nn_conformance_options import SETTINGS, Settings

if TYPE_CHECKING:
    from conformance.failures.failure_dump import DumpResult
    from conformance.run.session import RunContext

SEED_FILE: Final = Path(__file__)
"""The file below which the seeds are collected."""
SEED_FILE_DISPLAY: Final = "generators/case_source.py"
_ALL_PATHS_EVERY: Final = 4
"""Run one graph in four along all default paths."""
_MINIMIZE_SECONDS: Final = 5.0
_SEED_DIGITS: Final = 20
_PROFILE: Final = "nn_random_profile"
CHOSEN = pytest.StashKey[Narrowing]()
"""The profile of the session's random graphs."""


def add_seed_arguments(config: pytest.Config, given: Sequence[str]) -> list[str]:
    """Return pytest's arguments with the ids of random graphs replaced by node ids.

    The file from which seeds are collected is added if ``--random-graphs`` requests graphs. Without
    this option a run of the bundled specs begins with the graphs of ``generators.default_graphs``.
    Raise ``pytest.UsageError`` for an unknown profile or an invalid id.
    """
    profile = config.stash[SETTINGS].random_profile
    try:
        check_profile_name(profile)
    except ValueError as error:
        raise pytest.UsageError(f"--random-profile {profile}: {error}") from None
    wanted = config.stash[SETTINGS].random_graphs
    out = [_resolve_typed_id(argument) or argument for argument in given]
    typed = config.args_source is pytest.Config.ArgsSource.ARGS
    specs = bundled_specs().resolve()
    whole = not typed and any(Path(os.path.realpath(a)) == specs for a in out)
    met = any(SEED_FILE.is_relative_to(Path(a).absolute()) for a in out if Path(a).is_dir())
    if (wanted or (wanted is None and whole)) and str(SEED_FILE) not in out and not met:
        # The default graphs find faults in less time than other cases, so they come first.
        out.insert(len(out) if wanted else 0, str(SEED_FILE))
    return out


def choose_profile(config: pytest.Config, run: RunContext) -> Narrowing:
    """Return the profile of the session's random graphs, and the reason if it was narrowed.

    Under xdist the controller chooses the profile and sends it to the workers, because all workers
    must collect the same items.
    """
    name = run.settings.random_profile
    chosen = Narrowing(name)
    if (worker := getattr(config, "workerinput", None)) is not None:
        chosen = Narrowing(worker[_PROFILE])
    elif _collects_seeds(config) and _may_narrow(run.settings, name):
        chosen = narrowing(name, run.driver, run.version, run.seed)
    config.stash[CHOSEN] = chosen
    return chosen


def _may_narrow(settings: Settings, name: str) -> bool:
    """Return whether the session may narrow the profile of its random graphs.

    It may not with ``--no-narrowing``, or if a selected id or pattern starts with
    ``random/<profile>/``, because such an id exists only without narrowing. The answer is also
    false if no pattern can select a random graph, so that the driver is not queried without need.
    """
    if settings.no_narrowing:
        return False
    texts = [*settings.case]
    if settings.case_list:
        texts += read_case_list(Path(settings.case_list))
    if any(text.startswith(f"{RANDOM_SOURCE}/{name}/") for text in texts):
        return False
    starts = [re.split(r"[*?\[]", text, maxsplit=1)[0] for text in texts]
    own = f"{RANDOM_SOURCE}/"
    return not starts or any(own.startswith(start) or start.startswith(own) for start in starts)


def _typed_names(config: pytest.Config) -> list[str]:
    """Return the random graphs among pytest's arguments, each as ``<profile>/<seed>``."""
    own = (f"{SEED_FILE}::", f"{SEED_FILE_DISPLAY}::")
    return [a.partition("::")[2] for a in config.args if a.startswith(own)]


def _collects_seeds(config: pytest.Config) -> bool:
    """Return whether the session collects random graphs in addition to its arguments."""
    count = config.stash[SETTINGS].random_graphs
    if count == 0 or (count is None and _typed_names(config)):
        return False
    here = (Path(argument.partition("::")[0]).absolute() for argument in config.args)
    return any(SEED_FILE.is_relative_to(place) for place in here)


def _resolve_typed_id(argument: str) -> str | None:
    """Return the node id for the case id or node id of a random graph, ``None`` for any other."""
    if argument.startswith(f"{SEED_FILE_DISPLAY}::") and not Path(SEED_FILE_DISPLAY).exists():
        return f"{SEED_FILE}::{argument.partition('::')[2]}"
    source, _, name = argument.partition("/")
    if source != RANDOM_SOURCE or os.path.exists(argument):  # noqa: PTH110 - false if too long
        return None
    parse_seed_name(name)
    return f"{SEED_FILE}::{name}"


def parse_seed_name(name: str) -> tuple[str, int]:
    """Return profile and seed of a name such as ``default/17``.

    Raise ``pytest.UsageError`` if there is no such profile or the seed is not a number.
    """
    profile, _, seed = name.partition("/")
    try:
        check_profile_name(profile)
        if not (seed.isascii() and seed.isdigit() and len(seed) <= _SEED_DIGITS):
            raise ValueError(f"{seed[:40]!r} is not a number of at most {_SEED_DIGITS} digits")
    except ValueError as error:
        raise pytest.UsageError(
            f"{RANDOM_SOURCE}/{name[:200]}: the id of a random graph is "
            f"{RANDOM_SOURCE}/PROFILE/SEED: {error}"
        ) from None
    return profile, int(seed)


class RandomGraphs(CaseSource):
    """The random graphs of a session."""

    prefix = f"{RANDOM_SOURCE}/"

    def arguments(self, config: pytest.Config, given: Sequence[str]) -> list[str]:
        return add_seed_arguments(config, given)

    def prepare(self, config: pytest.Config, run: RunContext) -> None:
        choose_profile(config, run)

    def configure_worker(self, config: pytest.Config, workerinput: dict[str, Any]) -> None:
        workerinput[_PROFILE] = config.stash[CHOSEN].profile

    def recorded(self, config: pytest.Config) -> dict[str, Any]:
        chosen = config.stash[CHOSEN]
        return {"random_profile": chosen.profile, "random_narrowed": chosen.note}

    def note(self, config: pytest.Config) -> str:
        note = config.stash[CHOSEN].note
        return f"random graphs: {note}" if note else ""

    def refs(self, config: pytest.Config) -> Iterable[str]:
        """Return each graph among the arguments, then those of the session."""
        settings, profile = config.stash[SETTINGS], config.stash[CHOSEN].profile
        first, count = settings.seed, settings.random_graphs
        if not _collects_seeds(config):
            session = []
        elif count is None:
            session = default_graphs(profile, run_context_of(config).version, first)
        else:
            session = [f"{profile}/{seed}" for seed in range(first, first + count)]
        return dict.fromkeys([*_typed_names(config), *session])

    def item(self, parent: pytest.File, name: str) -> CaseItem:
        item: CaseItem = RandomGraphItem.from_parent(parent, name=name)
        return item


class RandomGraphItem(CaseItem):
    """One random graph, generated from its profile and seed."""

    @cached_property
    def case_id(self) -> str:
        """``random/<profile>/<seed>``."""
        return case_id(*parse_seed_name(self.name))

    def runtest(self) -> None:
        """Generate the graph, run it and report the verdicts."""
        run = run_context_of(self.config)
        self.verdicts, self.dump = judge_random_graph(run, *parse_seed_name(self.name))
        report_outcome(self.verdicts, self.dump)


def judge_random_graph(
    run: RunContext, profile: str, seed: int
) -> tuple[Sequence[Verdict], DumpResult | None]:
    """Run one random graph; return all verdicts and, for a failure, the dump.

    A failing graph is minimized, and the verdicts and the dump describe the smallest graph too.
    """
    name = case_id(profile, seed)
    try:
        chosen = _resolve_profile(run, profile)
        if not allowed_cells(chosen, min(run.version, chosen.version)):
            return run.gate.apply([_no_operation_verdict(run, profile, name)]), None
        example = random_example(chosen, seed, run.version)
    except Exception as error:
        reason = f"the graph could not be generated: {type(error).__name__}: {error}"
        return [Verdict(name, "", VerdictKind.INTERNAL_ERROR, "internal", reason)], None
    paths = (*_graph_paths(run, name, seed, example), *additional_graph_paths(run.version, seed))
    other_data = OtherDataOf(example, run.version, specified=False)
    hooks = CaseHooks(OutputIntervalCheck(example, seed), other_data=other_data)
    verdicts = run.judge_case(example, name, paths, hooks)
    if (smaller := _minimize_failure(run, example, verdicts, other_data)) is not None:
        verdicts = [_with_minimized_case(verdict, smaller) for verdict in verdicts]

    def pristine() -> CaseFile:
        again = (
            random_example(chosen, seed, run.version) if smaller is None else smaller.case.example
        )
        return CaseFile(name, again, seed=seed, source=name)

    return run.dump_collector.dump_case(
        verdicts, pristine, smaller=None if smaller is None else smaller.failure
    )


def _graph_paths(
    run: RunContext, name: str, seed: int, example: Example
) -> Sequence[ExecutionPath]:
    """Return all default paths for one graph in four, and one path for each other graph.

    This is one of the default paths in turn, or, from 1.3 on for a third of these graphs, a path
    with a priority, deadline or loop timeout.
    """
    if (path := graph_quality_path(run.version, seed, example, preference_for(name))) is not None:
        return (path,)
    paths = default_paths(run.version, name)
    turn, every = divmod(seed, _ALL_PATHS_EVERY)
    return (paths[turn % len(paths)],) if every or is_pair_seed(seed) else paths


def _no_operation_verdict(run: RunContext, profile: str, name: str) -> Verdict:
    """Return the verdict on a seed whose profile has no operation for this driver."""
    if is_narrowed(profile):
        reason = "the driver supports no operation of the profile"
        return Verdict(name, "", VerdictKind.DECLINED, "prepare.declined", reason)
    reason = f"HAL {run.version} has no operation of the profile"
    return Verdict(name, "", VerdictKind.NOT_APPLICABLE, "version.declared", reason)


def _resolve_profile(run: RunContext, name: str) -> Profile:
    """Return the profile of a name; a narrowed profile queries the driver once in a session."""
    if is_narrowed(name) and name not in run.supported_cells:
        run.supported_cells[name] = supported_cells(name, run.device, run.version)
    return resolve_profile(name, run.supported_cells.get(name, ()))


@dataclass(frozen=True, slots=True)
class _MinimizedFailure:
    """The smallest case that fails in the same way, and its failure.

    ``note`` states whether the priority, deadline or loop timeout of the path matters;
    ``overwritten`` is the operand that the driver overwrites too early, if that is the cause.
    """

    case: MinimizationResult
    failure: CaseFailure
    note: str
    overwritten: OverwrittenOperand | None


def _minimize_failure(
    run: RunContext, example: Example, verdicts: Sequence[Verdict], other_data: OtherDataSource
) -> _MinimizedFailure | None:
    """Return the smallest case that fails in the same way; ``None`` if there is none.

    Only cases that will be dumped are minimized, and only within the time that the run has left.
    """
    blamed = [verdict for verdict in verdicts if verdict.kind is VerdictKind.FAILED]
    if not blamed or not run.dump_collector.enabled:
        return None
    seconds = min(_MINIMIZE_SECONDS, run.seconds_to_minimise)
    if seconds <= 0:
        return None
    start = time.monotonic()
    with run.judge.waiting(blamed[0].operations):
        judge = GraphJudge(run.device, run.judge.options)
        try:
            failing = failing_example(example, blamed[0], other_data)
            paths = judge.failing_paths(failing, blamed[0])
            smallest = judge.minimise(failing, blamed[0], seconds, paths.paths)
            judge.judge_minimized(smallest.example, blamed[0], paths.paths)
            if (failure := judge.failure) is None:
                return None
            overwritten = judge.find_overwritten_operand(smallest.example, paths.paths)
        except Exception:  # minimizing is optional: report and dump the original case
            return None
        finally:
            judge.judge.close()
            run.seconds_to_minimise -= time.monotonic() - start
    return _MinimizedFailure(smallest, failure, paths.note, overwritten)


def _with_minimized_case(verdict: Verdict, smaller: _MinimizedFailure) -> Verdict:
    if not verdict.kind.blames_driver:
        return verdict
    operations, size = list(smaller.case.operations), count_input_elements(smaller.case.example)
    details: dict[str, JSONValue] = {"smallest": {"operations": operations, "elements": size}}
    text = f"smallest: {' > '.join(operations)}, {size} elements"
    if smaller.note:
        paths = [a.verdict.path for a in smaller.failure.attempts if a.verdict.kind.blames_driver]
        text += f", {smaller.note} (path {', '.join(paths)})"
    if smaller.overwritten is not None and verdict.rule in VALUE_RULES:
        text += f"; {smaller.overwritten.describe()}"
        details[OVERWRITTEN_KEY] = smaller.overwritten.cause
    return replace(
        verdict,
        reason=f"{verdict.reason}; {text}",
        details={**verdict.details, **details},
    )
