"""Drivers that crash, hang, leak or violate the protocol between harness and driver process.

Tests open them by name, as ``misbehaving_drivers.py:NAME``. The drivers of the first group are
named ``ACT_in_STAGE``, for example ``segfault_in_prepare``: ``ACTS`` lists the acts, ``acting`` the
stages.
"""

import contextlib
import ctypes
import os
import resource
import signal
import socket
import sys
import threading
import time
from pathlib import Path

from conformance.hal import ErrorStatus
from tests.sample_drivers.adder_driver import Adder, AdderPreparedModel, refuse

STAGES = {
    "query": "get_supported_operations",
    "prepare": "prepare_model",
    "execute": "execute_synchronously",
}


def segfault() -> None:
    """Read address 0."""
    ctypes.string_at(0)


def loop() -> None:
    """Run forever without a call."""
    while True:
        pass


def sleep() -> None:
    """Sleep for 1,000 seconds."""
    time.sleep(1000)


def spam() -> None:
    """Write 10 MB and a last line to standard error, then abort."""
    for _ in range(10):
        os.write(2, b"x" * 1_000_000)
    os.write(2, b"\nthe last words\n")
    os.abort()


def hog() -> None:
    """Allocate memory without end."""
    blocks = []
    while True:
        blocks.append(bytearray(32 << 20))


def burn() -> None:
    """Use processor time without end."""
    while True:
        sum(range(1000))


def fork_and_die() -> None:
    """Kill this process, but leave a child process that inherits and keeps open its connections."""
    if os.fork() == 0:
        time.sleep(1000)
    os.kill(os.getpid(), signal.SIGKILL)


def use_all_descriptors() -> None:
    """Keep all descriptors of this process."""
    with contextlib.suppress(OSError):
        while True:
            HELD_OBJECTS.append(os.dup(0))


ACTS = {
    "segfault": segfault,
    "abort": os.abort,
    "exit3": lambda: os._exit(3),
    "exit0": lambda: os._exit(0),
    "sysexit": lambda: sys.exit(5),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "loop": loop,
    "sleep": sleep,
    "spam": spam,
    "hog": hog,
    "burn": burn,
    "fork_and_die": fork_and_die,
    "use_all_descriptors": use_all_descriptors,
    "fpe": lambda: os.kill(os.getpid(), signal.SIGFPE),
}


def acting(act, stage):
    """Return a driver class that runs ``ACTS[act]`` in the call that ``stage`` names."""

    def misbehavior(self, *arguments):
        ACTS[act]()

    if stage == "execute":
        model = type(
            "Misbehaving",
            (AdderPreparedModel,),
            {"execute": misbehavior, "execute_synchronously": misbehavior},
        )
        return type("Driver", (Adder,), {"prepared": model})
    if stage == "start":
        return type("Driver", (Adder,), {"__init__": misbehavior})
    if stage == "reasons":
        declining = {"get_supported_operations": _support_nothing, "decline_reasons": misbehavior}
        refusing = refuse(ErrorStatus.INVALID_ARGUMENT)
        return type("Driver", (Adder,), {**declining, "prepare_model": refusing})
    if stage == "free":
        return type(
            "Driver",
            (Adder,),
            {"prepared": type("V", (AdderPreparedModel,), {"__del__": misbehavior})},
        )
    if stage == "version":
        return type("Driver", (Adder,), {"get_version_string": misbehavior})
    return type("Driver", (Adder,), {STAGES[stage]: misbehavior})


def _support_nothing(self, model):
    return ErrorStatus.NONE, [False] * len(model.main.operations)


for _act in ACTS:
    for _stage in ("start", "query", "prepare", "execute", "free", "version", "reasons"):
        globals()[f"{_act}_in_{_stage}"] = acting(_act, _stage)


MARKS = dict(enumerate(("segfault", "abort", "exit3", "kill", "fpe", "exit0"), 1001))


class MarkedModel(AdderPreparedModel):
    """Runs the act of ``MARKS`` whose number is the first input element, if any; else adds."""

    def run(self, request):
        first = int(self.read(request, 0)[0])
        if first in MARKS:
            ACTS[MARKS[first]]()
        return super().run(request)


class MarkedDriver(Adder):
    prepared = MarkedModel


def executing(run):
    """Return a driver whose executions are ``run(model, request, right)``."""

    class Model(AdderPreparedModel):
        def run(self, request):
            return run(self, request, super().run)

    return type("Executing", (Adder,), {"prepared": Model})


def before(act):
    """Return a driver that calls ``act`` before each execution."""

    def run(_, request, right):
        act()
        return right(request)

    return executing(run)


def _kill_later(model, request, right):
    status = right(request)
    if int(model.read(request, 0)[0]) == 1001:
        threading.Timer(1.0, ACTS["kill"]).start()
    return status


