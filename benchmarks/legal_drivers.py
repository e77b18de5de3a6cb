"""Run the legal drivers on random graphs: ``python -m benchmarks.legal_drivers``.

    --default 5000 --special 1000   graphs of each profile for each driver
    --drivers 'code_*' 'HAL*'       only the drivers whose names match a pattern
    --first 0                       number of the first graph
    --results FILE                  append the counts to a file, one line of JSON for each driver
    --page FILE                     write a page with all counts of the results file

Each driver differs from the reference only in what the contract permits. A graph is generated once
for all drivers of a version. A driver that differs only in its kernels runs one graph in eight as
any other driver does. Its results for the other graphs are computed and compared without calls of
the driver, which is several times as fast. A graph with a result that is not accepted is run again
with all calls. Every failure is printed, and the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from conformance.hal import Version
from conformance.harness.comparison.accuracy import compare_output
from conformance.harness.comparison.answer_checks import OutputExpectations
from conformance.harness.localization.oracle import input_arrays
from conformance.reference import ReferenceDevice
from conformance.validation import check_calls
from generators.graph_judge import GraphCase, GraphJudge, graph_case
from generators.profile_parameters import parse_profile
from tests.sample_drivers.graphs.other_choices import Choosing
from tests.sample_drivers.graphs.rounding_variants import ConformingVariantDevice
from tests.sample_drivers.values.legal_drivers import LEGAL_DRIVERS

FAILURES = ("failed", "crash", "hang", "leak", "invalid_answer", "internal_error")
PAGE = "docs/generated/legal-drivers.md"


_ALL_CALLS_EVERY = 8
"""A driver that differs only in its kernels is called for one graph in 8."""
_DIFFERENT_KERNELS = (Choosing, ConformingVariantDevice)


@dataclass(slots=True)
class Count:
    """The verdicts on the graphs of one profile: ``other`` are declined or need another version."""

    driver: str
    profile: str
    first: int
    graphs: int = 0
    passed: int = 0
    other: int = 0
    failed: int = 0


class KernelRun:
    """One graph, prepared for the kernels of many drivers."""

    def __init__(self, case: GraphCase, version: Version) -> None:
        self._case = case
        self._calls = check_calls(case.example.model, version)
        self._inputs = input_arrays(case.example.model, case.example.inputs)
        self._expectations = OutputExpectations.from_example(case.example)

    def accepts(self, device: ReferenceDevice) -> bool:
        """Return whether the comparison accepts the results of a driver's kernels."""
        model, outputs = self._case.example.model, self._case.example.outputs
        device.checked_calls = lambda _: self._calls  # type: ignore[method-assign]
        try:
            arrays = device.compile(model)(self._inputs)
        except Exception:  # the full run reports it
            return False
        finally:
            del device.checked_calls
        if [array.shape for array in arrays] != [output.dimensions for output in outputs]:
            return False
        data = [array.tobytes() for array in arrays]
        return all(
            output.ignored
            or data[number] == output.data
            or self._is_near(number, data)
            or not len(self._case.interval_check.unexplained_elements(number, data))
            for number, output in enumerate(outputs)
        )

    def _is_near(self, number: int, data: list[bytes]) -> bool:
        output, known = self._case.example.outputs[number], self._expectations
        operand, tolerance = known.operands[number], known.tolerances[number]
        actual = data[number]
        return compare_output(output.data, actual, operand, output.dimensions, tolerance).ok


