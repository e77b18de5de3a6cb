"""Constructors of recurrent layers, LSH_PROJECTION and RANDOM_MULTINOMIAL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from conformance.hal import OperandType, OperationType, Version
from conformance.operations import OperandSpec, definitions
from conformance.operations.families.lstm_operands import cell_sizes
from generators.construction import tensor_values
from generators.construction.graph_builder import GraphBuilder, primary_ranks
from generators.construction.operand_builder import Dims, GeneratedOperand, OutputSpec
from generators.construction.profiles import COUNTS, SMALL_SIZES

_T: Final = OperandType
_CELL_CODES: Final = (0, 1, 3, 4, 6)
_CODES: Final = (0, 1, 2, 3, 4, 6)
_MAX_LONG_STEPS: Final = 2
"""Maximum number of steps without an activation: the fed-back state grows with each step."""
_MAX_STEPS: Final = 33
"""A longer axis is the batch: rounding errors grow with each step."""
_STATES: Final = ("output_state_in", "cell_state_in", "hidden_state_in")


def _cell_size(g: GraphBuilder) -> int:
    """Return a random number of units, which is small because the cost grows with its square."""
    if g.profile.large_form == COUNTS:
        return g.usual_or_large(SMALL_SIZES, 129)
    return min(g.random_size(), 17)


def _is_time_major(g: GraphBuilder, source: GeneratedOperand) -> bool:
    """Return at random whether the first axis of a sequence is its time, not its batch."""
    time_major = g.random.chance(8) if g.swapped is None else g.swapped
    first, second = source.shape[:2]
    return first <= second if max(first, second) > _MAX_STEPS else time_major


def weight_tensor(g: GraphBuilder, type_: OperandType, dims: Dims) -> GeneratedOperand:
    """Return a tensor of weights; it is a constant more often than other tensors are."""
    constant = True if g.random.chance(10) else None
    return g.get_tensor_of_shape(type_, dims, kind=tensor_values.WEIGHT, constant=constant)


def _rnn_cell(
    g: GraphBuilder, type_: OperandType, batch: int, width: int, units: int
) -> list[GeneratedOperand]:
    """Return the weights, recurrent weights, bias and state of an RNN."""
    weights = [weight_tensor(g, type_, dims) for dims in ((units, width), (units, units), (units,))]
    return [*weights, g.get_tensor_of_shape(type_, (batch, units), kind=tensor_values.WEIGHT)]


def rnn(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RNN."""
    source = g.get_tensor(type_, (2,))
    batch, width = source.shape
    cell = _rnn_cell(g, type_, batch, width, _cell_size(g))
    out = OutputSpec(type_, 0.0, 0, -4.0, 4.0)
    g.add_operation(op, [source, *cell, g.random.choice(_CODES)], [out, out])


