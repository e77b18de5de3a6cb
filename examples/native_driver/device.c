/* The devices and, in a build of that form, the table of the Support Library. */
#include <string.h>

#include "driver.h"

/* The second device is an example of a library with several: it declines quantized operands. */
static ANeuralNetworksDevice devices[] = {{"example", true}, {"example-float", false}};
enum { DEVICE_COUNT = sizeof devices / sizeof devices[0] };

int ANeuralNetworks_getDeviceCount(uint32_t *count) {
    if (!count) return ANEURALNETWORKS_UNEXPECTED_NULL;
    fault_point("start", NULL, -1);
    *count = DEVICE_COUNT;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworks_getDevice(uint32_t index, ANeuralNetworksDevice **device) {
    if (!device) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (index >= DEVICE_COUNT) return ANEURALNETWORKS_BAD_DATA;
    *device = &devices[index];
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksDevice_getName(const ANeuralNetworksDevice *device, const char **name) {
    if (!device || !name) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *name = device->name;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksDevice_getVersion(const ANeuralNetworksDevice *device, const char **version) {
    if (!device || !version) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *version = DRIVER_VERSION;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksDevice_getType(const ANeuralNetworksDevice *device, int32_t *type) {
    if (!device || !type) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *type = ANEURALNETWORKS_DEVICE_CPU;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksDevice_getFeatureLevel(const ANeuralNetworksDevice *device, int64_t *level) {
    if (!device || !level) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *level = ANEURALNETWORKS_FEATURE_LEVEL_4;
    return ANEURALNETWORKS_NO_ERROR;
}

int64_t ANeuralNetworks_getRuntimeFeatureLevel(void) {
    return ANEURALNETWORKS_FEATURE_LEVEL_4;
}

#ifdef NN_SUPPORT_LIBRARY
#define ENTRY(name) .name = name
static NnApiSLDriverImplFL5 table = {
        .base = {ANEURALNETWORKS_FEATURE_LEVEL_5},
        ENTRY(ANeuralNetworksBurst_create),
        ENTRY(ANeuralNetworksBurst_free),
        ENTRY(ANeuralNetworksCompilation_createForDevices),
        ENTRY(ANeuralNetworksCompilation_finish),
        ENTRY(ANeuralNetworksCompilation_free),
        ENTRY(ANeuralNetworksCompilation_setCaching),
        ENTRY(ANeuralNetworksCompilation_setPreference),
        ENTRY(ANeuralNetworksCompilation_setPriority),
        ENTRY(ANeuralNetworksCompilation_setTimeout),
        ENTRY(ANeuralNetworksDevice_getFeatureLevel),
        ENTRY(ANeuralNetworksDevice_getName),
        ENTRY(ANeuralNetworksDevice_getType),
        ENTRY(ANeuralNetworksDevice_getVersion),
        ENTRY(ANeuralNetworksEvent_createFromSyncFenceFd),
        ENTRY(ANeuralNetworksEvent_free),
        ENTRY(ANeuralNetworksEvent_getSyncFenceFd),
        ENTRY(ANeuralNetworksEvent_wait),
        ENTRY(ANeuralNetworksExecution_burstCompute),
        ENTRY(ANeuralNetworksExecution_compute),
        ENTRY(ANeuralNetworksExecution_create),
        ENTRY(ANeuralNetworksExecution_free),
        ENTRY(ANeuralNetworksExecution_getDuration),
        ENTRY(ANeuralNetworksExecution_getOutputOperandDimensions),
        ENTRY(ANeuralNetworksExecution_getOutputOperandRank),
        ENTRY(ANeuralNetworksExecution_setInput),
        ENTRY(ANeuralNetworksExecution_setInputFromMemory),
        ENTRY(ANeuralNetworksExecution_setLoopTimeout),
        ENTRY(ANeuralNetworksExecution_setMeasureTiming),
        ENTRY(ANeuralNetworksExecution_setOutput),
        ENTRY(ANeuralNetworksExecution_setOutputFromMemory),
        ENTRY(ANeuralNetworksExecution_setTimeout),
        ENTRY(ANeuralNetworksExecution_startComputeWithDependencies),
        ENTRY(ANeuralNetworksMemoryDesc_addInputRole),
        ENTRY(ANeuralNetworksMemoryDesc_addOutputRole),
        ENTRY(ANeuralNetworksMemoryDesc_create),
        ENTRY(ANeuralNetworksMemoryDesc_finish),
        ENTRY(ANeuralNetworksMemoryDesc_free),
        ENTRY(ANeuralNetworksMemoryDesc_setDimensions),
        ENTRY(ANeuralNetworksMemory_copy),
        ENTRY(ANeuralNetworksMemory_createFromDesc),
        ENTRY(ANeuralNetworksMemory_createFromFd),
        ENTRY(ANeuralNetworksMemory_free),
        ENTRY(ANeuralNetworksModel_addOperand),
        ENTRY(ANeuralNetworksModel_addOperation),
        ENTRY(ANeuralNetworksModel_create),
        ENTRY(ANeuralNetworksModel_finish),
        ENTRY(ANeuralNetworksModel_free),
        ENTRY(ANeuralNetworksModel_getExtensionOperandType),
        ENTRY(ANeuralNetworksModel_getExtensionOperationType),
        ENTRY(ANeuralNetworksModel_getSupportedOperationsForDevices),
        ENTRY(ANeuralNetworksModel_identifyInputsAndOutputs),
        ENTRY(ANeuralNetworksModel_relaxComputationFloat32toFloat16),
        ENTRY(ANeuralNetworksModel_setOperandExtensionData),
        ENTRY(ANeuralNetworksModel_setOperandSymmPerChannelQuantParams),
        ENTRY(ANeuralNetworksModel_setOperandValue),
        ENTRY(ANeuralNetworksModel_setOperandValueFromMemory),
        ENTRY(ANeuralNetworksModel_setOperandValueFromModel),
        ENTRY(ANeuralNetworks_getDevice),
        ENTRY(ANeuralNetworks_getDeviceCount),
        ENTRY(ANeuralNetworks_getRuntimeFeatureLevel),
        ENTRY(SL_ANeuralNetworksCompilation_setCachingFromFds),
        ENTRY(SL_ANeuralNetworksDevice_getNumberOfCacheFilesNeeded),
};

NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void) {
    return &table.base;
}
#endif
