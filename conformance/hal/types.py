"""Enumerations of the contract, with the codes that the HAL transmits.

Sources: ``types.hal`` of NN HAL 1.0 to 1.3 and the ``*.aidl`` files of the AIDL interface. Fields
that a client can set to any number have the type ``int`` instead of the enumeration, because the
suite must be able to send codes that the contract does not define.
"""

from enum import IntEnum
from typing import Final, TypeVar


class Version(IntEnum):
    """Interface versions in ascending order; the value is the NNAPI feature level."""

    V1_0 = 1
    V1_1 = 2
    V1_2 = 3
    V1_3 = 4
    AIDL_V1 = 5
    AIDL_V2 = 6
    AIDL_V3 = 7
    AIDL_V4 = 8

    @classmethod
    def parse(cls, text: str) -> "Version":
        """Read ``V1_2``, ``1.2`` or ``AIDL_V2`` (any case); ``ValueError`` otherwise."""
        name = text.strip().upper().replace(".", "_")
        for candidate in (name, f"V{name}"):
            if candidate in cls.__members__:
                return cls[candidate]
        raise ValueError(
            f"unknown HAL version {text!r}: expected one of {', '.join(map(str, cls))}"
        )

    def __str__(self) -> str:
        return self.name.replace("_", ".", 1)[1:] if self.name.startswith("V1") else self.name


class ErrorStatus(IntEnum):
    """Status of a HAL call (1.3 ``ErrorStatus`` and AIDL)."""

    NONE = 0
    DEVICE_UNAVAILABLE = 1
    GENERAL_FAILURE = 2
    OUTPUT_INSUFFICIENT_SIZE = 3
    INVALID_ARGUMENT = 4
    MISSED_DEADLINE_TRANSIENT = 5
    MISSED_DEADLINE_PERSISTENT = 6
    RESOURCE_EXHAUSTED_TRANSIENT = 7
    RESOURCE_EXHAUSTED_PERSISTENT = 8


class DeviceStatus(IntEnum):
    """Answer of ``get_status``."""

    AVAILABLE = 0
    BUSY = 1
    OFFLINE = 2
    UNKNOWN = 3


class DeviceType(IntEnum):
    """Class of hardware that a driver represents; 0 is not a legal answer."""

    OTHER = 1
    CPU = 2
    GPU = 3
    ACCELERATOR = 4


class ExecutionPreference(IntEnum):
    """Execution preference: what the driver optimises for (1.1 and newer)."""

    LOW_POWER = 0
    FAST_SINGLE_ANSWER = 1
    SUSTAINED_SPEED = 2


class Priority(IntEnum):
    """Scheduling priority of a prepared model (1.3 and newer)."""

    LOW = 0
    MEDIUM = 1
    HIGH = 2


class MeasureTiming(IntEnum):
    """Whether an execution reports its duration."""

    NO = 0
    YES = 1


class FusedActivation(IntEnum):
    """Activation computed together with an operation (``FusedActivationFunc``)."""

    NONE = 0
    RELU = 1
    RELU1 = 2
    RELU6 = 3


class PaddingScheme(IntEnum):
    """Codes of the implicit padding operand."""

    SAME = 1
    VALID = 2


class OperandLifeTime(IntEnum):
    """The source of an operand's value."""

    TEMPORARY_VARIABLE = 0
    SUBGRAPH_INPUT = 1
    SUBGRAPH_OUTPUT = 2
    CONSTANT_COPY = 3
    CONSTANT_REFERENCE = 4
    NO_VALUE = 5
    SUBGRAPH = 6


class ExtensibleCode(IntEnum):
    """Codes that vendor extensions add to.

    The code of a registered extension type or operation converts to an object with a name, as a
    member of the enumeration has. The object is no member: an iteration does not return it.
    """

    @classmethod
    def _missing_(cls, value: object) -> "ExtensibleCode | None":
        return _extension_codes.get((cls, value))


_extension_codes: dict[tuple[type[ExtensibleCode], object], ExtensibleCode] = {}


class OperandType(ExtensibleCode):
    """Operand types of all versions, including the OEM types."""

    FLOAT32 = 0
    INT32 = 1
    UINT32 = 2
    TENSOR_FLOAT32 = 3
    TENSOR_INT32 = 4
    TENSOR_QUANT8_ASYMM = 5
    BOOL = 6
    TENSOR_QUANT16_SYMM = 7
    TENSOR_FLOAT16 = 8
    TENSOR_BOOL8 = 9
    FLOAT16 = 10
    TENSOR_QUANT8_SYMM_PER_CHANNEL = 11
    TENSOR_QUANT16_ASYMM = 12
    TENSOR_QUANT8_SYMM = 13
    TENSOR_QUANT8_ASYMM_SIGNED = 14
    SUBGRAPH = 15
    OEM = 10000
    TENSOR_OEM_BYTE = 10001


