"""The page ``docs/generated/engines.html``: the same results as ``engines.md``, weighted by use.

``python -m conformance.engines.atlas RUN.jsonl ... > docs/generated/engines.html`` generates it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Final

from conformance.engines.engines_page import OUTCOMES, EngineSummary, summarize
from conformance.reports.driver_table import format_entry
from conformance.reports.html_report import page_environment
from conformance.results.run_results import RunResults, load_run

USE: Final[Mapping[str, float]] = {
    "CONV_2D": 23.76,
    "RELU": 18.47,
    "ADD": 13.58,
    "MUL": 11.14,
    "UNIDIRECTIONAL_SEQUENCE_LSTM": 7.14,
    "DEPTHWISE_CONV_2D": 5.86,
    "MAX_POOL_2D": 3.92,
    "FULLY_CONNECTED": 2.70,
    "CONCATENATION": 2.12,
    "RESHAPE": 2.10,
    "GROUPED_CONV_2D": 1.88,
    "SOFTMAX": 1.41,
    "LOCAL_RESPONSE_NORMALIZATION": 1.40,
    "RELU6": 0.91,
    "DIV": 0.91,
    "MEAN": 0.90,
    "TRANSPOSE": 0.45,
    "MINIMUM": 0.41,
    "MAXIMUM": 0.41,
    "AVERAGE_POOL_2D": 0.35,
    "RESIZE_NEAREST_NEIGHBOR": 0.12,
    "TRANSPOSE_CONV_2D": 0.04,
    "LOGISTIC": 0.02,
}
"""The share of each operation in the operations of a network, in percent; the mean of 14 networks.

These are the nine light networks of onnx 1.23.2, two networks of rapidocr-onnxruntime 1.4.4, and
MobileNet v1, MobileNet v2 and an LSTM as ``.tflite`` files, as this suite imports them.
"""


def weighted_share(counts: Mapping[str, Counter[str]], column: str) -> float:
    """Return the share of cases with a result, in percent, weighted by the use of operations.

    Operations without a case of the run have no weight.
    """
    total = weights = 0.0
    for name, weight in USE.items():
        row = counts.get(name, Counter())
        if count := row["passed"] + row["failed"] + row["declined"]:
            total += weight * row[column] / count
            weights += weight
    return 100 * total / weights if weights else 0.0


def render(records: Sequence[RunResults]) -> str:
    """Return the page."""
    engines = [summarize(record) for record in records]
    engines.sort(key=lambda one: -weighted_share(one.by_operation, "passed"))
    names = {name for one in engines for name in one.by_operation}

    def entry(engine: EngineSummary, name: str) -> tuple[str, str]:
        row = engine.by_operation.get(name, Counter())
        kind = "failed" if row["failed"] else "passed" if row["passed"] else "declined"
        return format_entry(row), kind

    template = resources.files(__package__ or "").joinpath("atlas.html").read_text("utf-8")
    return (
        page_environment()
        .from_string(template)
        .render(
            engines=engines,
            outcomes=OUTCOMES,
            shares=lambda one: [
                weighted_share(one.by_operation, column)
                for column in ("passed", "failed", "declined")
            ],
            operations=sorted(names, key=lambda name: (-USE.get(name, 0.0), name)),
            use=USE,
            entry=entry,
        )
    )


if __name__ == "__main__":
    sys.stdout.write(render([load_run(name) for name in sys.argv[1:]]))