def run_graphs(names: Sequence[str], profile: str, seeds: range) -> list[Count]:
    """Run graphs on drivers of one version, print the failures and return the counts."""
    judges = {name: GraphJudge(LEGAL_DRIVERS[name]()) for name in names}
    counts = {name: Count(name, profile, seeds.start) for name in names}
    chosen = parse_profile(profile)
    (version,) = {judge.version for judge in judges.values()}
    for seed in seeds:
        case = graph_case(chosen, seed, version)
        kernels = KernelRun(case, min(version, chosen.version))
        for name, judge in judges.items():
            count, device = counts[name], judge.device
            count.graphs += 1
            if (
                seed % _ALL_CALLS_EVERY
                and isinstance(device, _DIFFERENT_KERNELS)
                and kernels.accepts(device)
            ):
                count.passed += 1
                continue
            record = judge.judge_case(case)
            if record.kind in FAILURES:
                count.failed += 1
                print(
                    f"{name}: random/{profile}/{seed}: {record.rule}: {record.reason}", flush=True
                )
            elif record.kind == "passed":
                count.passed += 1
            else:
                count.other += 1
    for name, judge in judges.items():
        for verdict in judge.judge.close():
            if str(verdict.kind) in FAILURES:
                counts[name].failed += 1
                print(f"{name}: {verdict}", flush=True)
    return list(counts.values())


def by_version(names: Iterable[str]) -> dict[Version, list[str]]:
    """Return the drivers of each version that they declare."""
    groups: dict[Version, list[str]] = defaultdict(list)
    for name in names:
        groups[GraphJudge(LEGAL_DRIVERS[name]()).version].append(name)
    return groups


def page(counts: Iterable[Count]) -> str:
    """Return the page with the sum of the counts of each driver."""
    sums: dict[tuple[str, str], Count] = {}
    for one in counts:
        total = sums.setdefault((one.driver, one.profile), Count(one.driver, one.profile, 0))
        total.graphs += one.graphs
        total.passed += one.passed
        total.other += one.other
        total.failed += one.failed
    nothing = Count("", "", 0)
    rows = []
    for name in dict.fromkeys(driver for driver, _ in sums):
        default, special = (sums.get((name, kind), nothing) for kind in ("default", "special"))
        other = default.other + special.other
        failed = default.failed + special.failed
        rows.append(
            f"| `{name}` | {default.graphs:,} | {special.graphs:,} | {other:,} | {failed} |"
        )
    return "\n".join(
        [
            "# Legal drivers on random graphs",
            "",
            "*This page is for driver engineers and maintainers. It shows on how many random",
            "graphs the drivers of `tests/sample_drivers/values/legal_drivers.py` were run. These",
            "drivers differ from the reference only in what the contract permits. The command",
            f"`python -m benchmarks.legal_drivers --results counts.jsonl --page {PAGE}`",
            "writes this page.*",
            "",
            "[accuracy.md](../explanation/accuracy.md#legal-drivers) explains these drivers. They",
            "declined the graphs that were not executed.",
            "",
            "| driver | default graphs | special graphs | not executed | failures |",
            "|---|---:|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the graphs of all chosen drivers and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--default", type=int, default=5000)
    parser.add_argument("--special", type=int, default=1000)
    parser.add_argument("--drivers", nargs="+", default=["*"])
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--page", type=Path)
    options = parser.parse_args(arguments)
    names = [
        name
        for name in LEGAL_DRIVERS
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in options.drivers)
    ]
    counts: list[Count] = []
    for version, group in by_version(names).items():
        for profile, number in (("default", options.default), ("special", options.special)):
            start = time.process_time()
            new = run_graphs(group, profile, range(options.first, options.first + number))
            counts += new
            failed = sum(one.failed for one in new)
            seconds = time.process_time() - start
            print(
                f"{len(group)} drivers of {version}, {profile}: {failed} failures in"
                f" {seconds:.0f} CPU seconds",
                flush=True,
            )
            if options.results is not None:
                with options.results.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(asdict(one)) + "\n" for one in new)
    if options.page is not None:
        if options.results is not None:
            lines = options.results.read_text(encoding="utf-8").splitlines()
            counts = [Count(**json.loads(line)) for line in lines]
        options.page.write_text(page(counts), encoding="utf-8")
    return 1 if any(one.failed for one in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
