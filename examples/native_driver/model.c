/* Models, which are built operand by operand and checked as a whole by `finish`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

bool is_tensor(int32_t type) {
    switch (type) {
        case ANEURALNETWORKS_FLOAT32:
        case ANEURALNETWORKS_INT32:
        case ANEURALNETWORKS_UINT32:
        case ANEURALNETWORKS_BOOL:
        case ANEURALNETWORKS_FLOAT16:
        case ANEURALNETWORKS_MODEL:
            return false;
        default:
            return true;
    }
}

bool is_quantized(const Operand *operand) {
    return operand->type == ANEURALNETWORKS_TENSOR_QUANT8_ASYMM ||
           operand->type == ANEURALNETWORKS_TENSOR_QUANT8_ASYMM_SIGNED;
}

size_t element_size(int32_t type) {
    static const size_t sizes[] = {4, 4, 4, 4, 4, 1, 1, 2, 2, 1, 2, 1, 2, 1, 1, 0};
    return type >= 0 && type <= ANEURALNETWORKS_MODEL ? sizes[type] : 0;
}

bool is_known(const Shape *shape) {
    for (uint32_t i = 0; i < shape->rank; i++)
        if (shape->dims[i] == 0) return false;
    return shape->rank > 0;
}

uint64_t element_count(const Shape *shape) {
    uint64_t count = 1;
    for (uint32_t i = 0; i < shape->rank; i++) {
        if (shape->dims[i] != 0 && count > INT32_MAX / shape->dims[i]) return 0;
        count *= shape->dims[i];
    }
    return count;
}

bool same_shape(const Shape *one, const Shape *other) {
    return one->rank == other->rank &&
           memcmp(one->dims, other->dims, one->rank * sizeof one->dims[0]) == 0;
}

size_t byte_size(int32_t type, const Shape *shape) {
    if (!is_tensor(type)) return element_size(type);
    return is_known(shape) ? (size_t)element_count(shape) * element_size(type) : 0;
}

/* Ensures space for one more item; false if there is no memory. */
static bool grow(void **items, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) return true;
    uint32_t wanted = *room ? 2 * *room : 16;
    void *moved = realloc(*items, wanted * size);
    if (!moved) return false;
    *items = moved;
    *room = wanted;
    return true;
}

int ANeuralNetworksModel_create(ANeuralNetworksModel **model) {
    if (!model) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *model = calloc(1, sizeof **model);
    return *model ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUT_OF_MEMORY;
}

void ANeuralNetworksModel_free(ANeuralNetworksModel *model) {
    if (!model) return;
    for (uint32_t i = 0; i < model->operand_count; i++) {
        free(model->operands[i].copy);
        free(model->operands[i].channel_scales);
    }
    for (uint32_t i = 0; i < model->operation_count; i++) {
        free(model->operations[i].indexes);
        if (model->calls) {
            free(model->calls[i].in);
            free(model->calls[i].shape);
        }
    }
    free(model->operands);
    free(model->operations);
    free(model->inputs);
    free(model->outputs);
    free(model->calls);
    free(model->shapes);
    free(model);
}

static bool legal_scale(float scale) {
    return scale > 0 && isfinite(scale);
}

static bool legal_quantization(int32_t type, float scale, int32_t zero_point) {
    switch (type) {
        case ANEURALNETWORKS_TENSOR_QUANT8_ASYMM:
            return legal_scale(scale) && zero_point >= 0 && zero_point <= 255;
        case ANEURALNETWORKS_TENSOR_QUANT8_ASYMM_SIGNED:
            return legal_scale(scale) && zero_point >= -128 && zero_point <= 127;
        case ANEURALNETWORKS_TENSOR_QUANT16_ASYMM:
            return legal_scale(scale) && zero_point >= 0 && zero_point <= 65535;
        case ANEURALNETWORKS_TENSOR_QUANT8_SYMM:
        case ANEURALNETWORKS_TENSOR_QUANT16_SYMM:
            return legal_scale(scale) && zero_point == 0;
        case ANEURALNETWORKS_TENSOR_INT32:
            return (scale == 0 || legal_scale(scale)) && zero_point == 0;
        default:
            return scale == 0 && zero_point == 0;
    }
}

