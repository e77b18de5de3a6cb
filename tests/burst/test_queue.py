"""The message queue: atomic messages, bounds, waiting, closing, and a corrupt peer."""

from __future__ import annotations

import os
import threading
from collections import deque
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.bursts.fmq import (
    MessageQueue,
    QueueCorruptError,
    QueueEndedError,
    QueueError,
)
from conformance.hal import Grantor, GrantorDescriptor, MQDescriptor
from tests.burst.helpers import overwrite

QUANTUM = 4


def pair(capacity=8, quantum=QUANTUM, *, event_flag=True):
    """Return both sides of a queue: the creator's and the opened one."""
    created = MessageQueue.create(quantum, capacity, event_flag=event_flag)
    opened = MessageQueue.open(created.descriptor, quantum)
    created.mark_handed_over()
    return created, opened


def words(*numbers):
    """Return the numbers as elements of the queue."""
    return b"".join(number.to_bytes(QUANTUM, "little") for number in numbers)


@settings(max_examples=100)
@given(
    st.integers(1, 9),
    st.lists(st.tuples(st.booleans(), st.integers(1, 10)), max_size=60),
    st.booleans(),
)
def test_the_queue_behaves_as_a_bounded_deque(capacity, steps, event_flag):
    producer, consumer = pair(capacity, event_flag=event_flag)
    model: deque[bytes] = deque()
    number = 0
    for writing, count in steps:
        if writing:
            message = [words(number + one) for one in range(count)]
            fits = len(model) + count <= capacity
            assert producer.write(b"".join(message)) is fits
            if fits:
                model.extend(message)
                number += count
        else:
            expected = None
            if count <= len(model):
                expected = b"".join(model.popleft() for _ in range(count))
            assert consumer.read(count) == expected
        assert consumer.available_to_read() == len(model)
        assert producer.available_to_write() == capacity - len(model)


def test_a_message_is_seen_whole_or_not_at_all():
    """A reader in another thread sees either the whole message or nothing of it.

    Each message repeats one number; a partial or mixed message would be noticed.
    """
    producer, consumer = pair(64)
    rounds = 3000
    lengths = [1 + number * 7 % 40 for number in range(rounds)]

    def produce():
        for number, length in enumerate(lengths):
            assert producer.write_blocking(words(number) * length, 20.0)

    thread = threading.Thread(target=produce)
    thread.start()
    number = 0
    while number < rounds:
        assert consumer.wait_to_read(20.0)
        data = consumer.read_available()
        while data:
            size = lengths[number] * QUANTUM
            assert data[:size] == words(number) * lengths[number]
            data = data[size:]
            number += 1
    thread.join()


def test_a_message_that_does_not_fit_is_not_written():
    producer, consumer = pair(4)
    assert producer.write(words(1, 2))
    assert not producer.write(words(3, 4, 5))
    assert producer.available_to_write() == 2
    assert consumer.read_available() == words(1, 2)
    with pytest.raises(ValueError, match="never fit"):
        producer.write_blocking(words(*range(5)), 1.0)


@pytest.mark.parametrize("event_flag", [True, False])
def test_waiting_ends_with_a_message_or_the_timeout(event_flag):
    producer, consumer = pair(4, event_flag=event_flag)
    assert not consumer.wait_to_read(0.01)
    assert not consumer.wait_to_read(0.0)
    timer = threading.Timer(0.02, producer.write, (words(9),))
    timer.start()
    assert consumer.wait_to_read(20.0)
    assert consumer.read(1) == words(9)
    timer.join()
    assert producer.write_blocking(words(1, 2, 3, 4), 0.0)
    assert not producer.write_blocking(words(5), 0.01)
    timer = threading.Timer(0.02, consumer.read, (2,))
    timer.start()
    assert producer.write_blocking(words(5, 6), 20.0)
    timer.join()
    assert consumer.read_available() == words(3, 4, 5, 6)


@pytest.mark.parametrize("event_flag", [True, False])
@pytest.mark.parametrize("closer", ["own side", "other side"])
def test_closing_ends_a_wait_without_timeout(closer, event_flag):
    """Closing either side wakes a waiting reader."""
    producer, consumer = pair(event_flag=event_flag)
    timer = threading.Timer(0.02, (consumer if closer == "own side" else producer).close)
    timer.start()
    with pytest.raises(
        QueueEndedError,
        match="closed by this side"
        if closer == "own side"
        else "other side of the queue has ended",
    ):
        consumer.wait_to_read(None)
    timer.join()


def test_messages_written_before_closing_can_be_read():
    producer, consumer = pair()
    producer.write(words(1, 2))
    producer.close()
    assert consumer.wait_to_read(None)
    assert consumer.read_available() == words(1, 2)
    with pytest.raises(QueueEndedError, match="other side of the queue has ended"):
        consumer.wait_to_read(None)
    with pytest.raises(QueueEndedError, match="closed by this side"):
        producer.write(words(3))


