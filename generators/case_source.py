"""Random graphs as cases of a run, whose case ids are ``random/<profile>/<seed>``.

A graph is generated when its case runs. If the driver would decline most graphs of the profile, the
session narrows the profile. The case ids then contain the name of the narrowed profile, from which
each graph can be generated again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from conformance.cases import Example
from conformance.cases.casefile import RANDOM_SOURCE, Case
from conformance.cases.example import Truth
from conformance.cases.sources import CaseProblem, CaseRef, CaseSource, SourceSession
from conformance.hal import OperationType, Version
from conformance.harness.planning.execution_path import ExecutionPath, default_paths, preference_for
from conformance.harness.planning.path_selection import additional_graph_paths, graph_quality_path
from conformance.verdicts import VerdictKind
from generators.default_graphs import default_graphs
from generators.generate import allowed_cells, is_pair_seed
from generators.oracle import case_id, random_example
from generators.profile_parameters import parse_profile
from generators.single_operations import cells_of_operation, random_cases
from generators.supported_profile import DEFAULT_PROFILE, Narrowing, check_profile_name, narrowing

_ALL_PATHS_EVERY: Final = 4
"""Run one graph in four along all default paths."""
_SEED_DIGITS: Final = 20


def parse_seed_name(name: str) -> tuple[str, int]:
    """Return profile and seed of a name such as ``default/17``.

    Raise ``ValueError`` if there is no such profile or the seed is not a number.
    """
    profile, _, seed = name.partition("/")
    try:
        check_profile_name(profile)
        if not (seed.isascii() and seed.isdigit() and len(seed) <= _SEED_DIGITS):
            raise ValueError(f"{seed[:40]!r} is not a number of at most {_SEED_DIGITS} digits")
    except ValueError as error:
        raise ValueError(
            f"the id of a random graph is {RANDOM_SOURCE}/PROFILE/SEED: {error}"
        ) from None
    return profile, int(seed)


class RandomGraphs(CaseSource):
    """The random graphs of a session.

    Without ``--random-graphs`` a run of the bundled specs begins with the graphs of
    ``generators.default_graphs``.
    """

    prefix = f"{RANDOM_SOURCE}/"
    exact = True
    minimizes = True

    def runs(self, session: SourceSession) -> bool:
        count = session.settings.graph_count
        return session.whole if count is None else count > 0

    def comes_first(self, session: SourceSession) -> bool:
        """Return whether the default graphs run: they find faults in less time than other cases."""
        return session.whole and not session.settings.graph_count

    def named(self, text: str, session: object) -> list[CaseRef]:
        """Return the graph with this id."""
        del session
        return [_ref(*parse_seed_name(text.removeprefix(self.prefix)))]

    def refs(self, place: Path | None, session: SourceSession) -> Iterable[CaseRef]:
        """Return the graphs of the session's profile."""
        del place
        profile = session.facts[self.prefix]["random_profile"]
        first, count = session.settings.seed, session.settings.graph_count
        if count is None:
            names = default_graphs(profile, session.driver.version, first)
            return [_ref(*parse_seed_name(name)) for name in names]
        return [_ref(profile, seed) for seed in range(first, first + count)]

    def state(
        self, session: SourceSession, named: Sequence[CaseRef], *, listed: bool
    ) -> Mapping[str, Any]:
        """Return the profile of the session's random graphs, and the reason if it was narrowed.

        A profile that the option names is not narrowed, and the default profile is not if a
        selected id or pattern starts with ``random/default/``, because such an id exists only
        without narrowing. Raise ``ValueError`` for an unknown profile.
        """
        del named
        given = session.settings.graph_profile
        name = given or DEFAULT_PROFILE
        try:
            check_profile_name(name)
        except ValueError as error:
            raise ValueError(f"--random-graphs {session.settings.random_graphs}: {error}") from None
        chosen = Narrowing(name)
        own = f"{self.prefix}{name}/"
        if listed and given is None and not any(one.startswith(own) for one in session.patterns):
            chosen = narrowing(
                name, session.driver.text, session.driver.version, session.settings.seed
            )
        return {"random_profile": chosen.profile, "random_narrowed": chosen.note}

    def note(self, session: SourceSession) -> str:
        note = session.facts[self.prefix]["random_narrowed"]
        return f"random graphs: {note}" if note else ""

    def load(self, ref: CaseRef, session: SourceSession) -> Case:
        """Return the graph, with the paths along which it runs."""
        name, seed = parse_seed_name(ref.name)
        version = session.driver.version
        try:
            profile = parse_profile(name)
            if not allowed_cells(profile, min(version, profile.version)):
                reason = f"HAL {version} has no operation of the profile"
                raise CaseProblem("version.declared", reason, VerdictKind.NOT_APPLICABLE)
            example = random_example(profile, seed, version)
            paths = [
                *_graph_paths(version, ref.case_id, seed, example),
                *additional_graph_paths(version, seed),
            ]
        except CaseProblem:
            raise
        except Exception as error:
            reason = f"the graph could not be generated: {type(error).__name__}: {error}"
            raise CaseProblem("internal", reason) from error
        return Case(
            ref.case_id,
            example,
            tuple(map(str, paths)),
            seed,
            ref.case_id,
            truth=Truth.REFERENCE,
        )

    def example(self, case_id: str, version: Version) -> Example | None:
        """Return the graph of an id; ``None`` if it is not valid."""
        try:
            name, seed = parse_seed_name(case_id.removeprefix(self.prefix))
            return random_example(name, seed, version)
        except ValueError:
            return None

    def like(
        self, operation: OperationType, version: Version, frequent: Collection[str]
    ) -> Iterator[Example]:
        """Return random cases of one operation in turn for each type, without end."""
        cells = cells_of_operation(operation, version)
        return random_cases(
            [*cells, *(cell for cell in cells if cell.type.name in frequent)], version
        )


def _ref(profile: str, seed: int) -> CaseRef:
    return CaseRef(case_id(profile, seed), f"{profile}/{seed}")


def _graph_paths(
    version: Version, name: str, seed: int, example: Example
) -> Sequence[ExecutionPath]:
    """Return all default paths for one graph in four, and one path for each other graph.

    This is one of the default paths in turn, or, from 1.3 on for a third of these graphs, a path
    with a priority, deadline or loop timeout.
    """
    if (path := graph_quality_path(version, seed, example, preference_for(name))) is not None:
        return (path,)
    paths = default_paths(version, name)
    turn, every = divmod(seed, _ALL_PATHS_EVERY)
    return (paths[turn % len(paths)],) if every or is_pair_seed(seed) else paths
