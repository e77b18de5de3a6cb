/* The part of the NNAPI binary interface that a driver needs: types, codes, function signatures.
 *
 * A driver that is built against the Android NDK includes <NeuralNetworks.h> instead; names, codes
 * and layouts are the same. NNAPI_FUNCTIONS lists the functions in the order of the Support
 * Library's table, so that the prototypes and the table are generated from one list. */
#ifndef NNAPI_H
#define NNAPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ANEURALNETWORKS_NO_ERROR = 0,
    ANEURALNETWORKS_OUT_OF_MEMORY = 1,
    ANEURALNETWORKS_INCOMPLETE = 2,
    ANEURALNETWORKS_UNEXPECTED_NULL = 3,
    ANEURALNETWORKS_BAD_DATA = 4,
    ANEURALNETWORKS_OP_FAILED = 5,
    ANEURALNETWORKS_BAD_STATE = 6,
    ANEURALNETWORKS_UNMAPPABLE = 7,
    ANEURALNETWORKS_OUTPUT_INSUFFICIENT_SIZE = 8,
    ANEURALNETWORKS_UNAVAILABLE_DEVICE = 9,
    ANEURALNETWORKS_MISSED_DEADLINE_TRANSIENT = 10,
    ANEURALNETWORKS_MISSED_DEADLINE_PERSISTENT = 11,
};

enum {
    ANEURALNETWORKS_FLOAT32 = 0,
    ANEURALNETWORKS_INT32 = 1,
    ANEURALNETWORKS_UINT32 = 2,
    ANEURALNETWORKS_TENSOR_FLOAT32 = 3,
    ANEURALNETWORKS_TENSOR_INT32 = 4,
    ANEURALNETWORKS_TENSOR_QUANT8_ASYMM = 5,
    ANEURALNETWORKS_BOOL = 6,
    ANEURALNETWORKS_TENSOR_QUANT16_SYMM = 7,
    ANEURALNETWORKS_TENSOR_FLOAT16 = 8,
    ANEURALNETWORKS_TENSOR_BOOL8 = 9,
    ANEURALNETWORKS_FLOAT16 = 10,
    ANEURALNETWORKS_TENSOR_QUANT8_SYMM_PER_CHANNEL = 11,
    ANEURALNETWORKS_TENSOR_QUANT16_ASYMM = 12,
    ANEURALNETWORKS_TENSOR_QUANT8_SYMM = 13,
    ANEURALNETWORKS_TENSOR_QUANT8_ASYMM_SIGNED = 14,
    ANEURALNETWORKS_MODEL = 15,
};

enum {
    ANEURALNETWORKS_ADD = 0,
    ANEURALNETWORKS_AVERAGE_POOL_2D = 1,
    ANEURALNETWORKS_CONCATENATION = 2,
    ANEURALNETWORKS_CONV_2D = 3,
    ANEURALNETWORKS_DEPTHWISE_CONV_2D = 4,
    ANEURALNETWORKS_DEQUANTIZE = 6,
    ANEURALNETWORKS_FLOOR = 8,
    ANEURALNETWORKS_FULLY_CONNECTED = 9,
    ANEURALNETWORKS_L2_POOL_2D = 12,
    ANEURALNETWORKS_LOGISTIC = 14,
    ANEURALNETWORKS_MAX_POOL_2D = 17,
    ANEURALNETWORKS_MUL = 18,
    ANEURALNETWORKS_RELU = 19,
    ANEURALNETWORKS_RELU1 = 20,
    ANEURALNETWORKS_RELU6 = 21,
    ANEURALNETWORKS_RESHAPE = 22,
    ANEURALNETWORKS_SOFTMAX = 25,
    ANEURALNETWORKS_TANH = 28,
    ANEURALNETWORKS_DIV = 30,
    ANEURALNETWORKS_MEAN = 31,
    ANEURALNETWORKS_PAD = 32,
    ANEURALNETWORKS_SQUEEZE = 34,
    ANEURALNETWORKS_SUB = 36,
    ANEURALNETWORKS_TRANSPOSE = 37,
    ANEURALNETWORKS_RANK = 101, /* the last operation of feature level 4 */
};

