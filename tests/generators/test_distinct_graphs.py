"""Different seeds give different graphs, for every profile name of any length."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance.hal import OperationType
from generators.construction.profiles import PROFILES
from generators.generate import entropy_of, generate
from generators.profile_parameters import parse_profile
from tests.generators.golden_digests import digest

SEEDS = range(64)
_COMBINED = (
    "tiny,count=1,operations=ADD",
    "default,count=1-3,operations=CONV_2D+RELU,types=TENSOR_FLOAT32",
    "wide,count=2,sizes=1+9,elements=77,weights=ADD:3,reuse=1,reuse_newest=2,constant=3,special_values=5",
    "default,version=1.0,count=5,unknown_shape=61,unused_operand=62,zero_size=63,constant_reference=60,control_flow=0",
    "mobile,count=2-4,operations=" + "+".join(sorted(op.name for op in OperationType)[:20]),
)


@pytest.mark.parametrize("name", [*PROFILES, *_COMBINED])
def test_each_seed_gives_another_graph(name: str) -> None:
    profile = parse_profile(name)
    # A graph of 60 operations takes as long as 60 small graphs, so fewer seeds are tried.
    seeds = SEEDS[:16] if profile.min_operations >= 40 else SEEDS
    digests = {digest(generate(profile, seed)) for seed in seeds}
    assert len(digests) == len(seeds)


_NAME = st.text(st.sampled_from("0123456789:,=+-ad\x00"), max_size=40)
_NUMBER = st.one_of(st.integers(0, 300), st.integers(0, 2**64))


# A busy machine draws slowly, which is no defect of the strategy.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.tuples(_NAME, _NUMBER), st.tuples(_NAME, _NUMBER))
def test_name_and_seed_together_determine_the_random_stream(
    first: tuple[str, int], second: tuple[str, int]
) -> None:
    assert (entropy_of(*first) == entropy_of(*second)) == (first == second)
