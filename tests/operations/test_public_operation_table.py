"""Every definition against an independent transcription of the public operation table.

Many components read one definition, so an error in it would affect all of them consistently and
remain unnoticed. ``transcription.json`` was therefore taken from the public documentation of the
operations without looking at the definitions, for every operation except IF and WHILE, which have
no definition. Where the two differ intentionally, ``DECISIONS`` states the reason.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.hal import INFO, OperandType, OperationType, Version
from conformance.operations import Form, OperandSpec, OperationDefinition, Presence, definitions

Record = dict[str, Any]
RECORDS: list[Record] = json.loads(Path(__file__).with_name("transcription.json").read_text())
BY_CODE = {record["code"]: record for record in RECORDS}

DECISIONS: dict[tuple[str, str], str] = {
    ("EMBEDDING_LOOKUP", "form 0, input 1: ranks [], at least 2 is transcribed"): (
        "1.0 types.hal, EMBEDDING_LOOKUP: 'values' is n-D with n >= 2 and no upper end, so the "
        "definition states it as the condition values_rank instead of a list of ranks"
    ),
}
"""Intended differences: (operation, difference), each with the primary source that decides."""

_F32, _F16, _Q8, _S8 = (
    "TENSOR_FLOAT32",
    "TENSOR_FLOAT16",
    "TENSOR_QUANT8_ASYMM",
    "TENSOR_QUANT8_ASYMM_SIGNED",
)
_CHANNELS = "TENSOR_QUANT8_SYMM_PER_CHANNEL"
_FILTER = {
    _F32: {_F32: "1.0"},
    _F16: {_F16: "1.2"},
    _Q8: {_Q8: "1.0", _CHANNELS: "1.2"},
    _S8: {_S8: "1.3", _CHANNELS: "1.3"},
}
_BIAS = {
    _F32: {_F32: "1.0"},
    _F16: {_F16: "1.2"},
    _Q8: {"TENSOR_INT32": "1.0"},
    _S8: {"TENSOR_INT32": "1.3"},
}
_REAL_SCALAR = {_F32: {"FLOAT32": "1.0"}, _F16: {"FLOAT16": "1.2"}}
_OUTPUT_SIZE = {
    _F32: {"INT32": "1.0", "FLOAT32": "1.2"},
    _F16: {"INT32": "1.2", "FLOAT16": "1.2"},
    _Q8: {"INT32": "1.2", "FLOAT32": "1.2"},
    _S8: {"INT32": "1.3", "FLOAT32": "1.3"},
}
_DEQUANTIZED = {_F32: "1.2", _F16: "1.2"}
_REAL_SCALAR_1_2 = {_F32: {"FLOAT32": "1.2"}, _F16: {"FLOAT16": "1.2"}}
_SCALAR_1_2 = {**_REAL_SCALAR_1_2, _Q8: {"FLOAT32": "1.2"}, _S8: {"FLOAT32": "1.3"}}
_BOXES = {
    _F32: {_F32: "1.2"},
    _F16: {_F16: "1.2"},
    _Q8: {"TENSOR_QUANT16_ASYMM": "1.2"},
    _S8: {"TENSOR_QUANT16_ASYMM": "1.3"},
}
_FILTER_1_2 = {
    **_FILTER,
    _F32: {_F32: "1.2"},
    _Q8: {_Q8: "1.2", _CHANNELS: "1.2"},
}
_BIAS_1_2 = {**_BIAS, _F32: {_F32: "1.2"}, _Q8: {"TENSOR_INT32": "1.2"}}
_QUANTIZED = {_Q8: "1.2", _S8: "1.3"}
_CAST = dict.fromkeys((_F32, _F16, "TENSOR_INT32", _Q8), "1.2")
_CAST_TO_ITSELF = (
    "TENSOR_BOOL8",
    "TENSOR_QUANT16_ASYMM",
    "TENSOR_QUANT16_SYMM",
    "TENSOR_QUANT8_SYMM",
    _S8,
)
_LSH_INPUT = (_F32, "TENSOR_INT32", _Q8)

PAIRED: dict[tuple[str, str], dict[str, dict[str, str]]] = {
    ("CONV_2D", "filter"): _FILTER,
    ("CONV_2D", "bias"): _BIAS,
    ("DEPTHWISE_CONV_2D", "filter"): _FILTER,
    ("DEPTHWISE_CONV_2D", "bias"): _BIAS,
    ("FULLY_CONNECTED", "bias"): _BIAS,
    ("DEQUANTIZE", "output"): {
        _Q8: {_F32: "1.0", _F16: "1.2"},
        "TENSOR_QUANT8_SYMM": _DEQUANTIZED,
        _CHANNELS: _DEQUANTIZED,
        _S8: {_F32: "1.3", _F16: "1.3"},
    },
    ("LOCAL_RESPONSE_NORMALIZATION", "bias"): _REAL_SCALAR,
    ("LOCAL_RESPONSE_NORMALIZATION", "alpha"): _REAL_SCALAR,
    ("LOCAL_RESPONSE_NORMALIZATION", "beta"): _REAL_SCALAR,
    ("LSH_PROJECTION", "input"): {
        _F32: {**dict.fromkeys(_LSH_INPUT, "1.0"), _F16: "1.2"},
        _F16: dict.fromkeys((*_LSH_INPUT, _F16), "1.2"),
    },
    ("LSTM", "cell_clip"): _REAL_SCALAR,
    ("LSTM", "proj_clip"): _REAL_SCALAR,
    ("RESIZE_BILINEAR", "width"): _OUTPUT_SIZE,
    ("RESIZE_BILINEAR", "height"): _OUTPUT_SIZE,
    ("SOFTMAX", "beta"): {
        _F32: {"FLOAT32": "1.0"},
        _F16: {"FLOAT16": "1.2"},
        _Q8: {"FLOAT32": "1.0"},
        _S8: {"FLOAT32": "1.3"},
    },
    ("AXIS_ALIGNED_BBOX_TRANSFORM", "deltas"): {
        _F32: {_F32: "1.2"},
        _F16: {_F16: "1.2"},
        "TENSOR_QUANT16_ASYMM": _QUANTIZED,
    },
    **{
        ("BOX_WITH_NMS_LIMIT", name): _SCALAR_1_2
        for name in ("score_threshold", "iou_threshold", "sigma", "nms_score_threshold")
    },
    ("BOX_WITH_NMS_LIMIT", "rois"): _BOXES,
    ("BOX_WITH_NMS_LIMIT", "out_rois"): _BOXES,
    ("CAST", "output"): {
        **dict.fromkeys(_CAST, _CAST),
        **{name: {name: "1.3"} for name in _CAST_TO_ITSELF},
    },
    **{
        ("DETECTION_POSTPROCESSING", name): _REAL_SCALAR_1_2
        for name in (
            *("scale_y", "scale_x", "scale_h", "scale_w"),
            *("score_threshold", "iou_threshold"),
        )
    },
    ("ELU", "alpha"): {_F32: {"FLOAT32": "1.3"}, _F16: {"FLOAT16": "1.3"}},
    ("FILL", "output"): {
        "FLOAT32": {_F32: "1.3"},
        "FLOAT16": {_F16: "1.3"},
        "INT32": {"TENSOR_INT32": "1.3"},
    },
    **{
        ("GENERATE_PROPOSALS", name): _SCALAR_1_2
        for name in ("height_stride", "width_stride", "iou_threshold", "min_size")
    },
    ("GENERATE_PROPOSALS", "anchors"): {
        **_BOXES,
        _Q8: {"TENSOR_QUANT16_SYMM": "1.2"},
        _S8: {"TENSOR_QUANT16_SYMM": "1.3"},
    },
    ("GENERATE_PROPOSALS", "image_info"): _BOXES,
    ("GENERATE_PROPOSALS", "out_rois"): _BOXES,
    ("GROUPED_CONV_2D", "filter"): _FILTER_1_2,
    ("GROUPED_CONV_2D", "bias"): _BIAS_1_2,
    ("HEATMAP_MAX_KEYPOINT", "boxes"): _BOXES,
    ("HEATMAP_MAX_KEYPOINT", "keypoints"): _BOXES,
    **{("INSTANCE_NORMALIZATION", name): _REAL_SCALAR_1_2 for name in ("gamma", "beta", "epsilon")},
    ("LOG_SOFTMAX", "beta"): _REAL_SCALAR_1_2,
    ("PAD_V2", "pad_value"): {
        **_REAL_SCALAR_1_2,
        _Q8: {"INT32": "1.2"},
        _S8: {"INT32": "1.3"},
    },
    ("QUANTIZE", "output"): dict.fromkeys((_F32, _F16), _QUANTIZED),
    **{
        ("RESIZE_NEAREST_NEIGHBOR", name): {
            primary: dict.fromkeys(("INT32", *row), since)
            for primary, row in _SCALAR_1_2.items()
            for since in row.values()
        }
        for name in ("width", "height")
    },
    **{
        (name, stride): _SCALAR_1_2
        for name in ("ROI_ALIGN", "ROI_POOLING")
        for stride in ("height_stride", "width_stride")
    },
    ("ROI_ALIGN", "rois"): _BOXES,
    ("ROI_POOLING", "rois"): _BOXES,
    ("TRANSPOSE_CONV_2D", "filter"): _FILTER_1_2,
    ("TRANSPOSE_CONV_2D", "bias"): _BIAS_1_2,
    **{
        (f"{way}_SEQUENCE_LSTM", clip): _REAL_SCALAR_1_2
        for way in ("BIDIRECTIONAL", "UNIDIRECTIONAL")
        for clip in ("cell_clip", "proj_clip")
    },
}
"""Operands whose type goes with the primary operand's: primary type to types with their versions,
transcribed by hand from the operations' public text and its reference validation."""


