"""Memories of every kind, as the client creates them and as a driver maps them.

The expected sizes, strides and lock rules are those of ``mmap`` and the NDK's ``AHardwareBuffer``.
"""

from __future__ import annotations

import gc
import mmap
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from conformance.drivers.own_process.wire import MappedMemory, MemoryDescription, describe_memory
from conformance.hal import (
    PROT_NONE,
    PROT_READ,
    PROT_WRITE,
    BufferFormat,
    BufferUsage,
    ClientMemory,
    DescriptorMemory,
    HardwareBufferDescription,
    Memory,
    MemoryKind,
    SharedMemory,
    content_of,
    create_memory,
    hardware_buffer,
    hardware_buffer_blob,
    image_description,
    memory_with_name,
    mmap_fd_memory,
)

READ, WRITE = BufferUsage.CPU_READ_OFTEN, BufferUsage.CPU_WRITE_OFTEN
PAGE = 4096
IMAGE = HardwareBufferDescription(3, 2, 1, BufferFormat.R8G8B8A8_UNORM, READ | WRITE, 8)


def received(memory: Memory) -> MappedMemory:
    """Return the memory as another process receives it: its encoded fields and a descriptor."""
    data = msgspec.msgpack.encode(describe_memory(1, memory, True))
    shared = msgspec.msgpack.decode(data, type=MemoryDescription)
    return MappedMemory(os.dup(memory.fileno()), shared)


@pytest.mark.parametrize("kind", [kind for kind in MemoryKind if kind != "hardware_buffer"])
@pytest.mark.parametrize("of", [lambda memory: memory, received], ids=["client", "driver"])
def test_client_and_driver_see_the_same_bytes(kind, of):
    memory = create_memory(kind, 5000, initial=b"client")
    other = of(memory)
    assert (other.name, other.kind, other.size, other.protection) == (str(kind), kind, 5000, 3)
    with other.view() as view:
        assert bytes(view[:7]) == b"client\0"
        assert len(view) == 5000
        view[4990:4996] = b"driver"
    assert content_of(memory)[4990:] == b"driver" + bytes(4)
    for each in {other, memory}:
        each.close()
        each.close()
        with pytest.raises(ValueError, match="closed"):
            each.view()


def test_a_file_is_mapped_from_its_offset():
    for offset in (0, PAGE, 5 * PAGE, (1 << 32) + PAGE):
        memory = mmap_fd_memory(10, initial=b"0123456789", offset=offset, file_size=offset + 20)
        with received(memory).view() as view:
            assert bytes(view) == b"0123456789"
        assert os.pread(memory.fileno(), 10, offset) == b"0123456789"


def test_protection_limits_what_a_driver_maps_but_not_the_client():
    memory = mmap_fd_memory(8, initial=b"constant", protection=PROT_READ)
    for each in (memory, received(memory)):
        with each.view() as view:
            assert view.readonly
            assert bytes(view) == b"constant"
    memory.fill(b"changed!")
    assert memory.content() == b"changed!"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.write(memory.fileno(), b"x")
    with pytest.raises(ValueError, match="permits no access"):
        received(mmap_fd_memory(8, protection=PROT_NONE)).view()


def test_a_truncated_file_is_an_error_before_and_after_it_was_mapped():
    memory = mmap_fd_memory(2 * PAGE, initial=b"x")
    other = received(memory)
    other.view().release()
    memory.truncate(PAGE)
    for each in (other, received(memory), memory):
        with pytest.raises(ValueError, match="has 4096 bytes; 8192 bytes from offset 0"):
            each.view()
    memory.truncate(2 * PAGE)
    assert other.view()[0] == ord("x")


@pytest.mark.parametrize(
    "memory",
    [
        DescriptorMemory(-1, 16, "mmap_fd"),
        ClientMemory(16, "vendor.secret"),
        memory_with_name("", 16, initial=b"content"),
        mmap_fd_memory(16, offset=8, file_size=PAGE),
        mmap_fd_memory(0),
        DescriptorMemory(os.open("/dev/null", os.O_RDWR), 16),
        DescriptorMemory(os.open(".", os.O_RDONLY), 16, "mmap_fd", PROT_READ),
        ClientMemory(16, "hardware_buffer_blob"),
        ClientMemory(0, "hardware_buffer"),
        hardware_buffer(IMAGE),
    ],
    ids=repr,
)
def test_a_handle_that_cannot_be_decoded_has_no_view(memory):
    with pytest.raises((OSError, ValueError)):
        memory.view()