enum { ANEURALNETWORKS_PADDING_SAME = 1, ANEURALNETWORKS_PADDING_VALID = 2 };
enum { ANEURALNETWORKS_PREFER_SUSTAINED_SPEED = 2 };
enum { ANEURALNETWORKS_DEVICE_CPU = 2 };
enum {
    ANEURALNETWORKS_PRIORITY_LOW = 90,
    ANEURALNETWORKS_PRIORITY_MEDIUM = 100,
    ANEURALNETWORKS_PRIORITY_HIGH = 110,
};
enum { ANEURALNETWORKS_FEATURE_LEVEL_4 = 30, ANEURALNETWORKS_FEATURE_LEVEL_5 = 31 };
enum { ANEURALNETWORKS_MAX_SIZE_OF_IMMEDIATELY_COPIED_VALUES = 128 };
enum {
    ANEURALNETWORKS_DURATION_ON_HARDWARE = 0,
    ANEURALNETWORKS_DURATION_IN_DRIVER = 1,
    ANEURALNETWORKS_FENCED_DURATION_ON_HARDWARE = 2,
    ANEURALNETWORKS_FENCED_DURATION_IN_DRIVER = 3,
};

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

typedef struct ANeuralNetworksOperandType {
    int32_t type;
    uint32_t dimensionCount;
    const uint32_t *dimensions;
    float scale;
    int32_t zeroPoint;
} ANeuralNetworksOperandType;