def version_of(text: str | None) -> Version:
    return Version.parse(text) if text else Version.V1_0


def legal_types(definition: OperationDefinition, spec: OperandSpec) -> dict[OperandType, Version]:
    """Return all types of an operand, each with the first version of any form that allows it."""
    found: dict[OperandType, Version] = {}
    for primary, since in definition.types.items():
        for type_, type_since in spec.types.legal(primary):
            needed = max(since, type_since)
            found[type_] = min(needed, found.get(type_, needed))
    return found


def forms_for(definition: OperationDefinition, record_form: Record) -> list[Form]:
    """Return the forms that correspond to one form of the transcription."""
    counts = record_form["counts"]
    if counts is None:
        return [form for form in definition.forms if not form.counts]
    return [form for form in definition.forms if form.counts and set(form.counts) <= set(counts)]


def differences(definition: OperationDefinition, record: Record) -> Iterator[str]:
    if definition.name != record["op"]:
        yield f"name: {definition.name}"
    if definition.since != version_of(record["since"]):
        yield f"since: {definition.since}"
    zero_size = definition.zero_size.since if definition.zero_size else None
    if zero_size != (version_of(record["zero_size"]) if record["zero_size"] else None):
        yield f"zero_size: {zero_size}"
    yield from type_differences(definition, record)
    matched: list[Form] = []
    for number, record_form in enumerate(record["forms"]):
        forms = forms_for(definition, record_form)
        matched += forms
        if not forms:
            yield f"form {number}: missing"
            continue
        counts = sorted({count for form in forms for count in form.counts})
        if counts != sorted(record_form["counts"] or []):
            yield f"form {number}: counts {counts}"
        for position, operand in enumerate(record_form["inputs"]):
            for difference in operand_differences(definition, forms, position, operand, record):
                yield f"form {number}, input {position}: {difference}"
        for name in ("layout", "activation"):
            places = {
                next((i for i, spec in enumerate(form.inputs) if spec.name == name), None)
                for form in forms
            }
            if places != {record_form.get(name)}:
                yield f"form {number}: {name} at {places}"
        longest = max(len(form.inputs) for form in forms)
        if longest != len(record_form["inputs"]):
            yield f"form {number}: {longest} operands"
    if len(matched) != len(definition.forms):
        yield f"forms: {len(definition.forms)} where {len(matched)} are transcribed"
    yield from rank_differences(definition, record)
    yield from output_differences(definition, record)


