"""The callbacks and objects of one driver process, common to all of its connections for calls."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from conformance.drivers.answer_codec import Resolve, unpack
from conformance.drivers.own_process import messages as m
from conformance.drivers.own_process.driver_proxies import PROXIES
from conformance.drivers.own_process.limits import ProcessError

if TYPE_CHECKING:
    from conformance.drivers.own_process.lifecycle import ProcessLifecycle

_MAX_CALLBACKS: Final = 10_000
"""Maximum number of registered callbacks; beyond it, the oldest ones are no longer notified."""


class ClientRecords:
    """Records which callbacks and objects a driver process has; several threads may use it.

    Attributes:
        object_ids: numbers of the objects that the process returned and that are not yet freed.

    """

    def __init__(self, lifecycle: ProcessLifecycle, process_number: int) -> None:
        self._lifecycle = lifecycle
        self._process_number = process_number
        self._lock = threading.Lock()
        self._last_callback = 0
        self._callbacks: OrderedDict[int, Any] = OrderedDict()
        self._notified: set[int] = set()
        self._unnotified: list[Any] = []
        self.object_ids: set[int] = set()

    def clear(self) -> None:
        """Remove all callbacks and objects, because their process is no longer used."""
        self._callbacks.clear()
        self._notified.clear()
        self._unnotified.clear()
        self.object_ids.clear()

    # Objects.

    def resolve(self, kind: str, number: int) -> Any:
        """Return an object's proxy; raise ``ValueError`` for an invalid number."""
        if type(number) is not int or number < 0:
            raise ValueError(f"an object has the invalid number {number!r}")
        if kind not in PROXIES:
            raise ValueError(f"an object has the unknown kind {kind!r}")
        self.object_ids.add(number)
        return PROXIES[kind](self._lifecycle, self._process_number, number)

    def take_unused(self) -> list[int]:
        """Return the objects of this process whose proxies were garbage-collected."""
        numbers = []
        unused = self._lifecycle.unused_objects
        while unused:
            try:
                owner, number = unused.popleft()
            except IndexError:  # another thread took the last one
                break
            if owner == self._process_number and number in self.object_ids:
                numbers.append(number)
        return numbers

    # Callbacks.

    def register_callback(self, callback: Any) -> int:
        """Register ``callback`` and return the number under which the process notifies it."""
        with self._lock:
            self._last_callback += 1
            self._callbacks[self._last_callback] = callback
            if len(self._callbacks) > _MAX_CALLBACKS:
                self._notified.discard(self._callbacks.popitem(last=False)[0])
            return self._last_callback

    def deliver_notification(
        self, notification: m.WireNotification, resolve: Resolve | None = None
    ) -> None:
        """Deliver a notification to its callback.

        ``resolve`` returns the proxies of the objects among the arguments. Raises ``ValueError``
        for an unknown callback number or malformed arguments.
        """
        if notification.callback > self._last_callback:
            raise ValueError(f"no callback has the number {notification.callback}")
        callback = self._callbacks.get(notification.callback)
        if callback is not None:
            self._notified.add(notification.callback)
            resolve = resolve or self.resolve
            arguments = [unpack(argument, resolve) for argument in notification.arguments]
            try:
                callback.notify(*arguments)
            except TypeError as error:
                raise ValueError(f"invalid arguments: {error}") from error

    def forget_callbacks(self, numbers: Sequence[int]) -> None:
        """Remove callbacks that the driver no longer references."""
        for number in numbers:
            callback = self._callbacks.pop(number, None)
            # The driver released this callback without notifying it. It is kept for
            # ``abandon_callbacks``: its waiting thread has to be woken up if the process ends.
            if callback is not None and number not in self._notified:
                self._unnotified.append(callback)
            self._notified.discard(number)

    def forget_unnotified(self) -> None:
        """Remove the callbacks that the driver released without notifying them."""
        self._unnotified.clear()

    def abandon_callbacks(self, error: ProcessError) -> None:
        """Pass ``error`` to each callback with a ``fail_waiting`` method: the process ended."""
        for callback in [*self._callbacks.values(), *self._unnotified]:
            fail_waiting = getattr(callback, "fail_waiting", None)
            if fail_waiting is not None:
                fail_waiting(error)

    def has_pending_callback(self) -> bool:
        """Return whether any registered callback has not been notified yet."""
        return bool(self._unnotified) or any(
            number not in self._notified for number in list(self._callbacks)
        )
