"""Memory layout, prefills and detection of overwritten bytes."""

import numpy as np
import pytest

from conformance.hal import INFO
from conformance.harness.calls.request_memory import (
    ALIGNMENT,
    GUARD_BYTES,
    Overwrite,
    RandomFill,
    RequestContents,
    RequestMemory,
    find_overwrites,
    lay_out_request,
)
from conformance.oracle.accuracy import (
    EXACT,
    FLOAT16,
    THREE_STEPS,
    Tolerance,
    as_array,
    elements_within,
)


def test_layout_leaves_guards_and_aligns():
    layout = lay_out_request([b"x" * 100, None, b"y", b""], [1, 1, 64, 65])
    assert [argument.has_no_value for argument in layout.inputs] == [False, True, False, True]
    assert [argument.location.length for argument in layout.outputs] == [1, 1, 64, 65]
    assert {argument.location.pool_index for argument in layout.outputs} == {1}
    for spans, size in (
        (layout.input_spans, layout.input_size),
        (layout.output_spans, layout.output_size),
    ):
        end = 0
        for offset, length in spans:
            assert offset % ALIGNMENT == 0
            assert offset - end >= GUARD_BYTES
            end = offset + length
        assert size - end >= GUARD_BYTES


@pytest.mark.parametrize("code", sorted(INFO))
def test_prefill_is_never_within_any_tolerance(code):
    dtype = INFO[code].dtype
    truth = dtype.kind == "b"
    noise = RandomFill(0)
    rng = np.random.default_rng(1)
    if dtype.kind == "f":
        numbers = np.concatenate([[0.0, -0.0, 1.0, -2.0, 1e-4, 60000.0], rng.normal(size=200)])
    elif truth:
        numbers = np.array([0, 1])
    else:
        limits = np.iinfo(np.dtype(dtype.str))
        numbers = np.concatenate(
            [[0, limits.min, limits.max], rng.integers(limits.min, limits.max, 200)]
        )
    data = numbers.astype(dtype).tobytes()
    tolerance = {"f": FLOAT16, "b": EXACT}.get(dtype.kind, THREE_STEPS)
    seen = set()
    for _ in range(32):
        noise.start_execution()
        prefill = noise.prefill(data, len(data), truth)
        seen.add(prefill)
        assert not elements_within(as_array(data, code), as_array(prefill, code), tolerance).any()
    assert len(seen) == 32


def test_overwrites_are_blamed_on_the_nearer_buffer():
    before = bytes(range(256)) * 2
    spans = [(64, 16), (192, 16)]

    def found(*places):
        after = bytearray(before)
        for place in places:
            after[place] ^= 0xFF
        return find_overwrites(before, bytes(after), spans, False)

    assert found() == []
    assert found(63) == [Overwrite(0, "before", 0, 1)]
    assert found(80) == [Overwrite(0, "after", 0, 1)]
    assert found(85, 90) == [Overwrite(0, "after", 5, 2)]
    assert found(190) == [Overwrite(1, "before", 1, 1)]
    assert found(511) == [Overwrite(1, "after", 303, 1)]
    assert found(70, 200) == []
    assert found(63, 208) == [Overwrite(0, "before", 0, 1), Overwrite(1, "after", 0, 1)]


def test_overwrites_in_buffers_and_without_any():
    before = bytes(128)
    assert find_overwrites(before, b"\1" + before[1:], [], False) == [
        Overwrite(-1, "before", 127, 1)
    ]
    after = before[:70] + b"\1" + before[71:]
    assert find_overwrites(before, after, [(64, 16)], True) == [Overwrite(0, "within", 6, 1)]


def test_slot_grows_and_gives_large_memory_back():
    slot, noise = RequestMemory(), RandomFill(0)
    sizes = []
    for size in (4, 300_000, 4, 600_000, 4, 100_000_000, 4):
        layout = lay_out_request([], [size])
        request = slot.load(RequestContents(layout, [], [bytes(size)]), noise)
        sizes.append(request.pools[1].size)
        (data,), inputs, outputs = slot.collect()
        assert (data, inputs, outputs) == (bytes(size), [], [])
        assert slot.late_overwrites() == ([], [])
    # Up to 512 KiB, a memory is kept for the next case.
    assert sizes == [1 << 16, 1 << 19, 1 << 19, 1 << 20, 1 << 16, 1 << 27, 1 << 16]
    slot.close()
    assert Tolerance() == EXACT
