"""Hypothesis strategies for arbitrary examples, most of which violate the contract."""

from __future__ import annotations

from hypothesis import strategies as st

from conformance.cases import Example, ExpectedOutput
from conformance.hal import (
    DataLocation,
    Model,
    Operand,
    Operation,
    SharedMemory,
    Subgraph,
    SymmPerChannelQuantParams,
    Version,
)

integers = st.one_of(
    st.integers(-2, 20), st.integers(-(2**31), 2**32), st.integers(), st.just(10**4)
)
index_lists = st.lists(integers, max_size=4).map(tuple)
floats = st.floats(width=64, allow_nan=True, allow_infinity=True)
data = st.binary(max_size=40)
names = st.text(max_size=6)

operands = st.builds(
    Operand,
    type=integers,
    dimensions=index_lists,
    number_of_consumers=integers,
    scale=floats,
    zero_point=integers,
    lifetime=integers,
    location=st.builds(DataLocation, integers, integers, integers),
    extra_params=st.one_of(
        st.none(),
        data,
        st.builds(
            SymmPerChannelQuantParams, st.lists(floats, max_size=3).map(tuple), channel_dim=integers
        ),
    ),
)
subgraphs = st.builds(
    Subgraph,
    st.lists(operands, max_size=4).map(tuple),
    st.lists(st.builds(Operation, integers, index_lists, index_lists), max_size=3).map(tuple),
    index_lists,
    index_lists,
)
pools = st.lists(
    st.builds(
        lambda content, more, name: SharedMemory(len(content) + more, initial=content, name=name),
        data,
        st.integers(0, 5),
        names,
    ),
    max_size=2,
)
models = st.builds(
    Model,
    subgraphs,
    st.lists(subgraphs, max_size=2).map(tuple),
    data,
    pools.map(tuple),
    st.booleans(),
    st.dictionaries(names, integers, max_size=2),
)
examples = st.builds(
    Example,
    spec=names,
    name=names,
    model=models,
    inputs=st.lists(st.none() | data, max_size=3).map(tuple),
    outputs=st.lists(st.builds(ExpectedOutput, index_lists, data, st.booleans()), max_size=3).map(
        tuple
    ),
    operand_names=st.lists(names, max_size=3).map(tuple),
    subgraph_names=st.lists(st.lists(names, max_size=2).map(tuple), max_size=2).map(tuple),
    version=st.none() | st.sampled_from(Version),
    expect_failure=st.booleans(),
    multinomial_tolerance=floats,
)
"""Arbitrary examples: all that the fields of ``DeclaredExample`` can hold, valid or not."""