typedef struct ANeuralNetworksSymmPerChannelQuantParams {
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

typedef void (*NnOperandPerformanceCallback)(SL_ANeuralNetworksOperandPerformanceInfo, void *);
typedef void (*NnExtensionTypeCallback)(SL_ANeuralNetworksExtensionOperandTypeInformation, void *);

/* Abbreviations for the following list only. */
#define NN_(name) ANeuralNetworks##name
#define NNAPI_FUNCTIONS(F) \
    F(int, NN_(Burst_create), (NN_(Compilation) *, NN_(Burst) **)) \
    F(void, NN_(Burst_free), (NN_(Burst) *)) \
    F(int, NN_(Compilation_createForDevices), \
      (NN_(Model) *, const NN_(Device) *const *, uint32_t, NN_(Compilation) **)) \
    F(int, NN_(Compilation_finish), (NN_(Compilation) *)) \
    F(void, NN_(Compilation_free), (NN_(Compilation) *)) \
    F(int, NN_(Compilation_getPreferredMemoryAlignmentForInput), \
      (const NN_(Compilation) *, uint32_t, uint32_t *)) \
    F(int, NN_(Compilation_getPreferredMemoryAlignmentForOutput), \
      (const NN_(Compilation) *, uint32_t, uint32_t *)) \
    F(int, NN_(Compilation_getPreferredMemoryPaddingForInput), \
      (const NN_(Compilation) *, uint32_t, uint32_t *)) \
    F(int, NN_(Compilation_getPreferredMemoryPaddingForOutput), \
      (const NN_(Compilation) *, uint32_t, uint32_t *)) \
    F(int, NN_(Compilation_setCaching), (NN_(Compilation) *, const char *, const uint8_t *)) \
    F(int, NN_(Compilation_setPreference), (NN_(Compilation) *, int32_t)) \
    F(int, NN_(Compilation_setPriority), (NN_(Compilation) *, int)) \
    F(int, NN_(Compilation_setTimeout), (NN_(Compilation) *, uint64_t)) \
    F(int, NN_(Device_getExtensionSupport), (const NN_(Device) *, const char *, bool *)) \
    F(int, NN_(Device_getFeatureLevel), (const NN_(Device) *, int64_t *)) \
    F(int, NN_(Device_getName), (const NN_(Device) *, const char **)) \
    F(int, NN_(Device_getType), (const NN_(Device) *, int32_t *)) \
    F(int, NN_(Device_getVersion), (const NN_(Device) *, const char **)) \
    F(int, NN_(Device_wait), (const NN_(Device) *)) \
    F(int, NN_(Event_createFromSyncFenceFd), (int, NN_(Event) **)) \
    F(void, NN_(Event_free), (NN_(Event) *)) \
    F(int, NN_(Event_getSyncFenceFd), (const NN_(Event) *, int *)) \
    F(int, NN_(Event_wait), (NN_(Event) *)) \
    F(int, NN_(Execution_burstCompute), (NN_(Execution) *, NN_(Burst) *)) \
    F(int, NN_(Execution_compute), (NN_(Execution) *)) \
    F(int, NN_(Execution_create), (NN_(Compilation) *, NN_(Execution) **)) \
    F(int, NN_(Execution_enableInputAndOutputPadding), (NN_(Execution) *, bool)) \
    F(void, NN_(Execution_free), (NN_(Execution) *)) \
    F(int, NN_(Execution_getDuration), (const NN_(Execution) *, int32_t, uint64_t *)) \
    F(int, NN_(Execution_getOutputOperandDimensions), (NN_(Execution) *, int32_t, uint32_t *)) \
    F(int, NN_(Execution_getOutputOperandRank), (NN_(Execution) *, int32_t, uint32_t *)) \
    F(int, NN_(Execution_setInput), \
      (NN_(Execution) *, int32_t, const NN_(OperandType) *, const void *, size_t)) \
    F(int, NN_(Execution_setInputFromMemory), \
      (NN_(Execution) *, int32_t, const NN_(OperandType) *, const NN_(Memory) *, size_t, size_t)) \
    F(int, NN_(Execution_setLoopTimeout), (NN_(Execution) *, uint64_t)) \
    F(int, NN_(Execution_setMeasureTiming), (NN_(Execution) *, bool)) \
    F(int, NN_(Execution_setOutput), \
      (NN_(Execution) *, int32_t, const NN_(OperandType) *, void *, size_t)) \
    F(int, NN_(Execution_setOutputFromMemory), \
      (NN_(Execution) *, int32_t, const NN_(OperandType) *, const NN_(Memory) *, size_t, size_t)) \
    F(int, NN_(Execution_setReusable), (NN_(Execution) *, bool)) \
    F(int, NN_(Execution_setTimeout), (NN_(Execution) *, uint64_t)) \
    F(int, NN_(Execution_startComputeWithDependencies), \
      (NN_(Execution) *, const NN_(Event) *const *, uint32_t, uint64_t, NN_(Event) **)) \
    F(int, NN_(MemoryDesc_addInputRole), \
      (NN_(MemoryDesc) *, const NN_(Compilation) *, uint32_t, float)) \
    F(int, NN_(MemoryDesc_addOutputRole), \
      (NN_(MemoryDesc) *, const NN_(Compilation) *, uint32_t, float)) \
    F(int, NN_(MemoryDesc_create), (NN_(MemoryDesc) **)) \
    F(int, NN_(MemoryDesc_finish), (NN_(MemoryDesc) *)) \
    F(void, NN_(MemoryDesc_free), (NN_(MemoryDesc) *)) \
    F(int, NN_(MemoryDesc_setDimensions), (NN_(MemoryDesc) *, uint32_t, const uint32_t *)) \
    F(int, NN_(Memory_copy), (const NN_(Memory) *, const NN_(Memory) *)) \
    F(int, NN_(Memory_createFromAHardwareBuffer), (const AHardwareBuffer *, NN_(Memory) **)) \
    F(int, NN_(Memory_createFromDesc), (const NN_(MemoryDesc) *, NN_(Memory) **)) \
    F(int, NN_(Memory_createFromFd), (size_t, int, int, size_t, NN_(Memory) **)) \
    F(void, NN_(Memory_free), (NN_(Memory) *)) \
    F(int, NN_(Model_addOperand), (NN_(Model) *, const NN_(OperandType) *)) \
    F(int, NN_(Model_addOperation), \
      (NN_(Model) *, NN_(OperationType), uint32_t, const uint32_t *, uint32_t, const uint32_t *)) \
    F(int, NN_(Model_create), (NN_(Model) **)) \
    F(int, NN_(Model_finish), (NN_(Model) *)) \
    F(void, NN_(Model_free), (NN_(Model) *)) \
    F(int, NN_(Model_getExtensionOperandType), \
      (NN_(Model) *, const char *, uint16_t, int32_t *)) \
    F(int, NN_(Model_getExtensionOperationType), \
      (NN_(Model) *, const char *, uint16_t, NN_(OperationType) *)) \
    F(int, NN_(Model_getSupportedOperationsForDevices), \
      (const NN_(Model) *, const NN_(Device) *const *, uint32_t, bool *)) \
    F(int, NN_(Model_identifyInputsAndOutputs), \
      (NN_(Model) *, uint32_t, const uint32_t *, uint32_t, const uint32_t *)) \
    F(int, NN_(Model_relaxComputationFloat32toFloat16), (NN_(Model) *, bool)) \
    F(int, NN_(Model_setOperandExtensionData), (NN_(Model) *, int32_t, const void *, size_t)) \
    F(int, NN_(Model_setOperandSymmPerChannelQuantParams), \
      (NN_(Model) *, int32_t, const NN_(SymmPerChannelQuantParams) *)) \
    F(int, NN_(Model_setOperandValue), (NN_(Model) *, int32_t, const void *, size_t)) \
    F(int, NN_(Model_setOperandValueFromMemory), \
      (NN_(Model) *, int32_t, const NN_(Memory) *, size_t, size_t)) \
    F(int, NN_(Model_setOperandValueFromModel), (NN_(Model) *, int32_t, const NN_(Model) *)) \
    F(uint64_t, NN_(_getDefaultLoopTimeout), (void)) \
    F(int, NN_(_getDevice), (uint32_t, NN_(Device) **)) \
    F(int, NN_(_getDeviceCount), (uint32_t *)) \
    F(uint64_t, NN_(_getMaximumLoopTimeout), (void)) \
    F(int64_t, NN_(_getRuntimeFeatureLevel), (void)) \
    F(int, SL_ANeuralNetworksCompilation_setCachingFromFds, \
      (NN_(Compilation) *, const int *, uint32_t, const int *, uint32_t, const uint8_t *)) \
    F(int, SL_ANeuralNetworksDevice_getNumberOfCacheFilesNeeded, \
      (const NN_(Device) *, uint32_t *, uint32_t *)) \
    F(int, SL_ANeuralNetworksDevice_getPerformanceInfo, \
      (const NN_(Device) *, int32_t, SL_ANeuralNetworksPerformanceInfo *)) \
    F(int, SL_ANeuralNetworksDevice_forEachOperandPerformanceInfo, \
      (const NN_(Device) *, void *, NnOperandPerformanceCallback)) \
    F(int, SL_ANeuralNetworksDevice_getVendorExtensionCount, (const NN_(Device) *, uint32_t *)) \
    F(int, SL_ANeuralNetworksDevice_getVendorExtensionName, \
      (const NN_(Device) *, uint32_t, const char **)) \
    F(int, SL_ANeuralNetworksDevice_forEachVendorExtensionOperandTypeInformation, \
      (const NN_(Device) *, uint32_t, void *, NnExtensionTypeCallback)) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getSessionId) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getNnApiVersion) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getModelArchHash) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getDeviceIds) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getErrorCode) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getInputDataClass) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getOutputDataClass) \
    NN_DIAGNOSTICS_(F, CompilationInfo_getCompilationTimeNanos) \
    NN_DIAGNOSTICS_(F, CompilationInfo_isCachingEnabled) \
    NN_DIAGNOSTICS_(F, CompilationInfo_isControlFlowUsed) \
    NN_DIAGNOSTICS_(F, CompilationInfo_areDynamicTensorsUsed) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getSessionId) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getNnApiVersion) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getModelArchHash) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getDeviceIds) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getExecutionMode) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getInputDataClass) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getOutputDataClass) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getErrorCode) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getRuntimeExecutionTimeNanos) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getDriverExecutionTimeNanos) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_getHardwareExecutionTimeNanos) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_isCachingEnabled) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_isControlFlowUsed) \
    NN_DIAGNOSTICS_(F, ExecutionInfo_areDynamicTensorsUsed) \
    F(void, SL_ANeuralNetworksDiagnostic_registerCallbacks, (void))

/* The table has entries for diagnostics, which this driver leaves empty. */
#define NN_DIAGNOSTICS_(F, name) F(void, SL_ANeuralNetworksDiagnostic##name, (void))

#ifdef NN_SUPPORT_LIBRARY
#define NN_EXPORT
#else
#define NN_EXPORT __attribute__((visibility("default")))
#endif

#define NN_PROTOTYPE_(result, name, parameters) NN_EXPORT result name parameters;
NNAPI_FUNCTIONS(NN_PROTOTYPE_)

typedef struct NnApiSLDriverImpl {
    int64_t implFeatureLevel;
} NnApiSLDriverImpl;

#define NN_MEMBER_(result, name, parameters) result(*name) parameters;
typedef struct NnApiSLDriverImplFL5 {
    NnApiSLDriverImpl base;
    NNAPI_FUNCTIONS(NN_MEMBER_)
} NnApiSLDriverImplFL5;

__attribute__((visibility("default"))) NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void);

#endif
