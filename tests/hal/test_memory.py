"""Memories of every kind, as the client creates them and as a driver maps them.

The expected sizes, strides and lock rules are those of ``mmap`` and the NDK's ``AHardwareBuffer``.
"""

from __future__ import annotations

import fcntl
import gc
import os

import msgspec
import pytest

from conformance import hal
from conformance.drivers.own_process.wire import MappedMemory, MemoryDescription, describe_memory

READ, WRITE = hal.BufferUsage.CPU_READ_OFTEN, hal.BufferUsage.CPU_WRITE_OFTEN
PAGE = 4096
IMAGE = hal.HardwareBufferDescription(3, 2, 1, hal.BufferFormat.R8G8B8A8_UNORM, READ | WRITE, 8)


def received(memory: hal.Memory) -> MappedMemory:
    """Return the memory as another process receives it: its encoded fields and a descriptor."""
    data = msgspec.msgpack.encode(describe_memory(1, memory, True))
    shared = msgspec.msgpack.decode(data, type=MemoryDescription)
    return MappedMemory(os.dup(memory.fileno()), shared)


@pytest.mark.parametrize("kind", [kind for kind in hal.MemoryKind if kind != "hardware_buffer"])
@pytest.mark.parametrize("of", [lambda memory: memory, received], ids=["client", "driver"])
def test_client_and_driver_see_the_same_bytes(kind, of):
    memory = hal.create_memory(kind, 5000, initial=b"client")
    other = of(memory)
    assert (other.name, other.kind, other.size, other.protection) == (str(kind), kind, 5000, 3)
    with other.view() as view:
        assert bytes(view[:7]) == b"client\0"
        assert len(view) == 5000
        view[4990:4996] = b"driver"
    assert hal.content_of(memory)[4990:] == b"driver" + bytes(4)
    for each in {other, memory}:
        each.close()
        each.close()
        with pytest.raises(ValueError, match="closed"):
            each.view()


def test_a_file_is_mapped_from_its_offset():
    for offset in (0, PAGE, 5 * PAGE, (1 << 32) + PAGE):
        memory = hal.mmap_fd_memory(10, initial=b"0123456789", offset=offset, file_size=offset + 20)
        with received(memory).view() as view:
            assert bytes(view) == b"0123456789"
        assert os.pread(memory.fileno(), 10, offset) == b"0123456789"


def test_protection_limits_what_a_driver_maps_but_not_the_client():
    memory = hal.mmap_fd_memory(8, initial=b"constant", protection=hal.PROT_READ)
    for each in (memory, received(memory)):
        with each.view() as view:
            assert view.readonly
            assert bytes(view) == b"constant"
    memory.fill(b"changed!")
    assert memory.content() == b"changed!"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.write(memory.fileno(), b"x")
    with pytest.raises(ValueError, match="permits no access"):
        received(hal.mmap_fd_memory(8, protection=hal.PROT_NONE)).view()


@pytest.mark.parametrize("kind", hal.MemoryKind)
def test_the_receiver_cannot_make_the_file_shorter(kind):
    memory = hal.create_memory(kind, 64, initial=b"x")
    with pytest.raises(PermissionError):
        os.ftruncate(memory.fileno(), 0)
    with pytest.raises(PermissionError):
        fcntl.fcntl(memory.fileno(), fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)
    assert hal.content_of(memory)[:1] == b"x"


def test_a_truncated_file_is_an_error_before_and_after_it_was_mapped():
    memory = hal.mmap_fd_memory(2 * PAGE, initial=b"x", can_shrink=True)
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
        hal.DescriptorMemory(-1, 16, "mmap_fd"),
        hal.ClientMemory(16, "vendor.secret"),
        hal.memory_with_name("", 16, initial=b"content"),
        hal.mmap_fd_memory(16, offset=8, file_size=PAGE),
        hal.mmap_fd_memory(0),
        hal.DescriptorMemory(os.open("/dev/null", os.O_RDWR), 16),
        hal.DescriptorMemory(os.open(".", os.O_RDONLY), 16, "mmap_fd", hal.PROT_READ),
        hal.ClientMemory(16, "hardware_buffer_blob"),
        hal.ClientMemory(0, "hardware_buffer"),
        hal.hardware_buffer(IMAGE),
    ],
    ids=repr,
)
def test_a_handle_that_cannot_be_decoded_has_no_view(memory):
    with pytest.raises((OSError, ValueError)):
        memory.view()


def test_an_image_is_stored_row_by_row():
    # Rows of 3 pixels of 4 bytes, 8 pixels apart.
    assert (IMAGE.row_bytes, IMAGE.byte_size, IMAGE.content_size) == (32, 64, 24)
    memory = hal.hardware_buffer(IMAGE, initial=bytes(range(24)))
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
    description = hal.image_description(size)
    assert not description.problem
    assert description.content_size == size
    assert description.byte_size > size
    memory = hal.create_memory(hal.MemoryKind.HARDWARE_BUFFER, size, initial=bytes(size - 1) + b"!")
    assert hal.content_of(memory) == bytes(size - 1) + b"!"


def test_locks_are_counted_in_all_processes():
    memory = hal.hardware_buffer(IMAGE)
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
        ({}, READ | hal.BufferUsage.GPU_DATA_BUFFER),
        ({"usage": READ}, WRITE),
        ({"usage": WRITE}, READ | WRITE),
        ({"usage": hal.BufferUsage.GPU_DATA_BUFFER}, READ),
        ({"layers": 2}, READ),
        ({"format": 99}, READ),
        ({"width": 0}, READ),
        ({"stride": 2}, READ),
    ],
    ids=str,
)
def test_locks_that_are_not_permitted(changes, usage):
    description = hal.HardwareBufferDescription(
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
        hal.DescriptorMemory(fd, 0, "hardware_buffer", 3, 0, description).lock(usage)


def test_a_blob_states_its_accesses_by_its_usage():
    assert hal.hardware_buffer_blob(8).protection == hal.PROT_READ | hal.PROT_WRITE
    memory = hal.hardware_buffer_blob(8, initial=b"constant", usage=READ)
    assert memory.protection == hal.PROT_READ
    with received(memory).view() as view:
        assert view.readonly
    with pytest.raises(ValueError, match="no access"):
        received(hal.hardware_buffer_blob(8, usage=hal.BufferUsage.GPU_DATA_BUFFER)).view()


def test_memories_that_are_dropped_release_their_descriptors():
    def count():
        gc.collect()
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208

    before = count()
    for kind in hal.MemoryKind:
        memory = hal.create_memory(kind, 4096, initial=b"x")
        received(memory)
        view = None if kind is hal.MemoryKind.HARDWARE_BUFFER else memory.view()
        views = (view, *([memory.client_view()] if isinstance(memory, hal.ClientMemory) else ()))
        del memory
        assert view is None or bytes(view[:2]) == b"x\0"
        del view, views
    assert count() == before


def test_a_memory_with_a_live_view_is_not_unmapped():
    memory = hal.mmap_fd_memory(8, initial=b"8 bytes!")
    view = memory.view()
    with pytest.raises(BufferError):
        memory.close()
    assert bytes(view) == b"8 bytes!"
    view.release()
    memory.close()
    assert hal.SharedMemory(8).protection == 3