def test_a_released_side_is_detected():
    producer, consumer = pair()
    assert not consumer.peer_gone()
    del producer
    assert consumer.peer_gone()


def test_descriptors_are_closed():
    def count():
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    before = count()
    for _ in range(20):
        queue = MessageQueue.create(QUANTUM, 4)
        other = MessageQueue.open(queue.descriptor, QUANTUM)
        queue.mark_handed_over()
        queue.write(words(1))
        other.close()
        del queue, other
    MessageQueue.create(QUANTUM, 4)
    assert count() == before


# A peer that corrupts the memory of the queue. The tests write to the memory directly.


def pair_with_descriptor():
    """Return both sides of a queue of 8 elements, and its descriptor."""
    created = MessageQueue.create(QUANTUM, 8)
    opened = MessageQueue.open(created.descriptor, QUANTUM)
    return created, opened, created.descriptor


@pytest.mark.parametrize("value", [9, 2**32, 2**63])
def test_an_impossible_position_is_an_error(value):
    producer, consumer, descriptor = pair_with_descriptor()
    overwrite(descriptor, Grantor.WRITE_POSITION, value.to_bytes(8, "little"))
    for read in (
        consumer.available_to_read,
        lambda: consumer.wait_to_read(None),
        lambda: consumer.read(1),
    ):
        with pytest.raises(QueueCorruptError):
            read()
    overwrite(descriptor, Grantor.WRITE_POSITION, bytes(8))
    overwrite(descriptor, Grantor.READ_POSITION, value.to_bytes(8, "little"))
    with pytest.raises(QueueCorruptError):
        producer.write(words(1))
    with pytest.raises(QueueCorruptError):
        producer.write_blocking(words(1), None)


def test_positions_wrap_around_at_64_bits():
    """The queue works when its 64-bit positions overflow: only their difference matters."""
    created = MessageQueue.create(QUANTUM, 8)
    for part in (Grantor.READ_POSITION, Grantor.WRITE_POSITION):
        overwrite(created.descriptor, part, (2**64 - 3).to_bytes(8, "little"))
    consumer = MessageQueue.open(created.descriptor, QUANTUM)
    producer = MessageQueue.open(created.descriptor, QUANTUM)
    for start in (0, 6):
        assert producer.write(words(*range(start, start + 6)))
        assert consumer.read(6) == words(*range(start, start + 6))


def good_descriptor():
    """Return a queue and its descriptor."""
    queue = MessageQueue.create(QUANTUM, 8)
    return queue, queue.descriptor


def moved(descriptor, part, **changes):
    """Return the descriptor with changes in one of its grantors."""
    grantors = list(descriptor.grantors)
    grantors[part] = replace(grantors[part], **changes)
    return replace(descriptor, grantors=tuple(grantors))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: replace(d, quantum=3),
        lambda d: replace(d, grantors=d.grantors[:2]),
        lambda d: replace(d, grantors=d.grantors * 2),
        lambda d: replace(d, fds=()),
        lambda d: moved(d, Grantor.DATA, fd_index=1),
        lambda d: moved(d, Grantor.READ_POSITION, offset=4),
        lambda d: moved(d, Grantor.WRITE_POSITION, extent=4),
        lambda d: moved(d, Grantor.DATA, extent=0),
        lambda d: moved(d, Grantor.DATA, extent=31),
        lambda d: moved(d, Grantor.DATA, offset=-8),
        lambda d: moved(d, Grantor.EVENT_FLAG, extent=4),
        lambda d: moved(d, Grantor.DATA, offset=2**20),
        lambda d: moved(d, Grantor.DATA, offset=2**40),
        lambda d: replace(d, fds=(-1,)),
        lambda d: replace(d, peer_fd=10**6),
        lambda d: replace(d, peer_fd=d.fds[0]),
    ],
)
def test_an_invalid_descriptor_is_refused(spoil):
    queue, descriptor = good_descriptor()
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    with pytest.raises(QueueError):
        MessageQueue.open(spoil(descriptor), QUANTUM)
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
    assert MessageQueue.open(queue.descriptor, QUANTUM).capacity == 8


def test_memory_that_can_shrink_is_refused(tmp_path):
    """A peer could truncate memory without a seal; access to it would then end the process."""
    file = tmp_path / "queue"
    file.write_bytes(bytes(4096))
    parts = tuple(
        GrantorDescriptor(0, offset, extent)
        for offset, extent in ((0, 8), (8, 8), (64, 32), (16, 16))
    )
    fds = [os.open(file, os.O_RDWR), os.memfd_create("x", os.MFD_ALLOW_SEALING)]
    os.ftruncate(fds[1], 4096)
    try:
        for fd in fds:
            with pytest.raises(QueueError, match=r"sealed|cannot be used"):
                MessageQueue.open(MQDescriptor(parts, (fd,), QUANTUM), QUANTUM)
    finally:
        for fd in fds:
            os.close(fd)