def type_differences(definition: OperationDefinition, record: Record) -> Iterator[str]:
    """Yield differences in the versions that introduced the types of an operation's operands."""
    since: dict[str, Version] = {
        type_.name: version
        for form in definition.forms
        for spec in form.inputs
        for type_, version in legal_types(definition, spec).items()
        if type_ not in definition.types
    }
    since.update({type_.name: version for type_, version in definition.types.items()})
    wanted = {
        name: version_of(version) for version, names in record["types"].items() for name in names
    }
    for name, version in wanted.items():
        if since.get(name) != version:
            yield f"type {name}: {since.get(name)} where {version} is transcribed"
    for type_ in definition.types:
        if type_.name not in wanted:
            yield f"type {type_.name}: not transcribed"


def operand_differences(
    definition: OperationDefinition,
    forms: list[Form],
    position: int,
    operand: Record,
    record: Record,
) -> Iterator[str]:
    present = [form for form in forms if position < len(form.inputs)]
    specs = [form.inputs[position] for form in present]
    names = {spec.name for spec in specs}
    if names != {operand["name"]}:
        yield f"name {sorted(names)}"
    types = {type_.name for spec in specs for type_ in legal_types(definition, spec)}
    if types != set(operand["types"]):
        yield f"types {sorted(types ^ set(operand['types']))}"
    if "default" in operand:
        wanted = Presence.TRAILING
    elif operand.get("optional"):
        wanted = Presence.OMITTABLE
    else:
        wanted = Presence.REQUIRED
    for spec in specs:
        if spec.presence is not wanted:
            yield f"{spec.presence.value}"
        if spec.default != operand.get("default") or (
            isinstance(spec.default, bool) != isinstance(operand.get("default"), bool)
        ):
            yield f"default {spec.default!r}"
        if spec.repeated != operand["name"].endswith("_i"):
            yield f"repeated {spec.repeated}"
        if spec.name != definition.primary or not record["rank"]:
            yield from rank_difference(spec, operand.get("rank"), Version.AIDL_V4)
    since = min(max(form.since, form.inputs[position].since) for form in present)
    yield from since_difference(since, operand, record)


