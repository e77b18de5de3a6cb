"""Objects that a driver in this process hands out, behind classes of ours.

A driver's object may raise or lie in any method, ``__class__`` and ``__eq__`` included. The harness
therefore never touches it outside a guarded call (``calls.call``): it holds one of these instead,
which passes each call of the interface on and replaces foreign objects in the answer. Drivers in a
process of their own have proxies.
"""

from __future__ import annotations

from typing import Any, Final

from conformance.drivers.process.answers import INTERFACES, received
from conformance.drivers.process.proxies import PROXIES, RemoteFence
from conformance.hal import (
    Buffer,
    BurstContext,
    Fence,
    FencedExecutionCallback,
    PreparedModel,
)


class DriverObject:
    """An object of the driver, ``target``; equal to itself only."""

    def __init__(self, target: Any) -> None:
        self.target = target

    def __repr__(self) -> str:
        return f"a {name_of_object(self)}"


class DriverModel(DriverObject, PreparedModel):
    """A prepared model of a driver in this process."""

    def execute(self, *arguments: Any) -> Any:
        return received(self.target.execute(*arguments), wrapped)

    def execute_synchronously(self, *arguments: Any) -> Any:
        return received(self.target.execute_synchronously(*arguments), wrapped)

    def execute_fenced(self, request: Any, wait_for: Any, *arguments: Any) -> Any:
        # A driver gets its own fences back: it may know them.
        fences = tuple([one.target if type(one) is DriverFence else one for one in wait_for])
        return received(self.target.execute_fenced(request, fences, *arguments), wrapped)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        return received(self.target.configure_execution_burst(*arguments), wrapped)


class DriverFence(DriverObject, Fence):
    """A fence of a driver in this process."""

    def wait(self, *arguments: Any) -> Any:
        return received(self.target.wait(*arguments), wrapped)

    def fileno(self) -> Any:
        return received(self.target.fileno(), wrapped)


class DriverExecutionInfo(DriverObject, FencedExecutionCallback):
    """The execution information of a driver in this process."""

    def get_execution_info(self) -> Any:
        return received(self.target.get_execution_info(), wrapped)


class DriverBuffer(DriverObject, Buffer):
    """A buffer of a driver in this process."""

    def copy_to(self, *arguments: Any) -> Any:
        return received(self.target.copy_to(*arguments), wrapped)

    def copy_from(self, *arguments: Any) -> Any:
        return received(self.target.copy_from(*arguments), wrapped)


class DriverBurst(DriverObject, BurstContext):
    """A burst of a driver in this process."""

    def free_memory(self, *arguments: Any) -> Any:
        return received(self.target.free_memory(*arguments), wrapped)


_CLASSES: Final[dict[str, type[DriverObject]]] = {
    "prepared_model": DriverModel,
    "fence": DriverFence,
    "execution_info": DriverExecutionInfo,
    "buffer": DriverBuffer,
    "burst": DriverBurst,
}
_PROXIES: Final = [*PROXIES.items(), ("fence", RemoteFence)]
_OURS: Final = {id(one): INTERFACES[kind] for kind, one in [*_CLASSES.items(), *_PROXIES]}


def wrapped(kind: str, value: Any) -> Any:
    """Return the driver's object of this kind as one of ours; a proxy or one of ours stays."""
    return value if id(type(value)) in _OURS else _CLASSES[kind](value)


def unwrapped(argument: Any) -> Any:
    """Return an argument with the driver's own objects in place of ours, sequences included.

    A driver that gets back its fence or prepared model must recognize it: drivers compare such
    objects by identity, and their methods with each other's types.
    """
    if isinstance(argument, DriverObject):
        return argument.target
    if type(argument) in (tuple, list) and any(isinstance(one, DriverObject) for one in argument):
        return type(argument)(unwrapped(one) for one in argument)
    return argument


def name_of_object(value: object) -> str:
    """Return the interface of an object of ours or a proxy; empty for anything else."""
    return _OURS.get(id(type(value)), "")
