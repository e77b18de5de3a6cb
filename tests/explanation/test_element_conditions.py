"""Faults that depend on the value or the position of an element are named as such.

The texts are derived by hand from each fault's definition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from benchmarks.explain import cases_of
from conformance.failures.explain.element_conditions import DescribedElements, separate_elements
from conformance.failures.explain.explainer import CauseFinder
from conformance.failures.explain.explanation import Cause
from conformance.failures.explain.run_cases import CaseSource, RunCases
from conformance.hal import OperationType, Version
from conformance.harness.judge import Judge
from conformance.harness.planning.execution_path import quick_paths
from conformance.operations import Call, Kernel
from conformance.oracle.intervals.interval_check import interval_check_for
from conformance.reference import ReferenceDevice
from tests.tiers import fast_if

_O: Final = OperationType
_CASES: Final = 60
_FLOAT: Final = " and type class = floating point"
Change = Callable[[Any, Any, Call], Any]
"""Returns the changed output; the arguments are the first input, the right output and the call."""


class ElementFault(NamedTuple):
    """A fault in some elements, and the conditions of which the explanation must name one."""

    operation: OperationType
    change: Change
    texts: tuple[str, ...]


def _last_column(_x: Any, y: Any, call: Call) -> Any:
    changed = y.copy()
    changed[(slice(None),) * (3 if call.scalar("layout") else 2) + (-1,)] += 2
    return changed


def _odd_channels(_x: Any, y: Any, _call: Call) -> Any:
    changed = y.copy()
    changed[..., 1::2] = y[..., 1::2] + 3
    return changed


def _is_float(call: Call) -> bool:
    return call.primary.info is not None and call.primary.info.dtype.kind == "f"


FAULTS: Final = (
    ElementFault(_O.FLOOR, lambda x, y, c: np.ceil(x), ("fractional part of input > 0",)),
    ElementFault(_O.FLOOR, lambda x, y, c: np.round(x), ("fractional part of input >= 0.5",)),
    ElementFault(
        _O.TANH,
        lambda x, y, c: np.where(np.abs(x) > 1, np.sign(x) / 2, y) if _is_float(c) else y,
        (f"magnitude of input > 1{_FLOAT}",),
    ),
    ElementFault(
        _O.ABS,
        lambda x, y, c: np.where(x < 0, y + 2, y).astype(y.dtype) if _is_float(c) else y,
        (f"input < 0{_FLOAT}",),
    ),
    ElementFault(
        _O.LOGISTIC,
        lambda x, y, c: np.where(x == 0, 0, y).astype(y.dtype) if _is_float(c) else y,
        tuple(
            f"{t}{_FLOAT}" for t in ("input = 0", "magnitude of input = 0", "expected value = 0.5")
        ),
    ),
    ElementFault(
        _O.RESIZE_BILINEAR,
        lambda x, y, c: _last_column(x, y, c) if _is_float(c) else y,
        (f"output index in width from the end = 0{_FLOAT}",),
    ),
    ElementFault(
        _O.MUL,
        lambda x, y, c: _odd_channels(x, y, c) if _is_float(c) and y.ndim == 4 else y,
        (f"output index in dimension 3 odd{_FLOAT}",),
    ),
)


SLOW: Final = {_O.TANH, _O.ABS, _O.RESIZE_BILINEAR}
"""Operations whose faults take more time than the others."""


class Faulty(ReferenceDevice):
    """The reference driver with a fault in some elements of one operation."""

    def __init__(self, fault: ElementFault) -> None:
        super().__init__(Version.V1_3)
        self.fault = fault

    def compile_call(self, call: Call) -> Kernel:
        kernel = super().compile_call(call)
        if call.definition.type is not self.fault.operation:
            return kernel

        def run(inputs: Sequence[Any]) -> Sequence[Any]:
            (right,) = kernel(inputs)
            with np.errstate(all="ignore"):
                changed = self.fault.change(inputs[0], right, call)
            return [np.asarray(changed, right.dtype)]

        return run


@cache
def _causes(fault: ElementFault) -> list[Cause]:
    device = Faulty(fault)
    run = RunCases()
    judge = Judge(device)
    for case_id, example in cases_of(fault.operation)[:_CASES]:
        run.add(
            judge.judge(
                example,
                case_id,
                quick_paths(Version.V1_3)[:1],
                interval_check=interval_check_for(example, ""),
            )
        )
    judge.close()
    source = CaseSource(Version.V1_3)
    return CauseFinder(run, source, lambda case: f"pytest {case}", device).find()


@pytest.mark.parametrize(
    "fault",
    fast_if(lambda fault: fault.operation not in SLOW, FAULTS),
    ids=lambda fault: fault.texts[0],
)
def test_the_wrong_elements_are_named(fault: ElementFault) -> None:
    causes = _causes(fault)
    assert len(causes) == 1, [cause.title for cause in causes]
    explanation = causes[0].explanation
    assert explanation is not None
    assert explanation.elements is not None, explanation.text
    assert explanation.elements.text in fault.texts
    assert f"the wrong elements are those with {explanation.elements.text}: " in explanation.text


def test_a_condition_on_elements_alone_is_the_title() -> None:
    (cause,) = _causes(FAULTS[1])
    assert cause.title == "FLOOR: wrong values in elements with fractional part of input >= 0.5"


def _sample(values: Sequence[float], wrong: Sequence[bool]) -> DescribedElements:
    return DescribedElements(np.array(wrong), {"input": np.array(values, float)}, {})


def test_a_condition_needs_confirmation_by_other_executions() -> None:
    """Above 3 all elements of the first execution are wrong, but of the second those below 3."""
    values = np.arange(40) / 5.0
    high, low = _sample(values, values >= 3), _sample(values, values < 3)
    assert separate_elements([high, low]) is None
    found = separate_elements([high, high])
    assert found is not None
    assert (found.text, found.wrong, found.met, found.others) == ("input >= 3", 50, 50, 30)


def test_a_few_elements_are_no_basis_for_a_condition() -> None:
    few = _sample([1, 2, 3, 4, 5, 6], [False, False, False, True, True, True])
    assert separate_elements([few, few]) is None


def test_wrong_elements_without_a_common_feature_have_no_condition() -> None:
    generator = np.random.default_rng(5)
    values = generator.normal(size=400)
    wrong = generator.random(400) < 0.5
    assert separate_elements([_sample(values, wrong)] * 2) is None