def since_difference(since: Version, operand: Record, record: Record) -> Iterator[str]:
    """Return a difference in an operand's version; operands as old as the operation need none."""
    of_operation = version_of(record["since"])
    if max(since, of_operation) != max(version_of(operand.get("since")), of_operation):
        yield f"since {since}"


def held(spec: OperandSpec, version: Version) -> frozenset[int] | None:
    if spec.ranks is None:
        return None
    return spec.ranks[max(since for since in spec.ranks if since <= version)]


def rank_difference(spec: OperandSpec, wanted: Any, version: Version) -> Iterator[str]:
    """Return a difference in the ranks of a version.

    A transcribed minimum allows more than rank 4.
    """
    legal = held(spec, version)
    if isinstance(wanted, dict):
        least = wanted["min"]
        if legal is None:
            if least > 1:
                yield f"ranks [], at least {least} is transcribed"
        elif min(legal) != least or max(legal) <= 4:
            yield f"ranks {sorted(legal)}, at least {least} is transcribed"
    elif wanted is None:
        if legal is not None:
            yield f"ranks {sorted(legal)}, none are transcribed"
    elif legal != frozenset(wanted):
        yield f"ranks {sorted(legal or ())} in {version}"


def rank_differences(definition: OperationDefinition, record: Record) -> Iterator[str]:
    for form in definition.forms:
        primary = next(spec for spec in form.inputs if spec.name == definition.primary)
        for version, wanted in (record["rank"] or {}).items():
            for difference in rank_difference(primary, wanted, version_of(version)):
                yield f"primary: {difference}"


