"""The protocol of isolated drivers: any bytes get an answer, a refusal, or end the connection.

Both sides are checked: the driver's process, which receives calls, and the harness, which receives
answers from a process that a faulty driver may have corrupted.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Any, Final

import msgspec

from conformance.drivers.answer_codec import unpack
from conformance.drivers.own_process import wire
from conformance.drivers.own_process.server import ClientSession, RpcServer
from conformance.drivers.own_process.wire import Channel
from conformance.hal import Device
from conformance.harness.calls import driver_calls
from fuzz.core.finding import FuzzFinding, unexpected_exception
from fuzz.core.session import FuzzSession

_MAX_PACKETS: Final = 8
_LIMIT: Final = 10.0


def check_wire(session: FuzzSession, data: bytes) -> FuzzFinding | None:
    """Send an input's packets to a server, and read them as answers.

    A packet is preceded by its length in two bytes. Packets of the server side follow an even first
    byte, those of the harness side an odd one.
    """
    if not data:
        return None
    packets = packets_of(data[1:])
    if data[0] % 2:
        session.counts["answers"] += 1
        return _read_answers(packets)
    session.counts["calls"] += 1
    return _serve_calls(session.device, packets)


def packets_of(data: bytes) -> list[bytes]:
    """Return the packets of an input."""
    packets: list[bytes] = []
    while len(data) >= 2 and len(packets) < _MAX_PACKETS:
        size = int.from_bytes(data[:2], "little")
        packets.append(data[2 : 2 + size])
        data = data[2 + size :]
    return [packet for packet in packets if packet]


def joined_packets(side: int, packets: list[bytes]) -> bytes:
    """Return the input with these packets; ``side`` is 0 for calls and 1 for answers."""
    return bytes([side]) + b"".join(
        len(packet).to_bytes(2, "little") + packet for packet in packets
    )


def _serve_calls(device: Device, packets: list[bytes]) -> FuzzFinding | None:
    """Serve the packets as the calls of a further client, on a thread with a time limit."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)]
    (client, calls), (_, notes) = pairs
    session = ClientSession(Channel(notes), device)
    server = RpcServer(session, Channel(calls))
    errors: list[BaseException] = []

    def serve() -> None:
        try:
            server.serve_client()  # a client that violates the protocol ends only its connection
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        for packet in packets:
            with contextlib.suppress(OSError):
                client.send(packet)
        client.shutdown(socket.SHUT_WR)
        thread.join(_LIMIT)
    finally:
        for one, other in pairs:
            one.close()
            other.close()
    thread.join(_LIMIT)
    if thread.is_alive():
        return unexpected_exception("serving calls", TimeoutError("it did not end in time"))
    return unexpected_exception("serving calls", errors[0]) if errors else None


def _read_answers(packets: list[bytes]) -> FuzzFinding | None:
    """Decode the packets as answers and use them as the harness does."""
    for packet in packets:
        try:
            answer = _ANSWERS.decode(packet)
        except (msgspec.MsgspecError, RecursionError, ValueError):
            continue  # the caller reports a protocol error
        try:
            value = unpack(answer.value, _resolve)
            arguments = [unpack(a, _resolve) for n in answer.notified for a in n.arguments]
        except ValueError:
            continue  # the protocol error that the caller reports
        except Exception as error:
            return unexpected_exception("unpacking an answer", error)
        try:
            for item in (value, *arguments):
                _use(item)
        except driver_calls.DriverCallError:
            continue
        except Exception as error:
            return unexpected_exception("checking an answer", error)
    return None


_ANSWERS: Final = msgspec.msgpack.Decoder(wire.Answer)


def _resolve(kind: str, number: Any) -> Any:
    if type(number) is not int:
        raise ValueError(f"an object of kind {kind} has the invalid number {number!r}")
    return object()


def _use(value: Any) -> None:
    """Read a value as an answer of each form that the harness expects."""
    for read in (driver_calls.to_status, driver_calls.to_timing):
        with contextlib.suppress(driver_calls.DriverCallError):
            read("the call", value)
    driver_calls.short_repr(value)
