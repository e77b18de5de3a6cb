"""cffi declarations of the NNAPI C interface: its types and, in the table's order, its functions.

A library offers the interface in one of two forms: it exports the functions by name, or it exports
``ANeuralNetworks_getSLDriverImpl``, which returns a table of them (the form of a Support Library).
The prototypes and the table are both generated from ``_FUNCTIONS``.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, Final

from cffi import FFI  # type: ignore[import-untyped]

_TYPES: Final = """
typedef struct ANeuralNetworksBurst ANeuralNetworksBurst;
typedef struct ANeuralNetworksCompilation ANeuralNetworksCompilation;
typedef struct ANeuralNetworksDevice ANeuralNetworksDevice;
typedef struct ANeuralNetworksEvent ANeuralNetworksEvent;
typedef struct ANeuralNetworksExecution ANeuralNetworksExecution;
typedef struct ANeuralNetworksMemory ANeuralNetworksMemory;
typedef struct ANeuralNetworksMemoryDesc ANeuralNetworksMemoryDesc;
typedef struct ANeuralNetworksModel ANeuralNetworksModel;
typedef struct AHardwareBuffer AHardwareBuffer;
typedef int32_t ANeuralNetworksOperationType;
typedef struct {
    int32_t type;
    uint32_t dimensionCount;
    const uint32_t *dimensions;
    float scale;
    int32_t zeroPoint;
} ANeuralNetworksOperandType;
typedef struct {
    uint32_t channelDim;
    uint32_t scaleCount;
    const float *scales;
} ANeuralNetworksSymmPerChannelQuantParams;
typedef struct {
    float execTime;
    float powerUsage;
} SL_ANeuralNetworksPerformanceInfo;
typedef struct {
    int32_t operandType;
    SL_ANeuralNetworksPerformanceInfo performanceInfo;
} SL_ANeuralNetworksOperandPerformanceInfo;
typedef struct {
    uint32_t byteSize;
    uint16_t type;
    bool isTensor;
} SL_ANeuralNetworksExtensionOperandTypeInformation;
typedef void (*OperandPerformanceCallback)(SL_ANeuralNetworksOperandPerformanceInfo, void *);
typedef void (*ExtensionTypeCallback)(SL_ANeuralNetworksExtensionOperandTypeInformation, void *);
typedef struct { int64_t implFeatureLevel; } NnApiSLDriverImpl;
"""

# ``~`` abbreviates ``ANeuralNetworks``.
_FUNCTIONS: Final = """
int ~Burst_create(~Compilation *, ~Burst **);
void ~Burst_free(~Burst *);
int ~Compilation_createForDevices(
    ~Model *, const ~Device *const *, uint32_t, ~Compilation **);
int ~Compilation_finish(~Compilation *);
void ~Compilation_free(~Compilation *);
int ~Compilation_getPreferredMemoryAlignmentForInput(const ~Compilation *, uint32_t, uint32_t *);
int ~Compilation_getPreferredMemoryAlignmentForOutput(const ~Compilation *, uint32_t, uint32_t *);
int ~Compilation_getPreferredMemoryPaddingForInput(const ~Compilation *, uint32_t, uint32_t *);
int ~Compilation_getPreferredMemoryPaddingForOutput(const ~Compilation *, uint32_t, uint32_t *);
int ~Compilation_setCaching(~Compilation *, const char *, const uint8_t *);
int ~Compilation_setPreference(~Compilation *, int32_t);
int ~Compilation_setPriority(~Compilation *, int);
int ~Compilation_setTimeout(~Compilation *, uint64_t);
int ~Device_getExtensionSupport(const ~Device *, const char *, bool *);
int ~Device_getFeatureLevel(const ~Device *, int64_t *);
int ~Device_getName(const ~Device *, const char **);
int ~Device_getType(const ~Device *, int32_t *);
int ~Device_getVersion(const ~Device *, const char **);
int ~Device_wait(const ~Device *);
int ~Event_createFromSyncFenceFd(int, ~Event **);
void ~Event_free(~Event *);
int ~Event_getSyncFenceFd(const ~Event *, int *);
int ~Event_wait(~Event *);
int ~Execution_burstCompute(~Execution *, ~Burst *);
int ~Execution_compute(~Execution *);
int ~Execution_create(~Compilation *, ~Execution **);
int ~Execution_enableInputAndOutputPadding(~Execution *, bool);
void ~Execution_free(~Execution *);
int ~Execution_getDuration(const ~Execution *, int32_t, uint64_t *);
int ~Execution_getOutputOperandDimensions(~Execution *, int32_t, uint32_t *);
int ~Execution_getOutputOperandRank(~Execution *, int32_t, uint32_t *);
int ~Execution_setInput(~Execution *, int32_t, const ~OperandType *, const void *, size_t);
int ~Execution_setInputFromMemory(
    ~Execution *, int32_t, const ~OperandType *, const ~Memory *, size_t, size_t);
