"""``nn-conformance measure``: networks, and the figures that a driver declares."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.cli.options import (
    add_command,
    add_count_option,
    add_driver_argument,
    add_limit_options,
    add_repeatable_option,
    add_seconds_option,
    check_driver,
)

_MODELS_EPILOG = """\
Each model runs on its data set on every driver; the metrics must meet the bounds of MLTS, and the
driver must not be less accurate than the baseline driver. Then the drivers take turns to execute
the model in the modes sync, burst and fenced, and to compile it without cache, saving to the cache
and from the cache. The rounds are divided into blocks, each with new sessions. Latencies are
compared by the ratio within each round; "no difference shown" means that the 99 % interval of the
ratio contains 1, or that the difference is below 1 %.

built-in models: digits (trained on the digits of scikit-learn), acoustic (LSTM models), mobilenet
(the smallest networks), mobilenet-all (all sizes)

exit status: 0 every model passed or was declined, and at least one passed; 1 a driver failed; 2 the
command line is wrong, a file cannot be used, or a library is missing; 4 a driver cannot be opened;
5 every model was declined; 10 without --isolate, one step took longer than its limit; 130
interrupted
"""

_CAPABILITIES_EPILOG = """\
The workloads are MobileNet V1 and V2 and two LSTM speech models in float32, the float32 workloads
again with the permission to compute in float16, and the quantized MobileNets. The driver and the
CPU driver run alternately. A figure is the geometric mean of the ratios of their median times;
smaller is faster.

exit status: 0 measured; 1 a workload failed, or a declared figure differs by more than a factor of
2; 2 the command line is wrong; 4 the driver cannot be opened; 5 the driver declines all workloads;
10 without --isolate, one workload took longer than its limit
"""


def add_parser(verbs: Any) -> None:
    """Register the command ``measure`` with its two kinds."""
    parser = verbs.add_parser(
        "measure",
        description="Measure drivers with networks.",
        epilog="Stress tests with the same networks are cases of pytest: "
        "pytest --driver X 'stress/*'.",
    )
    kinds = parser.add_subparsers(required=True, dest="kind", metavar="KIND")
    summary = "measure accuracy, latency and compilation time of models"
    models = _add_kind(kinds, "models", "*", summary, _MODELS_EPILOG)
    models.add_argument(
        "--models",
        action="append",
        type=Path,
        default=[],
        metavar="FOLDER",
        help="folder of .tflite files with .npz files, or with MLTS model lists; repeatable",
    )
    groups = ("digits", "acoustic", "mobilenet", "mobilenet-all")
    text = f"built-in models: {', '.join(groups)}; repeatable (default: all but the last, "
    models.add_argument(
        "--built-in",
        action="append",
        choices=groups,
        metavar="GROUP",
        help=f"{text}if --models is not used)",
    )
    text = "measure only models whose names match the pattern"
    add_repeatable_option(models, "--select", "PATTERN", text)
    models.add_argument("--only", choices=("accuracy", "latency"), help="measure only this")
    text = "duration of the measurement of each driver, model and mode"
    add_seconds_option(models, "--seconds", 1.0, text)
    text = "measure at most about N executions of each driver, model and mode"
    add_count_option(models, "--iterations", 1_000_000, text, least=1)
    for option, text in (
        ("json", "write all figures as JSON"),
        ("trace-file", "write a trace for ui.perfetto.dev; measured times are then longer"),
    ):
        models.add_argument(f"--{option}", type=Path, metavar="FILE", help=text)
    summary = "measure the performance figures of a driver and compare them with the declared ones"
    capabilities = _add_kind(kinds, "capabilities", "?", summary, _CAPABILITIES_EPILOG)
    text = "time of measurement for each driver and workload"
    add_seconds_option(capabilities, "--seconds", 2.0, text)
    text = "width and height of the images"
    limits: Any = {"least": 32, "most": 1024, "metavar": "PIXELS"}
    add_count_option(capabilities, "--image-size", 224, text, **limits)
    text = "write the figures as JSON; - for stdout"
    capabilities.add_argument("--json", metavar="FILE", help=text)


def _add_kind(
    kinds: Any, name: str, drivers: str, summary: str, epilog: str
) -> argparse.ArgumentParser:
    parser = add_command(kinds, name, _run, summary, epilog, runs_driver=True)
    add_driver_argument(parser, drivers)
    add_limit_options(parser, "600")
    parser.set_defaults(isolate=False)  # a call to another process takes longer
    parser.add_argument(
        "--against",
        default="litert-optimized",
        metavar="X",
        help="CPU driver for comparisons (default: litert-optimized)",
    )
    return parser


def _run(arguments: argparse.Namespace) -> int:
    check_driver(arguments)
    kind = {"models": "measure_models", "capabilities": "capabilities"}[arguments.kind]
    try:
        module = import_module(f"conformance.models.benchmark.{kind}")
        return int(module.measure(arguments))
    except ImportError as error:
        parser: argparse.ArgumentParser = arguments.parser
        parser.error(f"{error}: install nn-conformance[mlts,litert]")
