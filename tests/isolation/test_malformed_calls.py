"""Calls that the driver's process cannot decode: they are refused, or end only their connection."""

from __future__ import annotations

import socket

import msgspec
import pytest

from conformance.drivers.own_process import wire
from conformance.drivers.own_process.server import ClientSession, RpcServer
from conformance.drivers.own_process.wire import Channel, MalformedError
from conformance.hal import SharedMemory
from conformance.hal.calls import CALL_BY_NAME
from conformance.reference import ReferenceDevice


def serve(*packets, first=False):
    """Serve the packets as calls of a client; return the decoded answers.

    The first client of a process gets the exception; the connection of another one is closed.
    """
    (client, calls), (_, notes) = (
        socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(2)
    )
    session = ClientSession(Channel(notes), None if first else ReferenceDevice())
    for packet in packets:
        client.send(packet)
    client.shutdown(socket.SHUT_WR)
    try:
        RpcServer(session, Channel(calls)).serve_client()
        client.settimeout(5)
        decoder = msgspec.msgpack.Decoder(wire.CallAnswer)
        answers = []
        while data := client.recv(1 << 16):
            answers.append(decoder.decode(data))
        return answers
    finally:
        client.close()


NAME = wire.encoder().encode(wire.MESSAGES[CALL_BY_NAME["name"]](2, (), (), 0))


@pytest.mark.parametrize(
    "packet",
    [
        b"\xce",
        b"\xc1",
        b"\xa2\xff\xfe",
        b"\x80",
        b"\x91\x01",
        b"\x92\x01\xc0",
        b"\x92\x01\xa3abc",
        b"\x92\x01\xa2\xff\xfe",
        b"\x91" * 3000,
    ],
    ids=lambda packet: packet[:4].hex(),
)
def test_a_call_without_a_readable_number_ends_the_connection(packet):
    with pytest.raises(MalformedError, match="a call cannot be decoded"):
        serve(packet, first=True)
    assert serve(packet) == []


def test_a_call_with_a_number_and_invalid_text_is_refused():
    wrong = (
        wire.encoder()
        .encode(wire.Start(7, (), (), "name", [], None, None))
        .replace(b"name", b"\xff\xfe\xfd\xfc")
    )
    first, second = serve(wrong, NAME)
    assert first.number == 7
    assert "cannot decode the call" in first.refused
    assert (second.number, second.refused) == (2, None)


def test_a_mapped_memory_without_a_descriptor_ends_the_connection():
    memory = wire.describe_memory(1, SharedMemory(64), True)
    packet = wire.encoder().encode(wire.Free(3, (memory,), (), ()))
    with pytest.raises(MalformedError, match="memory 1 is mapped, but has no descriptor"):
        serve(packet, first=True)
    assert serve(packet) == []