int ANeuralNetworksModel_addOperand(ANeuralNetworksModel *model,
                                    const ANeuralNetworksOperandType *type) {
    if (!model || !type) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (model->finished) return ANEURALNETWORKS_BAD_STATE;
    if (type->type < 0 || type->type > ANEURALNETWORKS_MODEL) return ANEURALNETWORKS_BAD_DATA;
    if (type->dimensionCount && !type->dimensions) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (type->dimensionCount && !is_tensor(type->type)) return ANEURALNETWORKS_BAD_DATA;
    if (!legal_quantization(type->type, type->scale, type->zeroPoint))
        return ANEURALNETWORKS_BAD_DATA;
    Operand operand = {.type = type->type, .scale = type->scale, .zero_point = type->zeroPoint};
    bool known = type->dimensionCount || !is_tensor(type->type);
    for (uint32_t i = 0; i < type->dimensionCount; i++) known = known && type->dimensions[i];
    uint64_t bytes = known ? element_size(type->type) : 0;
    for (uint32_t i = 0; known && i < type->dimensionCount; i++) {
        bytes *= type->dimensions[i];
        if (bytes > UINT32_MAX) return ANEURALNETWORKS_BAD_DATA;
    }
    operand.byte_size = (size_t)bytes;
    operand.out_of_reach = type->dimensionCount > MAX_RANK || bytes > INT32_MAX;
    if (!operand.out_of_reach) {
        operand.shape.rank = type->dimensionCount;
        for (uint32_t i = 0; i < type->dimensionCount; i++)
            operand.shape.dims[i] = type->dimensions[i];
    }
    if (!grow((void **)&model->operands, model->operand_count, &model->operand_room,
              sizeof operand))
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    model->operands[model->operand_count++] = operand;
    return ANEURALNETWORKS_NO_ERROR;
}

/* Finds the operand that a setter modifies; returns an error code if it must not be modified. */
static int operand_to_set(ANeuralNetworksModel *model, int32_t index, Operand **operand) {
    if (!model) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (model->finished) return ANEURALNETWORKS_BAD_STATE;
    if (index < 0 || (uint32_t)index >= model->operand_count) return ANEURALNETWORKS_BAD_DATA;
    *operand = &model->operands[index];
    return ANEURALNETWORKS_NO_ERROR;
}

