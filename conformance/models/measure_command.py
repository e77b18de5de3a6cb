"""``nn-conformance measure``: networks, and the figures that a driver declares."""

from __future__ import annotations

import argparse
from typing import Any

from conformance.cli.options import (
    add_command,
    add_count_option,
    add_driver_argument,
    add_limit_options,
    add_seconds_option,
    check_driver,
)
from conformance.models.benchmark import command as networks

_EPILOG = """\
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
    parser = verbs.add_parser("measure", description="Measure drivers with networks.")
    kinds = parser.add_subparsers(required=True, dest="kind", metavar="KIND")
    networks.add_parser(kinds)
    summary = "measure the performance figures of a driver and compare them with the declared ones"
    parser = add_command(
        kinds, "capabilities", run_capabilities, summary, _EPILOG, runs_driver=True
    )
    add_driver_argument(parser)
    add_limit_options(parser, "600")
    parser.set_defaults(isolate=False)  # a call to another process takes longer
    parser.add_argument(
        "--against",
        default="litert-optimized",
        metavar="X",
        help="CPU driver (default: litert-optimized)",
    )
    text = "time of measurement for each driver and workload"
    add_seconds_option(parser, "--seconds", 2.0, text)
    text = "width and height of the images"
    add_count_option(parser, "--image-size", 224, text, least=32, most=1024, metavar="PIXELS")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - for stdout")


def run_capabilities(arguments: argparse.Namespace) -> int:
    """Measure the workloads, print the figures and return the exit status."""
    from conformance.models.benchmark.capabilities import measure  # noqa: PLC0415 - loads networks

    check_driver(arguments)
    return measure(arguments)
