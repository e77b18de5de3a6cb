"""Exact results do not depend on OpenBLAS: its number of threads, its kernels, other executions."""

import zlib

import pytest

from tests.reference.blas_campaign import PRODUCTS, checksums_under, settings
from tests.tiers import every_fast


@pytest.mark.parametrize(
    "setting",
    every_fast(4, settings()),
    ids=lambda setting: "-".join(setting.values()),
)
def test_large_products_are_exact(setting):
    """Expected values: sums of 64-bit integers, without BLAS."""
    found = checksums_under(setting, ["--graphs", "0", "--specs"])["exact"]
    expected = {p.name: [zlib.crc32(p.expected().tobytes())] for p in PRODUCTS}
    assert found == expected