static int set_value(Operand *operand, const void *value, size_t length) {
    if (operand->life != TEMPORARY || operand->type == ANEURALNETWORKS_MODEL)
        return ANEURALNETWORKS_BAD_DATA;
    if (length != operand->byte_size || (is_tensor(operand->type) && !length))
        return ANEURALNETWORKS_BAD_DATA;
    operand->life = CONSTANT;
    operand->value = value;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_setOperandValue(ANeuralNetworksModel *model, int32_t index,
                                         const void *buffer, size_t length) {
    Operand *operand;
    int code = operand_to_set(model, index, &operand);
    if (code) return code;
    if (!buffer) {
        if (length) return ANEURALNETWORKS_UNEXPECTED_NULL;
        if (operand->life != TEMPORARY) return ANEURALNETWORKS_BAD_DATA;
        operand->life = NO_VALUE;
        return ANEURALNETWORKS_NO_ERROR;
    }
    code = set_value(operand, buffer, length);
    if (code || length > ANEURALNETWORKS_MAX_SIZE_OF_IMMEDIATELY_COPIED_VALUES) return code;
    operand->copy = malloc(length ? length : 1);
    if (!operand->copy) return ANEURALNETWORKS_OUT_OF_MEMORY;
    operand->value = memcpy(operand->copy, buffer, length);
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_setOperandValueFromMemory(ANeuralNetworksModel *model, int32_t index,
                                                   const ANeuralNetworksMemory *memory,
                                                   size_t offset, size_t length) {
    Operand *operand;
    int code = operand_to_set(model, index, &operand);
    if (code) return code;
    if (!memory) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (memory->buffer || !memory->readable) return ANEURALNETWORKS_BAD_DATA;
    if (offset > memory->size || length > memory->size - offset) return ANEURALNETWORKS_BAD_DATA;
    return set_value(operand, memory->data + offset, length);
}

int ANeuralNetworksModel_setOperandValueFromModel(ANeuralNetworksModel *model, int32_t index,
                                                  const ANeuralNetworksModel *value) {
    Operand *operand;
    int code = operand_to_set(model, index, &operand);
    if (code) return code;
    if (!value) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!value->finished) return ANEURALNETWORKS_BAD_STATE;
    if (operand->type != ANEURALNETWORKS_MODEL || operand->life != TEMPORARY)
        return ANEURALNETWORKS_BAD_DATA;
    operand->life = SUBGRAPH;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_setOperandSymmPerChannelQuantParams(
        ANeuralNetworksModel *model, int32_t index,
        const ANeuralNetworksSymmPerChannelQuantParams *params) {
    Operand *operand;
    int code = operand_to_set(model, index, &operand);
    if (code) return code;
    if (!params || !params->scales) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (operand->type != ANEURALNETWORKS_TENSOR_QUANT8_SYMM_PER_CHANNEL ||
        operand->channel_scales || operand->out_of_reach)
        return ANEURALNETWORKS_BAD_DATA;
    if (params->channelDim >= operand->shape.rank || !params->scaleCount ||
        params->scaleCount != operand->shape.dims[params->channelDim])
        return ANEURALNETWORKS_BAD_DATA;
    for (uint32_t i = 0; i < params->scaleCount; i++)
        if (!legal_scale(params->scales[i])) return ANEURALNETWORKS_BAD_DATA;
    operand->channel_scales = malloc(params->scaleCount * sizeof(float));
    if (!operand->channel_scales) return ANEURALNETWORKS_OUT_OF_MEMORY;
    memcpy(operand->channel_scales, params->scales, params->scaleCount * sizeof(float));
    operand->channel_dim = params->channelDim;
    operand->channel_count = params->scaleCount;
    return ANEURALNETWORKS_NO_ERROR;
}

/* Extension data belongs to operands of an extension, and this driver has no extensions. */
int ANeuralNetworksModel_setOperandExtensionData(ANeuralNetworksModel *model, int32_t index,
                                                 const void *data, size_t length) {
    Operand *operand;
    int code = operand_to_set(model, index, &operand);
    if (code) return code;
    return data || !length ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_UNEXPECTED_NULL;
}

/* Whether all indexes refer to operands of the model. */
static bool in_range(const ANeuralNetworksModel *model, uint32_t count, const uint32_t *indexes) {
    for (uint32_t i = 0; i < count; i++)
        if (indexes[i] >= model->operand_count) return false;
    return true;
}

int ANeuralNetworksModel_addOperation(ANeuralNetworksModel *model,
                                      ANeuralNetworksOperationType type, uint32_t input_count,
                                      const uint32_t *inputs, uint32_t output_count,
                                      const uint32_t *outputs) {
    if (!model || !inputs || !outputs) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (model->finished) return ANEURALNETWORKS_BAD_STATE;
    if (type < 0 || type > ANEURALNETWORKS_RANK || !input_count || !output_count ||
        !in_range(model, input_count, inputs) || !in_range(model, output_count, outputs))
        return ANEURALNETWORKS_BAD_DATA;
    if (!grow((void **)&model->operations, model->operation_count, &model->operation_room,
              sizeof *model->operations))
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    uint32_t *indexes = malloc(((size_t)input_count + output_count) * sizeof *indexes);
    if (!indexes) return ANEURALNETWORKS_OUT_OF_MEMORY;
    memcpy(indexes, inputs, input_count * sizeof *indexes);
    memcpy(indexes + input_count, outputs, output_count * sizeof *indexes);
    model->operations[model->operation_count++] = (Operation){
            .type = type,
            .input_count = input_count,
            .output_count = output_count,
            .indexes = indexes,
    };
    return ANEURALNETWORKS_NO_ERROR;
}

static uint32_t *copied(uint32_t count, const uint32_t *indexes) {
    uint32_t *copy = malloc((count ? count : 1) * sizeof *copy);
    if (copy && count) memcpy(copy, indexes, count * sizeof *copy);
    return copy;
}

int ANeuralNetworksModel_identifyInputsAndOutputs(ANeuralNetworksModel *model,
                                                  uint32_t input_count, const uint32_t *inputs,
                                                  uint32_t output_count, const uint32_t *outputs) {
    if (!model || (input_count && !inputs) || !outputs) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (model->finished || model->identified) return ANEURALNETWORKS_BAD_STATE;
    if (!output_count || !in_range(model, input_count, inputs) ||
        !in_range(model, output_count, outputs))
        return ANEURALNETWORKS_BAD_DATA;
    for (uint32_t i = 0; i < input_count + output_count; i++) {
        bool input = i < input_count;
        Operand *operand = &model->operands[input ? inputs[i] : outputs[i - input_count]];
        if (operand->life != TEMPORARY) return ANEURALNETWORKS_BAD_DATA;
        operand->life = input ? MODEL_INPUT : MODEL_OUTPUT;
    }
    model->inputs = copied(input_count, inputs);
    model->outputs = copied(output_count, outputs);
    if (!model->inputs || !model->outputs) return ANEURALNETWORKS_OUT_OF_MEMORY;
    model->input_count = input_count;
    model->output_count = output_count;
    model->identified = true;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_relaxComputationFloat32toFloat16(ANeuralNetworksModel *model,
                                                          bool allow) {
    (void)allow; /* this driver does not use the permission */
    if (!model) return ANEURALNETWORKS_UNEXPECTED_NULL;
    return model->finished ? ANEURALNETWORKS_BAD_STATE : ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_getExtensionOperandType(ANeuralNetworksModel *model, const char *name,
                                                 uint16_t code, int32_t *type) {
    (void)code;
    return model && name && type ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_UNEXPECTED_NULL;
}

int ANeuralNetworksModel_getExtensionOperationType(ANeuralNetworksModel *model, const char *name,
                                                   uint16_t code,
                                                   ANeuralNetworksOperationType *type) {
    (void)code;
    return model && name && type ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_UNEXPECTED_NULL;
}

/* Checks that every value is written exactly once and before it is read. Operations must have been
 * added in the order of execution. */
static int check_flow(const ANeuralNetworksModel *model) {
    bool *written = calloc(model->operand_count + 1, sizeof *written);
    if (!written) return ANEURALNETWORKS_OUT_OF_MEMORY;
    bool good = true;
    for (uint32_t i = 0; i < model->operand_count; i++) {
        const Operand *operand = &model->operands[i];
        written[i] = operand->life != TEMPORARY && operand->life != MODEL_OUTPUT;
        if (operand->type == ANEURALNETWORKS_TENSOR_QUANT8_SYMM_PER_CHANNEL &&
            !operand->channel_scales && !operand->out_of_reach)
            good = false;
        if (operand->type == ANEURALNETWORKS_MODEL && operand->life != SUBGRAPH) good = false;
    }
    for (uint32_t i = 0; i < model->operation_count; i++) {
        const Operation *operation = &model->operations[i];
        for (uint32_t k = 0; k < operation->input_count; k++)
            good = good && written[operation->indexes[k]];
        for (uint32_t k = 0; k < operation->output_count; k++) {
            uint32_t index = operation->indexes[operation->input_count + k];
            good = good && !written[index];
            written[index] = true;
        }
    }
    for (uint32_t i = 0; i < model->operand_count; i++) good = good && written[i];
    free(written);
    return good ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_BAD_DATA;
}

/* Whether a computed shape is compatible with the shape stated in the model. */
static bool fits(const Shape *computed, const Shape *stated) {
    if (stated->rank == 0) return true;
    if (stated->rank != computed->rank) return false;
    for (uint32_t i = 0; i < stated->rank; i++)
        if (stated->dims[i] && stated->dims[i] != computed->dims[i]) return false;
    return true;
}

static int settle_call(ANeuralNetworksModel *model, uint32_t number) {
    const Operation *operation = &model->operations[number];
    Call *call = &model->calls[number];
    call->count = operation->input_count;
    call->in = malloc(call->count * sizeof *call->in);
    call->shape = malloc(call->count * sizeof *call->shape);
    if (!call->in || !call->shape) return ANEURALNETWORKS_OUT_OF_MEMORY;
    bool open = operation->output_count != 1;
    for (uint32_t k = 0; k < call->count; k++) {
        uint32_t index = operation->indexes[k];
        call->in[k] = &model->operands[index];
        call->shape[k] = &model->shapes[index];
        if (is_tensor(call->in[k]->type) && call->in[k]->life != NO_VALUE)
            open = open || !is_known(call->shape[k]);
    }
    uint32_t result = operation->indexes[operation->input_count];
    call->out = &model->operands[result];
    call->definition = find_definition(operation->type);
    call->verdict = UNSUPPORTED;
    if (!call->definition || open || call->out->out_of_reach) return ANEURALNETWORKS_NO_ERROR;
    call->verdict = LEGAL;
    call->definition->check(call);
    if (call->verdict == LEGAL && !fits(&call->result, &call->out->shape)) call->verdict = ILLEGAL;
    if (call->verdict == LEGAL) model->shapes[result] = call->result;
    return call->verdict == ILLEGAL ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksModel_finish(ANeuralNetworksModel *model) {
    if (!model) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (model->finished) return ANEURALNETWORKS_BAD_STATE;
    if (!model->identified || !model->operation_count) return ANEURALNETWORKS_BAD_DATA;
    int code = check_flow(model);
    if (code) return code;
    model->finished = true;
    model->calls = calloc(model->operation_count, sizeof *model->calls);
    model->shapes = calloc(model->operand_count, sizeof *model->shapes);
    if (!model->calls || !model->shapes) return ANEURALNETWORKS_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < model->operand_count; i++) model->shapes[i] = model->operands[i].shape;
    for (uint32_t i = 0; i < model->operation_count && !code; i++) code = settle_call(model, i);
    if (code) model->finished = false; /* an invalid model must not be compiled */
    return code;
}

bool device_supports(const ANeuralNetworksDevice *device, const ANeuralNetworksModel *model,
                     uint32_t number) {
    const Call *call = &model->calls[number];
    if (call->verdict != LEGAL) return false;
    if (device->quantized) return true;
    for (uint32_t k = 0; k < call->count; k++)
        if (is_quantized(call->in[k])) return false;
    return true;
}

int ANeuralNetworksModel_getSupportedOperationsForDevices(
        const ANeuralNetworksModel *model, const ANeuralNetworksDevice *const *devices,
        uint32_t count, bool *supported) {
    if (!model || !devices || !supported) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!model->finished) return ANEURALNETWORKS_BAD_STATE;
    if (!count) return ANEURALNETWORKS_BAD_DATA;
    fault_point("query", model, -1);
    for (uint32_t i = 0; i < model->operation_count; i++) {
        supported[i] = false;
        for (uint32_t k = 0; k < count; k++) {
            if (!devices[k]) return ANEURALNETWORKS_UNEXPECTED_NULL;
            supported[i] = supported[i] || device_supports(devices[k], model, i);
        }
    }
    return ANEURALNETWORKS_NO_ERROR;
}
