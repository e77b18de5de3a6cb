"""Random graphs of the example driver's operations, compared with the reference."""

from collections import Counter
from dataclasses import replace

from conformance.drivers import open_driver
from conformance.hal import OperandType, OperationType
from generators.construction.profiles import PROFILES
from generators.graph_judge import graph_search, judge_seed
from tests.native.conftest import Libraries
from tests.native.test_judging import OPERATIONS

_T = OperandType
_EXAMPLE_PROFILE = replace(
    PROFILES["default"],
    name="example",
    max_operations=4,
    operations=frozenset(OperationType[name] for name in OPERATIONS),
    types=frozenset(
        {_T.TENSOR_FLOAT32, _T.TENSOR_QUANT8_ASYMM, _T.TENSOR_QUANT8_ASYMM_SIGNED, _T.TENSOR_INT32}
    ),
    control_flow=0,
)


def test_example_driver_agrees_with_reference(libraries: Libraries) -> None:
    judge = graph_search(open_driver(str(libraries.example)))
    records = [judge_seed(judge, _EXAMPLE_PROFILE, seed) for seed in range(1200)]
    judge.runner.close()
    kinds = Counter(record.kind for record in records)
    failures = [record for record in records if record.kind not in ("passed", "declined")]
    assert [
        f"{record.seed} {record.failure_signature}: {record.reason}" for record in failures
    ] == []
    assert kinds["passed"] > 400