int ~Execution_setLoopTimeout(~Execution *, uint64_t);
int ~Execution_setMeasureTiming(~Execution *, bool);
int ~Execution_setOutput(~Execution *, int32_t, const ~OperandType *, void *, size_t);
int ~Execution_setOutputFromMemory(
    ~Execution *, int32_t, const ~OperandType *, const ~Memory *, size_t, size_t);
int ~Execution_setReusable(~Execution *, bool);
int ~Execution_setTimeout(~Execution *, uint64_t);
int ~Execution_startComputeWithDependencies(
    ~Execution *, const ~Event *const *, uint32_t, uint64_t, ~Event **);
int ~MemoryDesc_addInputRole(~MemoryDesc *, const ~Compilation *, uint32_t, float);
int ~MemoryDesc_addOutputRole(~MemoryDesc *, const ~Compilation *, uint32_t, float);
int ~MemoryDesc_create(~MemoryDesc **);
int ~MemoryDesc_finish(~MemoryDesc *);
void ~MemoryDesc_free(~MemoryDesc *);
int ~MemoryDesc_setDimensions(~MemoryDesc *, uint32_t, const uint32_t *);
int ~Memory_copy(const ~Memory *, const ~Memory *);
int ~Memory_createFromAHardwareBuffer(const AHardwareBuffer *, ~Memory **);
int ~Memory_createFromDesc(const ~MemoryDesc *, ~Memory **);
int ~Memory_createFromFd(size_t, int, int, size_t, ~Memory **);
void ~Memory_free(~Memory *);
int ~Model_addOperand(~Model *, const ~OperandType *);
int ~Model_addOperation(
    ~Model *, ~OperationType, uint32_t, const uint32_t *, uint32_t, const uint32_t *);
int ~Model_create(~Model **);
int ~Model_finish(~Model *);
void ~Model_free(~Model *);
int ~Model_getExtensionOperandType(~Model *, const char *, uint16_t, int32_t *);
int ~Model_getExtensionOperationType(~Model *, const char *, uint16_t, ~OperationType *);
int ~Model_getSupportedOperationsForDevices(
    const ~Model *, const ~Device *const *, uint32_t, bool *);
int ~Model_identifyInputsAndOutputs(
    ~Model *, uint32_t, const uint32_t *, uint32_t, const uint32_t *);
int ~Model_relaxComputationFloat32toFloat16(~Model *, bool);
int ~Model_setOperandExtensionData(~Model *, int32_t, const void *, size_t);
int ~Model_setOperandSymmPerChannelQuantParams(
    ~Model *, int32_t, const ~SymmPerChannelQuantParams *);
int ~Model_setOperandValue(~Model *, int32_t, const void *, size_t);
int ~Model_setOperandValueFromMemory(~Model *, int32_t, const ~Memory *, size_t, size_t);
int ~Model_setOperandValueFromModel(~Model *, int32_t, const ~Model *);
uint64_t ~_getDefaultLoopTimeout(void);
int ~_getDevice(uint32_t, ~Device **);
int ~_getDeviceCount(uint32_t *);
uint64_t ~_getMaximumLoopTimeout(void);
int64_t ~_getRuntimeFeatureLevel(void);
int SL_~Compilation_setCachingFromFds(
    ~Compilation *, const int *, uint32_t, const int *, uint32_t, const uint8_t *);