def svdf(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add SVDF."""
    source = g.get_tensor(type_, (2,))
    batch, width = source.shape
    rank = g.usual_or_large((1, 2, 3), 129)
    units, memory = _cell_size(g), _cell_size(g)
    filters = rank * units
    bias = g.omitted_operand(type_) if g.random.chance(4) else weight_tensor(g, type_, (units,))
    weights = [weight_tensor(g, type_, (filters, size)) for size in (width, memory)]
    state = g.get_tensor_of_shape(type_, (batch, memory * filters), kind=tensor_values.WEIGHT)
    outs = [OutputSpec(type_, 0.0, 0, -limit, limit) for limit in (4.0, 8.0)]
    code = g.random.choice((0, 0, 1, 2, 3))
    g.add_operation(op, [source, *weights, bias, state, rank, code], outs)


# ------------------------------------------------------------------------------------ LSTM


class _CellOptions:
    """The sizes of an LSTM cell, and which of its optional operands have values."""

    def __init__(self, g: GraphBuilder, *, peephole: bool = True, normalized: bool = True) -> None:
        chance = g.random.chance
        self.coupled = chance(6)
        self.projected = chance(6)
        self.projection_bias = self.projected and chance(8)
        self.peephole = peephole and chance(6)
        self.normalized = normalized and g.version >= Version.V1_2 and chance(5)
        self.units = _cell_size(g)
        self.outputs = _cell_size(g) if self.projected else self.units

    def lengths(self, batch: int, width: int) -> dict[str, int]:
        """Return the sizes of the cell's operands by the names of dimensions."""
        named = {"batch": batch, "input size": width, "units": self.units}
        return {**named, "output size": self.outputs}

    def has(self, name: str) -> bool:
        """Return whether the operand ``name`` (without prefix) has a value."""
        if name.endswith("layer_norm_weights"):
            return self.normalized and not (self.coupled and name.startswith("input_"))
        if name.startswith("cell_to_"):
            return self.peephole and not (self.coupled and "_to_input_" in name)
        if name in ("input_to_input_weights", "recurrent_to_input_weights", "input_gate_bias"):
            return not self.coupled
        if name == "projection_weights":
            return self.projected
        if name == "projection_bias":
            return self.projection_bias
        return True


def _tensors(
    g: GraphBuilder,
    type_: OperandType,
    names: Sequence[str],
    sizes: Mapping[str, Sequence[str]],
    lengths: Mapping[str, int],
    has: Callable[[str], bool],
) -> dict[str, GeneratedOperand]:
    """Return operands by name.

    ``sizes`` are the names of each operand's dimensions, and ``lengths`` the sizes by these names.
    An operand for which ``has`` returns false is omitted.
    """
    tensors: dict[str, GeneratedOperand] = {}
    for name in names:
        if not has(name):
            tensors[name] = g.omitted_operand(type_, len(sizes[name]))
            continue
        dims = tuple([lengths[dimension] for dimension in sizes[name]])
        if name.endswith(_STATES):
            tensors[name] = g.get_tensor_of_shape(type_, dims, kind=tensor_values.WEIGHT)
        else:
            tensors[name] = weight_tensor(g, type_, dims)
    return tensors


def _scalars(g: GraphBuilder) -> dict[str, float]:
    return {
        "activation": g.random.choice(_CELL_CODES),
        "cell_clip": g.random.choice((0.0, 0.25, 1.0)),
        "proj_clip": g.random.choice((0.0, 0.125)),
    }


def lstm(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LSTM or UNIDIRECTIONAL_SEQUENCE_LSTM."""
    sequence = 3 in primary_ranks(op)
    source = g.get_tensor(type_, (3 if sequence else 2,))
    cell, numbers = _CellOptions(g), _scalars(g)
    if sequence:
        numbers["time_major"] = _is_time_major(g, source)
    definition = definitions()[op]
    longest = cell.normalized or (g.version >= Version.V1_2 and g.random.chance(2))
    form = definition.forms[-1 if longest else 0]
    batch = source.shape[1 if sequence and numbers["time_major"] else 0]
    lengths, sizes = cell.lengths(batch, source.shape[-1]), cell_sizes()
    names = [spec.name for spec in form.inputs if spec.name in sizes]
    tensors = _tensors(g, type_, names, sizes, lengths, cell.has)
    arguments = [
        source if spec.name == "input" else tensors.get(spec.name, numbers.get(spec.name, 0))
        for spec in form.inputs
    ]
    output, state = OutputSpec(type_, 0.0, 0, -2.0, 2.0), OutputSpec(type_, 0.0, 0, -3.0, 3.0)
    if sequence:
        states = g.version >= Version.V1_3 and g.random.chance(8)
        g.add_operation(op, arguments, [output, output, state] if states else [output], form.name)
    else:
        g.add_operation(op, arguments, [output, output, state, output], form.name, unspecified=(0,))


def _linking(g: GraphBuilder) -> tuple[bool, bool]:
    """Return whether there is an auxiliary input, and whether it has weights."""
    modes = [(False, False), (False, False), (True, True)]
    if g.version >= Version.V1_3:
        modes.append((True, False))
    return g.random.choice(modes)


def _bidirectional_outputs(
    g: GraphBuilder, merged: bool, type_: OperandType, states: int
) -> list[OutputSpec]:
    out = OutputSpec(type_, 0.0, 0, -2.0, 2.0)
    count = 1 if merged else 2
    if g.version >= Version.V1_3 and g.random.chance(8):
        count += states
    return [out] * count


def bidirectional_lstm(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BIDIRECTIONAL_SEQUENCE_LSTM."""
    source = g.get_tensor(type_, (3,))
    time_major = _is_time_major(g, source)
    merged = g.random.chance(8)
    numbers = {**_scalars(g), "merge_outputs": merged, "time_major": time_major}
    auxiliary, weighted = _linking(g)
    batch = source.shape[1 if time_major else 0]
    width, aux_width = source.shape[2], _cell_size(g)
    cells = {"fw_": _CellOptions(g), "bw_": _CellOptions(g)}
    if not all(cell.normalized for cell in cells.values()):
        for cell in cells.values():
            cell.normalized = False
    lengths = {"batch": batch, "input size": width, "aux input size": aux_width}
    lengths["bw_input size"] = aux_width if auxiliary and not weighted else width
    sizes: dict[str, Sequence[str]] = {}
    for prefix, cell in cells.items():
        lengths[f"{prefix}units"], lengths[f"{prefix}output size"] = cell.units, cell.outputs
        read = "input size" if prefix == "fw_" else "bw_input size"
        sizes.update(cell_sizes(prefix, read))
        for gate in ("input", "forget", "cell", "output"):
            sizes[f"{prefix}aux_{gate}_weights"] = f"{prefix}units", "aux input size"

    def has(name: str) -> bool:
        cell, plain = cells[name[:3]], name[3:]
        if plain.startswith("aux_"):
            return weighted and not (cell.coupled and plain == "aux_input_weights")
        return cell.has(plain)

    form = definitions()[op].forms[0]
    names = [spec.name for spec in form.inputs if spec.name in sizes]
    tensors = _tensors(g, type_, names, sizes, lengths, has)
    aux = g.omitted_operand(type_, 3)
    if auxiliary:
        aux = g.get_tensor_of_shape(type_, (*source.shape[:2], aux_width))
    tensors.update({"input": source, "aux_input": aux})
    arguments = [tensors.get(spec.name, numbers.get(spec.name, 0)) for spec in form.inputs]
    g.add_operation(op, arguments, _bidirectional_outputs(g, merged, type_, 4))


def _sequence_code(g: GraphBuilder, time: int) -> int:
    return g.random.choice(_CODES if time <= _MAX_LONG_STEPS else _CODES[1:])


def sequence_rnn(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add UNIDIRECTIONAL_SEQUENCE_RNN."""
    source = g.get_tensor(type_, (3,))
    time_major = _is_time_major(g, source)
    time, batch = source.shape[:2] if time_major else source.shape[1::-1]
    cell = _rnn_cell(g, type_, batch, source.shape[2], _cell_size(g))
    code = _sequence_code(g, time)
    states = g.version >= Version.V1_3 and g.random.chance(8)
    outs = [OutputSpec(type_, 0.0, 0, -3.0, 3.0)] * (2 if states else 1)
    g.add_operation(op, [source, *cell, code, int(time_major)], outs)


def bidirectional_rnn(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add BIDIRECTIONAL_SEQUENCE_RNN."""
    source = g.get_tensor(type_, (3,))
    time_major, merged = _is_time_major(g, source), g.random.chance(8)
    auxiliary, weighted = _linking(g)
    time, batch = source.shape[:2] if time_major else source.shape[1::-1]
    width, aux_width = source.shape[2], _cell_size(g)
    cells: list[GeneratedOperand] = []
    units = _cell_size(g), _cell_size(g)
    for way, count in enumerate(units):
        reads = aux_width if way and auxiliary and not weighted else width
        cells += _rnn_cell(g, type_, batch, reads, count)
    aux = [g.omitted_operand(type_, rank) for rank in (3, 2, 2)]
    if auxiliary:
        aux[0] = g.get_tensor_of_shape(type_, (*source.shape[:2], aux_width))
    if weighted:
        aux[1:] = [weight_tensor(g, type_, (count, aux_width)) for count in units]
    code = _sequence_code(g, time)
    arguments: list[GeneratedOperand | float] = [source, *cells, *aux, code, time_major, merged]
    g.add_operation(op, arguments, _bidirectional_outputs(g, merged, type_, 2))


# ------------------------------------------------------------------------- quantized cells

_QUANT8: Final = _T.TENSOR_QUANT8_ASYMM
_QUANT16: Final = _T.TENSOR_QUANT16_SYMM
_STATE_SCALE: Final = 2.0**-11
_HIDDEN: Final = (2.0**-7, 128)


def _usually_constant(g: GraphBuilder) -> bool | None:
    """Return the argument ``constant`` for weights: mostly true, rarely ``None`` (random)."""
    return None if g.random.chance(1) else True


def quantized_16bit_lstm(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add QUANTIZED_16BIT_LSTM: all weights have one quantization, the state has 16 bits."""
    batch, width, units = _cell_size(g), _cell_size(g), _cell_size(g)
    source = g.get_tensor_of_shape(
        type_, (batch, width), accept=lambda v: (v.scale, v.zero_point) == _HIDDEN
    )
    if (source.scale, source.zero_point) != _HIDDEN:
        source = g.new_tensor(type_, (batch, width), quantization=_HIDDEN)
    quantization = 2.0**-8, g.random.between(96, 160)
    arguments = [source]
    for reads in (width, units):
        arguments += [
            g.new_tensor(
                type_, (units, reads), quantization=quantization, constant=_usually_constant(g)
            )
            for _ in range(4)
        ]
    for _ in range(4):
        bias = g.new_tensor(
            _T.TENSOR_INT32,
            (units,),
            kind=tensor_values.BIAS_INT,
            constant=_usually_constant(g),
            join=False,
        )
        bias.scale = quantization[0] * _HIDDEN[0]
        arguments.append(bias)
    arguments.append(
        g.new_tensor(_QUANT16, (batch, units), quantization=(_STATE_SCALE, 0), join=False)
    )
    arguments.append(g.new_tensor(_QUANT8, (batch, units), quantization=_HIDDEN))
    cell = OutputSpec(_QUANT16, _STATE_SCALE, 0, -16.0, 16.0)
    g.add_operation(op, arguments, [cell, OutputSpec(_QUANT8, *_HIDDEN, -1.0, 1.0)])


_WEIGHT_SCALES: Final = (2.0**-8, 2.0**-7, 1.5 * 2.0**-7)
_INTERMEDIATE_SCALES: Final = (2.0**-11, 2.0**-10, 1.5 * 2.0**-10)


def quantized_lstm(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add QUANTIZED_LSTM: 8-bit weights, a 16-bit state, and the optional operands of LSTM."""
    source = g.get_tensor(type_, (2,))
    cell, pick = _CellOptions(g), g.random.choice
    lengths, sizes = cell.lengths(*source.shape), cell_sizes()
    state_scale = 2.0 ** g.random.between(-13, -11)
    output = pick((2.0**-7, 2.0**-6)), pick((0, 0, 12))
    arguments: list[GeneratedOperand | float] = []
    numbers: dict[str, GeneratedOperand | float] = {
        "cell_clip": _omitted_or_scalar(g, pick((0.0, 1.0))),
        "projection_clip": _omitted_or_scalar(g, pick((0.0, 0.5))),
        "hidden_state_zero_point": pick((0, 0, -5)),
        "hidden_state_scale": pick((2.0**-7, 2.0**-6)),
    }
    for spec in definitions()[op].forms[0].inputs:
        name = spec.name
        if name == "input":
            arguments.append(source)
        elif name not in sizes:
            arguments.append(numbers.get(name, pick(_INTERMEDIATE_SCALES)))
        elif not cell.has(name):
            arguments.append(g.omitted_operand(spec.types.legal(type_)[0][0], len(sizes[name])))
        else:
            dims = tuple([lengths[dimension] for dimension in sizes[name]])
            scale, zero_point = pick(_WEIGHT_SCALES), 0
            if name == "output_state_in":
                scale, zero_point = output
            elif name == "cell_state_in":
                scale = state_scale
            elif "layer_norm" in name or name.startswith("cell_to_"):
                scale = 2.0**-14
            arguments.append(_quantized_operand(g, spec, type_, dims, (scale, zero_point)))
    out = OutputSpec(type_, *output, -1.0, 1.0)
    g.add_operation(op, arguments, [out, OutputSpec(_QUANT16, state_scale, 0, -4.0, 4.0), out])


def _omitted_or_scalar(g: GraphBuilder, number: float) -> GeneratedOperand | float:
    return g.omitted_operand(_T.FLOAT32, 0) if g.random.chance(6) else number


def _quantized_operand(
    g: GraphBuilder,
    spec: OperandSpec,
    type_: OperandType,
    dims: Dims,
    quantization: tuple[float, int],
) -> GeneratedOperand:
    kind = spec.types.legal(type_)[0][0]
    state = spec.name in ("output_state_in", "cell_state_in")
    value = g.new_tensor(
        kind,
        dims,
        kind=tensor_values.BIAS_INT if kind is _T.TENSOR_INT32 else tensor_values.ANY,
        quantization=quantization,
        constant=None if state else _usually_constant(g),
        join=False,
    )
    if kind is _T.TENSOR_INT32:
        value.scale = quantization[0]
    return value


# -------------------------------------------------------------------------- other sequences


def lsh_projection(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add LSH_PROJECTION."""
    functions, bits = g.random.between(1, 4), g.random.between(1, 8)
    hashes = g.get_tensor_of_shape(type_, (functions, bits))
    kinds = [_T.TENSOR_FLOAT32, _T.TENSOR_INT32, _QUANT8]
    if g.version >= Version.V1_2:
        kinds.append(_T.TENSOR_FLOAT16)
    source = g.get_tensor(g.random.choice(kinds), (1, 2, 3))
    factors = None
    if g.random.chance(8):
        factors = g.get_tensor_of_shape(type_, source.shape[:1], kind=tensor_values.UNIT)
    # The code for sparse projections changed in 1.2.
    dense = g.random.chance(8)
    code = 2 if dense else (3 if g.version >= Version.V1_2 else 1)
    out = OutputSpec(_T.TENSOR_INT32, 0.0, 0, -(2.0**31), 2.0**31 - 1)
    g.add_operation(op, [hashes, source, factors or g.omitted_operand(type_), code], [out])


def random_multinomial(g: GraphBuilder, op: OperationType, type_: OperandType) -> None:
    """Add RANDOM_MULTINOMIAL, whose results the contract leaves unspecified."""
    source = g.get_tensor(type_, (2,), within=(-32.0, 32.0))
    seeds = g.int32_tensor([g.random.between(1, 99), g.random.below(99)])
    out = OutputSpec(_T.TENSOR_INT32, 0.0, 0, 0, source.shape[1])
    g.add_operation(op, [source, g.random.between(1, 8), seeds], [out], unspecified=(0,))