class OperationType(ExtensibleCode):
    """Operation types of all versions; the suite never checks ``OEM_OPERATION``."""

    ADD = 0
    AVERAGE_POOL_2D = 1
    CONCATENATION = 2
    CONV_2D = 3
    DEPTHWISE_CONV_2D = 4
    DEPTH_TO_SPACE = 5
    DEQUANTIZE = 6
    EMBEDDING_LOOKUP = 7
    FLOOR = 8
    FULLY_CONNECTED = 9
    HASHTABLE_LOOKUP = 10
    L2_NORMALIZATION = 11
    L2_POOL_2D = 12
    LOCAL_RESPONSE_NORMALIZATION = 13
    LOGISTIC = 14
    LSH_PROJECTION = 15
    LSTM = 16
    MAX_POOL_2D = 17
    MUL = 18
    RELU = 19
    RELU1 = 20
    RELU6 = 21
    RESHAPE = 22
    RESIZE_BILINEAR = 23
    RNN = 24
    SOFTMAX = 25
    SPACE_TO_DEPTH = 26
    SVDF = 27
    TANH = 28
    BATCH_TO_SPACE_ND = 29
    DIV = 30
    MEAN = 31
    PAD = 32
    SPACE_TO_BATCH_ND = 33
    SQUEEZE = 34
    STRIDED_SLICE = 35
    SUB = 36
    TRANSPOSE = 37
    ABS = 38
    ARGMAX = 39
    ARGMIN = 40
    AXIS_ALIGNED_BBOX_TRANSFORM = 41
    BIDIRECTIONAL_SEQUENCE_LSTM = 42
    BIDIRECTIONAL_SEQUENCE_RNN = 43
    BOX_WITH_NMS_LIMIT = 44
    CAST = 45
    CHANNEL_SHUFFLE = 46
    DETECTION_POSTPROCESSING = 47
    EQUAL = 48
    EXP = 49
    EXPAND_DIMS = 50
    GATHER = 51
    GENERATE_PROPOSALS = 52
    GREATER = 53
    GREATER_EQUAL = 54
    GROUPED_CONV_2D = 55
    HEATMAP_MAX_KEYPOINT = 56
    INSTANCE_NORMALIZATION = 57
    LESS = 58
    LESS_EQUAL = 59
    LOG = 60
    LOGICAL_AND = 61
    LOGICAL_NOT = 62
    LOGICAL_OR = 63
    LOG_SOFTMAX = 64
    MAXIMUM = 65
    MINIMUM = 66
    NEG = 67
    NOT_EQUAL = 68
    PAD_V2 = 69
    POW = 70
    PRELU = 71
    QUANTIZE = 72
    QUANTIZED_16BIT_LSTM = 73
    RANDOM_MULTINOMIAL = 74
    REDUCE_ALL = 75
    REDUCE_ANY = 76
    REDUCE_MAX = 77
    REDUCE_MIN = 78
    REDUCE_PROD = 79
    REDUCE_SUM = 80
    ROI_ALIGN = 81
    ROI_POOLING = 82
    RSQRT = 83
    SELECT = 84
    SIN = 85
    SLICE = 86
    SPLIT = 87
    SQRT = 88
    TILE = 89
    TOPK_V2 = 90
    TRANSPOSE_CONV_2D = 91
    UNIDIRECTIONAL_SEQUENCE_LSTM = 92
    UNIDIRECTIONAL_SEQUENCE_RNN = 93
    RESIZE_NEAREST_NEIGHBOR = 94
    QUANTIZED_LSTM = 95
    IF = 96
    WHILE = 97
    ELU = 98
    HARD_SWISH = 99
    FILL = 100
    RANK = 101
    BATCH_MATMUL = 102
    PACK = 103
    MIRROR_PAD = 104
    REVERSE = 105
    OEM_OPERATION = 10000


CONTROL_FLOW: Final = (OperationType.IF, OperationType.WHILE)
"""The operations that execute other subgraphs; they have no operation definition."""


BYTE_SIZE_OF_CACHE_TOKEN: Final = 32
MAX_NUMBER_OF_CACHE_FILES: Final = 32
NO_TIMING: Final = 2**64 - 1
"""Value of a duration that was not measured (``UINT64_MAX``)."""

EXTENSION_TYPE_BITS: Final = 16
"""Number of low bits of an extension type that hold its number; the high 16 are the prefix."""


def is_extension_code(code: int) -> bool:
    """Return whether an operand or operation code belongs to a vendor extension (prefix not 0)."""
    return (code >> EXTENSION_TYPE_BITS) != 0


_Code = TypeVar("_Code", bound=ExtensibleCode)


def register_extension_code(enum: type[_Code], code: int, name: str) -> _Code:
    """Return the object for an extension's type or operation, to which ``enum(code)`` converts.

    Raise ``ValueError`` if the code has another name already.
    """
    known = _extension_codes.get((enum, code))
    if known is None:
        known = int.__new__(enum, code)
        known._name_, known._value_ = name, code
        _extension_codes[enum, code] = known
    if known.name != name:
        raise ValueError(f"the code {code:#x} is {known.name}; it cannot be {name} as well")
    assert isinstance(known, enum)
    return known


def unchecked_code(enum: type[_Code], code: int) -> _Code:
    """Return ``enum(code)``, or an unnamed object for the code of an unknown extension.

    Raise ``ValueError`` for any other code that the contract does not define.
    """
    if is_extension_code(code) and (enum, code) not in _extension_codes:
        unknown = int.__new__(enum, code)
        unknown._name_, unknown._value_ = f"{enum.__name__}({code:#x})", code
        return unknown
    return enum(code)


_E = TypeVar("_E", bound=IntEnum)


def name_of(enum: type[_E], code: int) -> str:
    """Return the name of a code, or ``<enum>(<code>)`` if the contract does not define the code."""
    try:
        return enum(code).name
    except ValueError:
        return f"{enum.__name__}({code})"