int SL_~Device_getNumberOfCacheFilesNeeded(const ~Device *, uint32_t *, uint32_t *);
int SL_~Device_getPerformanceInfo(const ~Device *, int32_t, SL_~PerformanceInfo *);
int SL_~Device_forEachOperandPerformanceInfo(
    const ~Device *, void *, OperandPerformanceCallback);
int SL_~Device_getVendorExtensionCount(const ~Device *, uint32_t *);
int SL_~Device_getVendorExtensionName(const ~Device *, uint32_t, const char **);
int SL_~Device_forEachVendorExtensionOperandTypeInformation(
    const ~Device *, uint32_t, void *, ExtensionTypeCallback);
"""

_DIAGNOSTICS_ENTRY: Final = 26
"""Number of function pointers at the end of the table that this adapter never calls."""

TABLE_FUNCTION: Final = "ANeuralNetworks_getSLDriverImpl"
OLDEST_TABLE: Final = 31
"""Feature level 5, the first with a table; later levels only append to it."""

REQUIRED: Final = (
    "getDeviceCount",
    "getDevice",
    "Device_getName",
    "Device_getVersion",
    "Device_getType",
    "Device_getFeatureLevel",
    "Memory_createFromFd",
    "Memory_free",
    "Model_create",
    "Model_free",
    "Model_addOperand",
    "Model_setOperandValue",
    "Model_setOperandValueFromMemory",
    "Model_addOperation",
    "Model_identifyInputsAndOutputs",
    "Model_finish",
    "Model_getSupportedOperationsForDevices",
    "Compilation_createForDevices",
    "Compilation_setPreference",
    "Compilation_finish",
    "Compilation_free",
    "Execution_create",
    "Execution_free",
    "Execution_setInput",
    "Execution_setInputFromMemory",
    "Execution_setOutput",
    "Execution_setOutputFromMemory",
    "Execution_compute",
    "Execution_getOutputOperandRank",
    "Execution_getOutputOperandDimensions",
)
"""The functions that a library must offer to be tested."""

_PREFIX: Final = "ANeuralNetworks"
_PROTOTYPE: Final = re.compile(r"(\w+) (\w+)\(([^;]*)\);")
_DECLARED: Final = _PROTOTYPE.findall(_FUNCTIONS.replace("~", _PREFIX))
FUNCTION_NAMES: Final = tuple(name for _, name, _ in _DECLARED)
"""Full names of the functions in the table's order, without the diagnostics."""

ARGUMENT_TYPES: Final = {
    name: tuple(argument.strip() for argument in arguments.split(","))
    for _, name, arguments in _DECLARED
}
"""The C types of each function's arguments, by full name."""


def _declarations() -> str:
    functions = "".join(f"{result} {name}({args});\n" for result, name, args in _DECLARED)
    members = "".join(f"{result} (*{name})({args});\n" for result, name, args in _DECLARED)
    return (
        f"{_TYPES}{functions}NnApiSLDriverImpl *{TABLE_FUNCTION}(void);\n"
        f"typedef struct {{ NnApiSLDriverImpl base;\n{members}"
        f"void *diagnostics[{_DIAGNOSTICS_ENTRY}]; }} NnApiSLDriverImplFL5;\n"
    )


ffi: Any = FFI()
ffi.cdef(_declarations())


SHORT_NAMES: Final = {name: name.replace(_PREFIX, "", 1).lstrip("_") for name in FUNCTION_NAMES}
"""Short names, as in ``LibraryFunctions``, by full name."""

FULL_NAMES: Final = {short: name for name, short in SHORT_NAMES.items()}
"""Full names by short name."""


class LibraryFunctions(SimpleNamespace):
    """The functions of a library by short name, such as ``Model_create``; ``None`` if lacking."""

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name} is not a function of the NNAPI C interface")


def missing_functions(functions: LibraryFunctions) -> list[str]:
    """Return the full names of the required functions that a library lacks."""
    return [FULL_NAMES[name] for name in REQUIRED if getattr(functions, name) is None]