def output_differences(definition: OperationDefinition, record: Record) -> Iterator[str]:
    most = 8
    counts = [count for count in range(most) if definition.takes_output_count(count)]
    if counts != (record["output_counts"] or list(range(1, most))):
        yield f"output counts {counts}"
    if len(definition.outputs) != len(record["outputs"]):
        yield f"{len(definition.outputs)} outputs"
    for position, (spec, operand) in enumerate(
        zip(definition.outputs, record["outputs"], strict=False)
    ):
        if spec.name != operand["name"]:
            yield f"output {position}: name {spec.name}"
        types = {type_.name for type_ in legal_types(definition, spec)}
        if types != set(operand["types"]):
            yield f"output {position}: types {sorted(types ^ set(operand['types']))}"
        if spec.repeated != operand["name"].endswith("_i"):
            yield f"output {position}: repeated {spec.repeated}"
        if spec.ranks is not None and "rank" in operand:
            for difference in rank_difference(spec, operand["rank"], Version.AIDL_V4):
                yield f"output {position}: {difference}"
        for difference in since_difference(spec.since, operand, record):
            yield f"output {position}: {difference}"


def paired(definition: OperationDefinition, name: str) -> dict[str, dict[str, str]]:
    """Return the definition's pairs in the format of ``PAIRED``; a type also needs its version."""
    found: dict[str, dict[str, Version]] = {}
    for form in definition.forms:
        for spec in (*form.inputs, *definition.outputs):
            if spec.name != name:
                continue
            for primary, since in definition.types.items():
                row = found.setdefault(primary.name, {})
                for type_, type_since in spec.types.legal(primary):
                    needed = max(since, type_since, form.since, spec.since, INFO[type_].since)
                    row[type_.name] = min(needed, row.get(type_.name, needed))
    return {
        primary: {name: str(version) for name, version in row.items()}
        for primary, row in found.items()
    }


@pytest.mark.parametrize(
    ("operation", "operand"), [pytest.param(*key, id=".".join(key)) for key in PAIRED]
)
def test_paired_types(operation: str, operand: str) -> None:
    record = next(record for record in RECORDS if record["op"] == operation)
    definition = definitions()[record["code"]]
    assert paired(definition, operand) == PAIRED[operation, operand]


def test_every_operand_with_separate_types_is_paired() -> None:
    for record in RECORDS:
        definition = definitions()[record["code"]]
        primary = {type_.name for type_ in definition.types}
        operands = [*record["outputs"], *(o for form in record["forms"] for o in form["inputs"])]
        for operand in operands:
            key = record["op"], operand["name"]
            if len(operand["types"]) == 1 or key in PAIRED:
                continue
            assert set(operand["types"]) == primary, key
            # Each call uses exactly one of the primary operand's types.
            assert {p: set(row) for p, row in paired(definition, key[1]).items()} == {
                name: {name} for name in primary
            }, key


def test_transcription_contains_every_operation_except_control_flow() -> None:
    without = {OperationType.IF, OperationType.WHILE, OperationType.OEM_OPERATION}
    assert [record["code"] for record in RECORDS] == sorted(set(OperationType) - without)
    assert set(BY_CODE) >= set(definitions())


@pytest.mark.parametrize("record", [pytest.param(r, id=r["op"]) for r in RECORDS])
def test_definition_agrees_with_the_transcription(record: Record) -> None:
    definition = definitions().get(record["code"])
    assert definition is not None, f"{record['op']} has no definition"
    meant = {text for name, text in DECISIONS if name == record["op"]}
    found = set(differences(definition, record))
    assert found - meant == set()
    assert meant - found == set(), "a decision without an effect: remove it"
