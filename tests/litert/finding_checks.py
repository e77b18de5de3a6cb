"""Checks of the findings on an engine: the results of its cases, and the entries themselves."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from conformance.drivers.identity import processor_features
from conformance.hal import OperandType, OperationType, name_of
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import default_paths
from conformance.oracle import accuracy
from conformance.verdicts import VALUE_RULES, Verdict, VerdictKind
from tests.litert.running_examples import INDEX, bundled, case_id, outputs_of

ROOT = Path(__file__).parents[2]
_NOT_EXECUTED_OR_PASSED = (VerdictKind.PASSED, VerdictKind.DECLINED, VerdictKind.NOT_APPLICABLE)
"""Verdicts on cases that match no finding."""


@dataclass(frozen=True)
class CaseResult:
    """A verdict and the reasons for declining operations.

    ``types`` are the types of the model's operands. ``operations`` are the names of all operations
    of the model; those of the verdict lack the ADD that a variation inserts.
    """

    verdict: Verdict
    reasons: tuple[str, ...]
    types: frozenset[int]
    operations: frozenset[str]


def run_cases(candidate, paths, is_selected):
    """Return the results of the selected examples in these files, by case id."""
    judge = Judge(candidate)
    answers = {}
    for path in paths:
        for info in INDEX.names(path):
            case = case_id(path, info.name)
            if not is_selected(case):
                continue
            example = INDEX.load(path, info.name)
            (verdict,) = judge.judge(example, case, default_paths(candidate.version, case)[:1])
            reasons = ()
            if verdict.kind == VerdictKind.DECLINED:
                reasons = tuple(filter(None, candidate.decline_reasons(example.model)))
            types = frozenset(operand.type for operand in example.model.main.operands)
            subgraphs = (example.model.main, *example.model.referenced)
            operations = frozenset(
                name_of(OperationType, operation.type)
                for subgraph in subgraphs
                for operation in subgraph.operations
            )
            answers[case] = CaseResult(verdict, reasons, types, operations)
    return answers


def smallest_cases(findings):
    """Return the ids of the smallest cases of findings that do not end this process."""
    return {f.smallest for f in findings if f.cases and f.rule != "process.alive"}


def findings_that_apply(found, kernels, candidate):
    """Return the findings whose condition holds for this engine's version and this processor."""
    version, features = candidate.version_string, processor_features()
    return [f for f in found.for_kernels(kernels) if f.condition.holds(version, features)]


def operations_of(finding):
    return set(finding.operation.split(", "))


def assert_findings_match_failures(findings, results):
    """Assert that each failure has one finding, and that each case of a finding fails."""
    problems = []
    for case, result in results.items():
        matching = [finding for finding in findings if finding.matches(case)]
        verdict = result.verdict
        if verdict.kind in _NOT_EXECUTED_OR_PASSED:
            problems += [f"{case} {verdict.kind}: {finding.id}" for finding in matching]
        elif verdict.kind != VerdictKind.FAILED or len(matching) != 1:
            problems.append(f"{verdict}: {[finding.id for finding in matching]}")
        else:
            (finding,) = matching
            # A finding on wrong values includes NaN in place of a number, and the reverse.
            rules = VALUE_RULES if finding.rule == "values" else {finding.rule}
            if verdict.rule not in rules or not operations_of(finding) & {*result.operations}:
                problems.append(f"{verdict}: not by {finding.id}")
    assert problems == []


def assert_smallest_cases_fail(findings, results):
    """Assert that the smallest case of each finding belongs to it and fails.

    The results are of one form, so that those of a coupling rule pass.
    """
    for finding in findings:
        if finding.cases and not finding.rule.startswith(("coupling.", "process.")):
            assert finding.matches(finding.smallest)
            assert results[finding.smallest].verdict.kind == VerdictKind.FAILED, finding.id


def assert_valid_entries(page, variants):
    """Assert that ids are unique, that names exist, and that the generated page is up to date.

    ``variants`` is the enumeration of the kernels.
    """
    found = page.load()
    ids = [finding.id for finding in found.findings]
    assert len(set(ids)) == len(ids)
    for finding in found.findings:
        assert operations_of(finding) <= set(OperationType.__members__)
        assert set(finding.types) <= set(OperandType.__members__)
        assert set(finding.kernels) <= set(variants)
    assert (ROOT / page.document).read_text(encoding="utf-8") == page.render()


def assert_wrong_values_have_faults(found, faults):
    """Assert that there is a fault for each finding with wrong values, and for no other one."""
    assert {finding.id for finding in found.findings if finding.rule == "values"} == set(faults)


def finding_of(found, finding_id):
    """Return the finding with this id."""
    (entry,) = (finding for finding in found.findings if finding.id == finding_id)
    return entry


def assert_fault_gives_same_outputs(faulty, candidate, cases):
    """Assert that a reference driver with a fault computes an engine's outputs of the cases."""
    assert cases
    for case in cases:
        example = bundled(case)
        operands = example.model.main.operands
        for ours, theirs, tolerance, index, expected in zip(
            outputs_of(faulty, example),
            outputs_of(candidate, example),
            accuracy.tolerances(example.model),
            example.model.main.output_indexes,
            example.outputs,
            strict=True,
        ):
            if expected.ignored:
                continue
            data = [np.ascontiguousarray(array).tobytes() for array in (ours, theirs)]
            comparison = accuracy.compare_output(*data, operands[index], ours.shape, tolerance)
            assert comparison.ok, (case, comparison.worst_mismatch)


def assert_reasons_are_known(found, results, refused, untranslated):
    """Assert that each reason for declining is stated once, and none is an engine's refusal."""
    for case, result in results.items():
        for reason in result.reasons:
            assert refused not in reason, (case, reason)
            if OperationType[reason.partition(":")[0]] not in untranslated:
                entries = [entry for entry in found.declined if entry.explains(reason)]
                assert len(entries) == 1, (case, reason)


def assert_translated_or_explained(translated, untranslated):
    """Assert that each operation is either translated or has a reason why it is not."""
    for operation in OperationType:
        assert (operation in translated) != (operation in untranslated), operation
