"""Random graphs of what the example driver has: kernels in C beside the reference's."""

from collections import Counter
from dataclasses import replace

from conformance.drivers import open_driver
from conformance.hal import OperandType, OperationType
from generators.judging import GraphJudge
from generators.profiles import PROFILES
from tests.native.conftest import Libraries
from tests.native.test_judging import OPERATIONS

_T = OperandType
_OWN = replace(
    PROFILES["default"],
    name="example",
    most=4,
    operations=frozenset(OperationType[name] for name in OPERATIONS),
    types=frozenset(
        {_T.TENSOR_FLOAT32, _T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED, _T.TENSOR_INT32}
    ),
    control_flow=0,
)


def test_the_example_gives_what_the_reference_gives(libraries: Libraries) -> None:
    judge = GraphJudge(open_driver(str(libraries.example)))
    records = [judge.record(_OWN, seed) for seed in range(3000)]
    judge.judge.close()
    kinds = Counter(record.kind for record in records)
    faults = [r for r in records if r.kind not in ("passed", "declined")]
    assert [f"{r.seed} {r.manner}: {r.reason}" for r in faults] == []
    assert kinds["passed"] > 1000