def test_an_image_is_stored_row_by_row():
    # Rows of 3 pixels of 4 bytes, 8 pixels apart.
    assert (IMAGE.row_bytes, IMAGE.byte_size, IMAGE.content_size) == (32, 64, 24)
    memory = hardware_buffer(IMAGE, initial=bytes(range(24)))
    other = received(memory)
    assert (other.size, other.description) == (0, IMAGE)
    with other.locked(READ) as rows:
        assert rows.readonly
        assert bytes(rows) == bytes(range(12)) + bytes(20) + bytes(range(12, 24)) + bytes(20)
        assert IMAGE.gather(rows) == bytes(range(24))
    with other.locked(WRITE) as rows:
        IMAGE.scatter(rows, bytes(24))
    assert memory.content() == bytes(24)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 16, 24, 30, 4096, 4099])
def test_there_is_an_image_of_every_size(size):
    description = image_description(size)
    assert not description.problem
    assert description.content_size == size
    assert description.byte_size > size
    memory = create_memory(MemoryKind.HARDWARE_BUFFER, size, initial=bytes(size - 1) + b"!")
    assert content_of(memory) == bytes(size - 1) + b"!"


def test_locks_are_counted_in_all_processes():
    memory = hardware_buffer(IMAGE)
    other = received(memory)
    first, second = other.lock(READ), memory.lock(READ)
    assert memory.locks == other.locks == 2
    for view, each in ((first, other), (second, memory)):
        view.release()
        each.unlock()
    assert memory.locks == 0
    with pytest.raises(ValueError, match="not locked"):
        other.unlock()


@pytest.mark.parametrize(
    ("changes", "usage"),
    [
        ({}, 0),
        ({}, READ | BufferUsage.GPU_DATA_BUFFER),
        ({"usage": READ}, WRITE),
        ({"usage": WRITE}, READ | WRITE),
        ({"usage": BufferUsage.GPU_DATA_BUFFER}, READ),
        ({"layers": 2}, READ),
        ({"format": 99}, READ),
        ({"width": 0}, READ),
        ({"stride": 2}, READ),
    ],
    ids=str,
)
def test_locks_that_are_not_permitted(changes, usage):
    description = HardwareBufferDescription(
        **{
            "width": 3,
            "height": 2,
            "layers": 1,
            "format": 1,
            "usage": READ | WRITE,
            "stride": 8,
            **changes,
        }
    )
    fd = os.memfd_create("image")
    os.ftruncate(fd, PAGE)
    with pytest.raises((OSError, ValueError)):
        DescriptorMemory(fd, 0, "hardware_buffer", 3, 0, description).lock(usage)


def test_a_blob_states_its_accesses_by_its_usage():
    assert hardware_buffer_blob(8).protection == PROT_READ | PROT_WRITE
    memory = hardware_buffer_blob(8, initial=b"constant", usage=READ)
    assert memory.protection == PROT_READ
    with received(memory).view() as view:
        assert view.readonly
    with pytest.raises(ValueError, match="no access"):
        received(hardware_buffer_blob(8, usage=BufferUsage.GPU_DATA_BUFFER)).view()


def test_memories_that_are_dropped_release_their_descriptors():
    def count():
        gc.collect()
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    before = count()
    for kind in MemoryKind:
        memory = create_memory(kind, 4096, initial=b"x")
        received(memory)
        del memory
    assert count() == before


MEMORY = SharedMemory(8)
FIRST_ACCESSES = {
    "shared": (lambda: SharedMemory(initial=b"8 bytes!"), SharedMemory.view),
    "received": (
        lambda: DescriptorMemory(os.dup(MEMORY.fileno()), 8),
        DescriptorMemory.view,
    ),
    "client": (lambda: mmap_fd_memory(8, initial=b""), ClientMemory.client_view),
    "image": (
        lambda: hardware_buffer(image_description(8)),
        lambda memory: memory.lock(memory.description.usage),
    ),
}


@pytest.mark.parametrize("kind", FIRST_ACCESSES)
def test_first_accesses_of_two_threads_share_one_mapping(kind, monkeypatch):
    """The first ``mmap`` waits until the second thread is in ``mmap`` too, or blocked before it."""
    create, access = FIRST_ACCESSES[kind]
    memory, calls = create(), []
    original, second = mmap.mmap, threading.Event()

    def slow_mmap(*arguments, **options):
        calls.append(arguments)
        if len(calls) > 1:
            second.set()
        second.wait(0.5)
        return original(*arguments, **options)

    monkeypatch.setattr(mmap, "mmap", slow_mmap)
    with ThreadPoolExecutor(2) as pool:
        views = list(pool.map(access, [memory, memory]))
    assert len(calls) == 1
    views[0][0] = 57
    assert views[1][0] == 57
    for view in views:
        view.release()


def test_a_memory_with_a_live_view_is_not_unmapped():
    memory = mmap_fd_memory(8, initial=b"8 bytes!")
    view = memory.view()
    with pytest.raises(BufferError):
        memory.close()
    assert bytes(view) == b"8 bytes!"
    view.release()
    memory.close()
    assert SharedMemory(8).protection == 3
