"""Long runs over model files: damaged files, and round trips of random graphs.

    python -m tests.mlts.campaigns damaged --count 100000
    python -m tests.mlts.campaigns round-trips --count 2000

The first needs ``NN_CONFORMANCE_MODELS``. The exit status is 1 if a file ends in anything else than
a clear error or a valid model, takes longer than ``SECONDS`` or needs more than ``MEGABYTES``; or
if a round trip changes a result.
"""

import argparse
import resource
import signal
import sys
import time
from collections import Counter

from tests.mlts.model_files import PATHS, damaged
from tests.mlts.test_tflite_export import compare_round_trip
from tests.mlts.test_tflite_import import outcome

SECONDS = 20
MEGABYTES = 600
PROGRESS = 10_000
"""Number of damaged files after which the counts are printed."""


def _too_slow(*_):
    raise TimeoutError(f"the import takes longer than {SECONDS} s")


def run_damaged(count, first):
    """Import ``count`` damaged files and return whether each ends as it must."""
    contents = [path.read_bytes() for path in PATHS]
    signal.signal(signal.SIGALRM, _too_slow)
    found = Counter()
    slowest, faults = 0.0, 0
    for seed in range(first, first + count):
        started = time.monotonic()
        signal.alarm(SECONDS)
        try:
            found[outcome(damaged(contents[seed % len(contents)], seed))] += 1
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            faults += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
        finally:
            signal.alarm(0)
        slowest = max(slowest, time.monotonic() - started)
        if (seed - first) % PROGRESS == PROGRESS - 1:
            print(f"{seed - first + 1} damaged files: {dict(found)}, {faults} faults", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} damaged files: {dict(found)}, {faults} faults")
    print(f"slowest {slowest:.1f} s, memory at most {peak:.0f} MB")
    return not faults and peak <= MEGABYTES


def run_round_trips(count, first):
    """Compare ``count`` round trips and return whether all results are the same."""
    done = faults = 0
    seed = first
    while done < count:
        try:
            done += compare_round_trip(seed)
        except Exception as error:  # a refusal of the imported model is a fault, too
            done += 1
            faults += 1
            print(f"seed {seed}: {type(error).__name__}: {str(error)[:300]}", flush=True)
        seed += 1
    print(f"{done} round trips of {seed - first} random graphs: {faults} differ")
    return not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=["damaged", "round-trips"])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1_000_000)
    options = parser.parse_args()
    runs = {"damaged": run_damaged, "round-trips": run_round_trips}
    return 0 if runs[options.kind](options.count, options.first) else 1


if __name__ == "__main__":
    sys.exit(main())
