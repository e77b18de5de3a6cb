"""Faults in the packets of bursts: single fields, arguments, and the ends of the queues."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import Any

from conformance.hal import DATUM_SIZE, FmqRequestTag, MeasureTiming, request_datum
from conformance.support.burst import (
    PacketError,
    PreparedModelExecutor,
    configure_burst,
    datums_of,
    deserialize_request,
)
from tests.sample_drivers.calls.bursts_faults import Answering
from tests.sample_drivers.calls.driver_fault import NO_TIME, NONE, FaultyPreparedModel, fault

_ARGUMENTS = (
    FmqRequestTag.INPUT_OPERAND_INFORMATION,
    FmqRequestTag.OUTPUT_OPERAND_INFORMATION,
)


class Repairing(Answering):
    """A prepared model whose bursts execute ``repaired(packet, error)`` for a malformed packet."""

    def answer(self, right, packet):
        try:
            deserialize_request(packet)
        except PacketError as error:
            return right(self.repaired(packet, error))
        return right(packet)

    def repaired(self, packet: bytes, error: PacketError) -> bytes:
        raise NotImplementedError


def with_size(packet: bytes) -> bytes:
    """Return the packet with a packetSize of its length."""
    return packet[:4] + struct.pack("<I", len(packet) // DATUM_SIZE) + packet[8:]


@fault("burst_packets.wrong_flag")
class FlagIsBit(Repairing):
    """Only the lowest bit of hasNoValue counts."""

    def repaired(self, packet, error):
        return b"".join(
            datum[:4] + bytes([datum[4] & 1]) + datum[5:] if datum[0] in _ARGUMENTS else datum
            for datum in datums_of(packet)
        )


@fault("burst_packets.wrong_tag")
class UnknownTagAccepted(Repairing):
    """A datum with an unknown tag is read as the expected one."""

    good = b""

    def answer(self, right, packet):
        answer = super().answer(right, packet)
        if len(packet) > 2 * DATUM_SIZE and not self.good:
            self.good = packet
        return answer

    def repaired(self, packet, error):
        expected = datums_of(self.good)
        datums = datums_of(packet)
        if len(datums) != len(expected):
            return packet
        pairs = zip(datums, expected, strict=True)
        return b"".join(e if d[0] > 6 and d[1:] == e[1:] else d for d, e in pairs)


@fault("burst_packets.wrong_count")
class PoolsCounted(Repairing):
    """The driver counts the pools itself and ignores numberOfPools."""

    def repaired(self, packet, error):
        pools = sum(datum[0] == FmqRequestTag.POOL_IDENTIFIER for datum in datums_of(packet))
        return packet[:16] + struct.pack("<I", pools) + packet[20:]


@fault("burst_packets.wrong_count", "burst.terminated")
class TrustsCounts(Answering):
    """A huge number of pools ends the burst."""

    def answer(self, right, packet):
        if packet[0] == 0 and struct.unpack_from("<I", packet, 16)[0] > 1 << 20:
            self.stop()
        return right(packet)

    def configure_execution_burst(self, *arguments: Any) -> Any:
        status, server = super().configure_execution_burst(*arguments)
        self.stop = server._listener.stop
        return status, server


@fault("burst_packets.truncated_packet")
class TimingAdded(Repairing):
    """A packet without measureTiming is executed without measurement."""

    def repaired(self, packet, error):
        if error.rule != "burst_request.timing":
            return packet
        return with_size(packet + request_datum(FmqRequestTag.MEASURE_TIMING, MeasureTiming.NO))


@fault("burst_packets.matching_packet_size")
class RestIgnored(Repairing):
    """Datums after measureTiming are ignored if packetSize includes them."""

    def repaired(self, packet, error):
        if error.rule != "burst_request.trailing_datum":
            return packet
        return with_size(packet[:-DATUM_SIZE])


class Rewriting(FaultyPreparedModel):
    """A prepared model whose bursts execute ``changed(request)``."""

    def executor(self):
        outer = self

        class Executor(PreparedModelExecutor):
            def run(self, request, measure, *, again):
                return outer.answered(
                    super().run(outer.changed(request), measure, again=again), request
                )

        return Executor(self.right)

    def changed(self, request):
        return request

    def answered(self, answer, request):
        return answer


@fault("burst_packets.invalid_arguments")
class InputRepeated(Rewriting):
    """A missing input is replaced by the last one."""

    def changed(self, request):
        missing = len(self.model.main.input_indexes) - len(request.inputs)
        return replace(request, inputs=(*request.inputs, *request.inputs[-1:] * max(missing, 0)))


@fault("burst_packets.invalid_arguments")
class InputsDropped(Rewriting):
    """Additional inputs are ignored."""

    def changed(self, request):
        return replace(request, inputs=request.inputs[: len(self.model.main.input_indexes)])


@fault("burst_packets.invalid_arguments")
class OutputsMissing(Rewriting):
    """A request with too few outputs is answered with NONE."""

    def answered(self, answer, request):
        complete = len(request.outputs) == len(self.model.main.output_indexes)
        return answer if complete else (NONE, (), NO_TIME)


@fault("burst_packets.invalid_arguments")
class PoolIndexClamped(Rewriting):
    """A poolIndex behind the last pool means the last pool."""

    def changed(self, request):
        last = len(request.pools) - 1

        def clamped(argument):
            at = argument.location
            return replace(argument, location=replace(at, pool_index=min(at.pool_index, last)))

        inputs, outputs = (
            tuple(map(clamped, arguments)) for arguments in (request.inputs, request.outputs)
        )
        return replace(request, inputs=inputs, outputs=outputs)


@fault("burst_packets.invalid_arguments")
class OutputDimensionsIgnored(Rewriting):
    """The dimensions that a request states for outputs are ignored."""

    def changed(self, request):
        outputs = tuple(replace(argument, dimensions=()) for argument in request.outputs)
        return replace(request, outputs=outputs)


@fault("burst_packets.invalid_arguments")
class PlaceOfNoValue(Rewriting):
    """An output without a value is written to its location."""

    def changed(self, request):
        outputs = tuple(replace(argument, has_no_value=False) for argument in request.outputs)
        return replace(request, outputs=outputs)


class Queueing(FaultyPreparedModel):
    """A prepared model that changes the queues of its bursts with ``change``."""

    def configure_execution_burst(self, *arguments: Any) -> Any:
        status, server = configure_burst(*arguments, self.executor())
        if server is not None:
            self.change(server._listener._requests, server._listener._results)
        return status, server

    def change(self, requests, results):
        raise NotImplementedError


@fault("burst_packets.across_queue_end")
class ReadsToEnd(Queueing):
    """The part of a request packet behind the end of the queue is read as zeros."""

    def change(self, requests, results):
        read = requests._read_elements

        def read_elements(count):
            until_end = requests.capacity - requests._read % requests.capacity
            data = read(count)
            return data[: until_end * DATUM_SIZE].ljust(len(data), b"\0")

        requests._read_elements = read_elements


@fault("burst_packets.measured_across_queue_end", "burst_result.operand")
class WritesToEnd(Queueing):
    """The part of a result packet behind the end of the queue is written as zeros."""

    def change(self, requests, results):
        write = results.write

        def write_all(data):
            until_end = results.capacity - results._written % results.capacity
            return write(data[: until_end * DATUM_SIZE].ljust(len(data), b"\0"))

        results.write = write_all
