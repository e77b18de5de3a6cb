"""A slow compilation is prepared much faster through the client's cache folder."""

from __future__ import annotations

import time

from conformance.driver_sdk.caching.client_cache import CacheFlow, CompilationCache
from conformance.hal import Version
from conformance.reference import ReferenceDevice
from tests.reference.saved_models import added, addition, run


class SlowCompiler(ReferenceDevice):
    """Needs 500 ms to compile a model, and nothing of that to load it."""

    def build_prepared_model(self, model):
        time.sleep(0.5)
        return super().build_prepared_model(model)


def test_a_hit_is_five_times_faster_than_a_compilation_of_500_ms(tmp_path):
    """The fastest of several hits is compared: a busy machine may delay single ones."""
    client = CompilationCache(tmp_path)
    seconds = []
    for flow in (CacheFlow.MISS, *[CacheFlow.HIT] * 10):
        device = SlowCompiler(Version.V1_3, cache_folder=tmp_path / "map")
        start = time.perf_counter()
        prepared = client.prepare(device, addition(3.0), bytes(32))
        seconds.append(time.perf_counter() - start)
        assert prepared.flow is flow
        assert run(prepared.prepared_model) == added(3.0)
    miss, *hits = seconds
    assert miss >= 5 * min(hits)
