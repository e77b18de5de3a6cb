"""``nn-conformance capabilities X``: measure the performance figures of a driver."""

from __future__ import annotations

import argparse
from typing import Any

from conformance.cli.command import add_command
from conformance.cli.driver_session import add_driver_options
from conformance.cli.options import add_count_option, add_seconds_option

_EPILOG = """\
The workloads are MobileNet V1 and V2 and two LSTM speech models in float32, the float32 workloads
again with the permission to compute in float16, and the quantized MobileNets. The driver and the
CPU driver run alternately. A figure is the geometric mean of the ratios of their median times;
smaller is faster.

A power meter is a Python function without arguments that returns the energy used so far, in joules,
as MODULE:FUNCTION. Without one, the power figure repeats the time figure.

exit status: 0 measured; 1 a workload failed, or with --check a declared figure differs by more than
a factor of 2; 2 the command line is invalid; 4 the driver cannot be opened; 5 the driver declines
all workloads; 10 without --isolate, one workload took longer than --case-limit
"""


def add_parser(verbs: Any) -> None:
    """Add the subcommand to the parser."""
    summary = "measure the performance figures of a driver and compare them with the declared ones"
    parser = add_command(verbs, "capabilities", run, summary, _EPILOG)
    add_driver_options(parser, 600.0)
    parser.add_argument(
        "--baseline",
        default="litert-optimized",
        metavar="X",
        help="CPU driver (default: litert-optimized)",
    )
    text = "time of measurement for each driver and workload"
    add_seconds_option(parser, "--seconds", 2.0, text)
    text = "width and height of the images"
    add_count_option(parser, "--image-size", 224, text, least=32, most=1024, metavar="PIXELS")
    parser.add_argument(
        "--power-meter", metavar="MODULE:FUNCTION", help="function that returns joules"
    )
    parser.add_argument(
        "--check", action="store_true", help="fail if a declared figure does not agree"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measure the workloads, print the figures and return the exit status."""
    from conformance.models.benchmark.capabilities_measurement import measure  # noqa: PLC0415 - loads networks

    return measure(arguments)