def launching(act):
    """Return a driver that accepts asynchronous executions, calls ``act`` and never notifies."""

    def execute(self, *arguments):
        act()
        return ErrorStatus.NONE

    model = type("Launching", (AdderPreparedModel,), {"execute": execute})
    return type("Driver", (Adder,), {"prepared": model})


def _start_stuck_thread():
    threading.Thread(target=time.sleep, args=(1000,), name="stuck", daemon=True).start()


def _start_waiting_thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()


HELD_OBJECTS = []


def _warm_up():
    if len(HELD_OBJECTS) < 40:
        HELD_OBJECTS.append((os.open("/dev/null", os.O_RDONLY), b"\x01" * (2 << 20)))


AllDescriptors = before(use_all_descriptors)
"""Keeps all descriptors of its process, so that it can receive no further memory."""

Late = executing(_kill_later)
"""Kills its process a second after an execution has returned."""

Async = launching(lambda: threading.Timer(0.1, ACTS["segfault"]).start())
"""Crashes on another thread before it notifies."""

Mute = launching(_start_stuck_thread)
LeaksDescriptors = before(lambda: os.open("/dev/null", os.O_RDONLY))
LeaksThreads = before(_start_waiting_thread)
LeaksMemory = before(lambda: HELD_OBJECTS.append(b"\x01" * (1 << 20)))
Warm = before(_warm_up)
"""Keeps a descriptor and 2 MiB for each of the first 40 executions: a cache, not a leak."""


def sockets():
    """Return copies of this process's sockets, in the order of their descriptors.

    The first one carries calls and answers, the second one notifications.
    """
    found = []
    for entry in sorted(Path("/proc/self/fd").iterdir(), key=lambda entry: int(entry.name)):
        try:
            if str(entry.readlink()).startswith("socket:"):
                found.append(socket.socket(fileno=os.dup(int(entry.name))))
        except OSError:
            continue
    return found


def hostile(act):
    """Return a driver that runs ``act(calls, notifications)``, on its sockets, in an execution."""
    return before(lambda: act(*sockets()[:2]))


def _wrong_number(calls, notifications):
    """Send an answer with the number of a call that was not made."""
    calls.send(b"\x97\xce\x00\x00\xff\xff\xc0\xc0\x90\x00\x90\xc0")


def _shut(calls, notifications):
    """Close the connection for calls, but keep running."""
    calls.shutdown(socket.SHUT_RDWR)
    time.sleep(1000)


_ACTS_ON_SOCKETS = {
    "garbage_answer": lambda calls, notifications: calls.send(b"\xff\xfe garbage"),
    "garbage_note": lambda calls, notifications: notifications.send(b"\xc1\xc1\xc1"),
    "wrong_number": _wrong_number,
    "shut": _shut,
}
HOSTILE = tuple(_ACTS_ON_SOCKETS)
for _name, _act_on_sockets in _ACTS_ON_SOCKETS.items():
    globals()[_name] = hostile(_act_on_sockets)


def _truncate_output(_, request, right):
    status = right(request)
    os.ftruncate(request.pools[1].fileno(), 0)
    return status


Shrinker = executing(_truncate_output)
"""Truncates a memory of the harness while the harness has it mapped."""


def _print_line():
    sys.stdout.write("hello from the driver\n")
    sys.stdout.flush()


Chatty = before(_print_line)
"""Prints a line during each execution."""


class LateNotification(Adder):
    """Notifies the callback of an execution a second time, after 0.3 s."""

    def notify(self, callback, *arguments):
        callback.notify(*arguments)
        threading.Timer(0.3, callback.notify, arguments).start()


class LateWrite(Adder):
    """Writes to the output 0.3 s after the execution."""

    def afterwards(self, model, request):
        def write():
            with request.pools[1].view() as view:
                view[request.outputs[0].location.offset] ^= 255

        threading.Timer(0.3, write).start()


class PressesCtrlC(Adder):
    """Sends SIGINT to its own process during an execution, like a user's Ctrl-C."""

    def afterwards(self, model, request):
        # A shell ignores SIGINT in its background jobs, and the processes they start inherit that.
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass


class DiesOnce(Adder):
    """Opens once, aborts in ``get_supported_operations``, and crashes at every restart."""

    def __init__(self) -> None:
        marker = Path(os.environ["NN_TEST_MARKER"])
        if marker.exists():
            ACTS["segfault"]()
        marker.touch()

    def get_supported_operations(self, model):
        ACTS["abort"]()


class Limits(Adder):
    """Reports the resource limits of its process as its version string."""

    def get_version_string(self):
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        data = resource.getrlimit(resource.RLIMIT_DATA)[0]
        core = resource.getrlimit(resource.RLIMIT_CORE)[0]
        return ErrorStatus.NONE, f"{files} {data} {core}"
