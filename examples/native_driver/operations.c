/* The types, shapes and parameters that each operation accepts. The kernels are in kernels.c. */
#include <math.h>
#include <string.h>

#include "driver.h"
#include "kernels.h"

static void worse(Call *call, Verdict verdict) {
    if (verdict > call->verdict) call->verdict = verdict;
}

static void require(Call *call, bool holds) {
    if (!holds) worse(call, ILLEGAL);
}

/* Whether a scalar has this type and a constant value; one that is a model input is declined. */
static bool is_constant(Call *call, uint32_t index, int32_t type) {
    if (call->in[index]->type != type) worse(call, ILLEGAL);
    else if (call->in[index]->life != CONSTANT) worse(call, UNSUPPORTED);
    else return true;
    return false;
}

static int32_t integer(Call *call, uint32_t index, int32_t otherwise) {
    if (index >= call->count || !is_constant(call, index, ANEURALNETWORKS_INT32)) return otherwise;
    int32_t value;
    memcpy(&value, call->in[index]->value, sizeof value);
    return value;
}

static bool boolean(Call *call, uint32_t index) {
    return index < call->count && is_constant(call, index, ANEURALNETWORKS_BOOL) &&
           *(const unsigned char *)call->in[index]->value != 0;
}

/* The value of a constant TENSOR_INT32 of this rank and of at most `most` numbers; sets `count` to
 * their number. */
static bool integers(Call *call, uint32_t index, uint32_t rank, uint32_t most, int32_t *values,
                     uint32_t *count) {
    *count = 0;
    if (!is_constant(call, index, ANEURALNETWORKS_TENSOR_INT32)) return false;
    require(call, call->shape[index]->rank == rank);
    if (element_count(call->shape[index]) > most) {
        worse(call, UNSUPPORTED);
        return false;
    }
    *count = (uint32_t)element_count(call->shape[index]);
    memcpy(values, call->in[index]->value, *count * sizeof *values);
    return call->verdict == LEGAL;
}

/* Checks the number of inputs and the type of the first; false if the call is not valid. */
static bool begin(Call *call) {
    const Definition *definition = call->definition;
    int32_t type = call->in[0]->type;
    if (call->count < definition->least || call->count > definition->most) {
        worse(call, ILLEGAL);
    } else if (type == ANEURALNETWORKS_TENSOR_FLOAT32 || is_quantized(call->in[0])) {
        bool quantized = is_quantized(call->in[0]);
        require(call, quantized ? definition->quantized : definition->floats);
        uint32_t data = data_inputs(call);
        for (uint32_t k = 0; k < data; k++) require(call, call->in[k]->life != NO_VALUE);
    } else {
        worse(call, UNSUPPORTED);
    }
    return call->verdict == LEGAL;
}

/* Like `begin`; also requires that the output has the type of the first input. */
static bool begin_same(Call *call) {
    if (begin(call)) require(call, call->out->type == call->in[0]->type);
    return call->verdict == LEGAL;
}

static void same_quantization(Call *call) {
    require(call, call->out->scale == call->in[0]->scale &&
                          call->out->zero_point == call->in[0]->zero_point);
}

/* `zero_point` is for unsigned codes; for signed codes it is 128 lower. */
static void fixed_quantization(Call *call, float scale, int32_t zero_point) {
    if (!is_quantized(call->out)) return;
    if (call->out->type == ANEURALNETWORKS_TENSOR_QUANT8_ASYMM_SIGNED) zero_point -= 128;
    require(call, call->out->scale == scale && call->out->zero_point == zero_point);
}

static void activation(Call *call, uint32_t index) {
    call->params.activation = integer(call, index, 0);
    require(call, call->params.activation >= 0 && call->params.activation <= 3);
}

static void check_arithmetic(Call *call) {
    if (!begin_same(call)) return;
    require(call, call->in[1]->type == call->in[0]->type);
    activation(call, 2);
    const Shape *one = call->shape[0], *other = call->shape[1];
    uint32_t rank = one->rank > other->rank ? one->rank : other->rank;
    call->result.rank = rank;
    for (uint32_t i = 1; i <= rank; i++) {
        uint32_t a = i <= one->rank ? one->dims[one->rank - i] : 1;
        uint32_t b = i <= other->rank ? other->dims[other->rank - i] : 1;
        require(call, a == b || a == 1 || b == 1);
        call->result.dims[rank - i] = a > b ? a : b;
    }
    if (call->definition->type == ANEURALNETWORKS_MUL && is_quantized(call->out))
        require(call, call->out->scale > call->in[0]->scale * call->in[1]->scale);
}

static void check_unary(Call *call) {
    if (!begin_same(call)) return;
    call->result = *call->shape[0];
    switch (call->definition->type) {
        case ANEURALNETWORKS_LOGISTIC:
            fixed_quantization(call, 1.0f / 256, 0);
            break;
        case ANEURALNETWORKS_TANH:
            fixed_quantization(call, 1.0f / 128, 128);
            break;
        default:
            same_quantization(call);
    }
}

static void check_relu(Call *call) {
    check_unary(call);
    call->params.activation = call->definition->type - ANEURALNETWORKS_RELU + 1;
}

static void check_dequantize(Call *call) {
    if (!begin(call)) return;
    if (call->out->type == ANEURALNETWORKS_TENSOR_FLOAT16) worse(call, UNSUPPORTED);
    else require(call, call->out->type == ANEURALNETWORKS_TENSOR_FLOAT32);
    call->result = *call->shape[0];
}

static void check_softmax(Call *call) {
    if (!begin_same(call)) return;
    const Operand *beta = call->in[1];
    float factor = 1;
    if (beta->type != ANEURALNETWORKS_FLOAT32) worse(call, ILLEGAL);
    else if (beta->life != CONSTANT) worse(call, UNSUPPORTED);
    else memcpy(&factor, beta->value, sizeof factor);
    require(call, factor > 0);
    int32_t rank = (int32_t)call->shape[0]->rank, axis = integer(call, 2, -1);
    require(call, axis >= -rank && axis < rank);
    fixed_quantization(call, 1.0f / 256, 0);
    call->params.beta = factor;
    call->params.axis = axis < 0 ? axis + rank : axis;
    call->result = *call->shape[0];
}

/* Reads the window parameters and sets both axes, except what depends on the image. `at` is the
 * position after the tensors; there are `middle` parameters between strides and activation. */
static void window_params(Call *call, uint32_t at, uint32_t middle, bool dilated, int64_t height,
                          int64_t width, const Shape *image) {
    Params *params = &call->params;
    uint32_t implicit = at + 3 + middle + 1;
    bool scheme = call->count == implicit ||
                  (call->count > implicit && call->in[implicit]->type == ANEURALNETWORKS_BOOL);
    uint32_t strides = at + (scheme ? 1 : 4), after = strides + 2 + middle;
    uint32_t more = call->count > after ? call->count - after - 1 : UINT32_MAX;
    require(call, more == 0 || more == 1 || (dilated && more == 3));
    if (call->verdict != LEGAL) return;
    activation(call, after);
    params->nchw = boolean(call, after + 1);
    params->width.dilation = dilated ? integer(call, after + 2, 1) : 1;
    params->height.dilation = dilated ? integer(call, after + 3, 1) : 1;
    params->width.stride = integer(call, strides, 1);
    params->height.stride = integer(call, strides + 1, 1);
    params->width.filter = width;
    params->height.filter = height;
    params->height.size = image->dims[params->nchw ? 2 : 1];
    params->width.size = image->dims[params->nchw ? 3 : 2];
    int32_t code = scheme ? integer(call, at, ANEURALNETWORKS_PADDING_VALID) : 0;
    require(call, code >= 0 && code <= ANEURALNETWORKS_PADDING_VALID);
    Axis *axes[] = {&params->width, &params->height};
    for (uint32_t i = 0; i < 2; i++) {
        Axis *axis = axes[i];
        require(call, axis->stride >= 1 && axis->dilation >= 1 && axis->filter >= 1);
        if (call->verdict != LEGAL) return;
        int64_t extent = (axis->filter - 1) * axis->dilation + 1;
        if (!scheme) {
            axis->head = integer(call, at + 2 * i, 0);
            axis->tail = integer(call, at + 2 * i + 1, 0);
            if (call->verdict != LEGAL) return;
            require(call, axis->head >= 0 && axis->tail >= 0);
            require(call, axis->head < extent && axis->tail < extent);
        } else if (code == ANEURALNETWORKS_PADDING_SAME) {
            int64_t wanted = (axis->size + axis->stride - 1) / axis->stride;
            int64_t total = (wanted - 1) * axis->stride + extent - axis->size;
            if (total < 0) total = 0;
            axis->head = total / 2;
            axis->tail = total - axis->head;
        }
        int64_t room = axis->size + axis->head + axis->tail - extent;
        axis->outputs = room < 0 ? 0 : room / axis->stride + 1;
        require(call, axis->outputs >= 1);
    }
}

static void image_result(Call *call, uint32_t channels) {
    const Params *params = &call->params;
    uint32_t height = (uint32_t)params->height.outputs, width = (uint32_t)params->width.outputs;
    uint32_t batch = call->shape[0]->dims[0];
    if (params->nchw) call->result = (Shape){4, {batch, channels, height, width}};
    else call->result = (Shape){4, {batch, height, width, channels}};
}

static void check_pool(Call *call) {
    if (!begin_same(call)) return;
    require(call, call->shape[0]->rank == 4);
    if (call->verdict != LEGAL) return;
    bool implicit = call->count < 10;
    uint32_t filter = implicit ? 4 : 7;
    require(call, call->count > filter + 1);
    if (call->verdict != LEGAL) return;
    int32_t width = integer(call, filter, 1), height = integer(call, filter + 1, 1);
    window_params(call, 1, 2, false, height, width, call->shape[0]);
    if (is_quantized(call->out)) same_quantization(call);
    if (call->verdict == LEGAL)
        image_result(call, call->shape[0]->dims[call->params.nchw ? 1 : 3]);
}

/* Checks types and quantization of weights and bias; `units` is the number of outputs. */
static void check_weights(Call *call, uint32_t units, bool per_channel) {
    const Operand *weights = call->in[1], *bias = call->in[2];
    bool quantized = is_quantized(call->in[0]);
    bool channels = weights->type == ANEURALNETWORKS_TENSOR_QUANT8_SYMM_PER_CHANNEL;
    require(call, weights->type == call->in[0]->type || (quantized && per_channel && channels));
    require(call, bias->type ==
                          (quantized ? ANEURALNETWORKS_TENSOR_INT32 : ANEURALNETWORKS_TENSOR_FLOAT32));
    require(call, weights->life != NO_VALUE && bias->life != NO_VALUE);
    if (call->verdict != LEGAL) return;
    require(call, call->shape[2]->rank == 1 &&
                          call->shape[2]->dims[0] == call->shape[1]->dims[units]);
    if (!quantized) return;
    if (channels) {
        require(call, bias->scale == 0 && weights->channel_dim == units);
        return;
    }
    double wanted = (double)call->in[0]->scale * weights->scale;
    require(call, fabs(bias->scale - wanted) <= 1e-6 * wanted);
}

static void check_conv(Call *call) {
    if (!begin_same(call)) return;
    const Shape *image = call->shape[0], *filter = call->shape[1];
    bool depthwise = call->definition->type == ANEURALNETWORKS_DEPTHWISE_CONV_2D;
    uint32_t units = depthwise ? 3 : 0;
    require(call, image->rank == 4 && filter->rank == 4);
    if (call->verdict != LEGAL) return;
    check_weights(call, units, true);
    window_params(call, 3, depthwise, true, filter->dims[1], filter->dims[2], image);
    if (call->verdict != LEGAL) return;
    uint32_t channels = image->dims[call->params.nchw ? 1 : 3];
    if (depthwise) {
        bool scheme = call->count == 8 || call->in[8]->type == ANEURALNETWORKS_BOOL;
        call->params.multiplier = integer(call, scheme ? 6 : 9, 1);
        if (call->verdict != LEGAL) return;
        require(call, filter->dims[0] == 1 && call->params.multiplier >= 1);
        require(call, (int64_t)channels * call->params.multiplier == filter->dims[3]);
    } else {
        require(call, channels == filter->dims[3]);
    }
    image_result(call, filter->dims[units]);
}

static void check_fully_connected(Call *call) {
    if (!begin_same(call)) return;
    const Shape *input = call->shape[0], *weights = call->shape[1];
    require(call, input->rank >= 2 && weights->rank == 2);
    if (call->verdict != LEGAL) return;
    check_weights(call, 0, false);
    activation(call, 3);
    uint64_t count = element_count(input);
    require(call, count % weights->dims[1] == 0);
    call->result = (Shape){2, {(uint32_t)(count / weights->dims[1]), weights->dims[0]}};
}

static void check_reshape(Call *call) {
    if (!begin_same(call)) return;
    same_quantization(call);
    int32_t sizes[MAX_RANK];
    uint32_t count;
    if (!integers(call, 1, 1, MAX_RANK, sizes, &count)) return;
    uint64_t elements = element_count(call->shape[0]), fixed = 1;
    uint32_t open = UINT32_MAX;
    call->result.rank = count;
    for (uint32_t i = 0; i < count; i++) {
        if (sizes[i] == -1 && open == UINT32_MAX) {
            open = i;
            continue;
        }
        require(call, sizes[i] > 0 && fixed * (uint64_t)sizes[i] <= elements);
        if (call->verdict != LEGAL) return;
        fixed *= (uint64_t)sizes[i];
        call->result.dims[i] = (uint32_t)sizes[i];
    }
    if (open != UINT32_MAX) call->result.dims[open] = (uint32_t)(elements / fixed);
    require(call, element_count(&call->result) == elements);
}

/* Resolves a negative axis; an axis out of range makes the call illegal. */
static uint32_t axis_of(Call *call, int32_t axis) {
    int32_t rank = (int32_t)call->shape[0]->rank;
    require(call, axis >= -rank && axis < rank);
    if (call->verdict == ILLEGAL) return 0;
    return (uint32_t)(axis < 0 ? axis + rank : axis);
}

static void remove_marked(Call *call, const bool *marked, bool keep) {
    const Shape *input = call->shape[0];
    for (uint32_t i = 0; i < input->rank; i++) {
        if (!marked[i]) call->result.dims[call->result.rank++] = input->dims[i];
        else if (keep) call->result.dims[call->result.rank++] = 1;
    }
    if (call->result.rank == 0) call->result = (Shape){1, {1}};
}

static void check_squeeze(Call *call) {
    if (!begin_same(call)) return;
    same_quantization(call);
    const Shape *input = call->shape[0];
    bool marked[MAX_RANK] = {false};
    if (call->in[1]->life == NO_VALUE) {
        for (uint32_t i = 0; i < input->rank; i++) marked[i] = input->dims[i] == 1;
    } else {
        int32_t axes[2 * MAX_RANK];
        uint32_t count;
        if (!integers(call, 1, 1, 2 * MAX_RANK, axes, &count)) return;
        for (uint32_t i = 0; i < count; i++) marked[axis_of(call, axes[i])] = true;
        for (uint32_t i = 0; i < input->rank; i++) require(call, !marked[i] || input->dims[i] == 1);
    }
    remove_marked(call, marked, false);
}

static void check_mean(Call *call) {
    if (!begin_same(call)) return;
    same_quantization(call);
    int32_t axes[2 * MAX_RANK];
    uint32_t count;
    bool marked[MAX_RANK] = {false}, keep = integer(call, 2, 0) > 0;
    if (!integers(call, 1, 1, 2 * MAX_RANK, axes, &count)) return;
    for (uint32_t i = 0; i < count; i++) marked[axis_of(call, axes[i])] = true;
    for (uint32_t i = 0; i < MAX_RANK; i++) call->params.axes[i] = marked[i];
    remove_marked(call, marked, keep);
}

static void check_transpose(Call *call) {
    if (!begin_same(call)) return;
    same_quantization(call);
    const Shape *input = call->shape[0];
    int32_t *order = call->params.axes;
    uint32_t count = input->rank;
    if (call->in[1]->life == NO_VALUE) {
        for (uint32_t i = 0; i < count; i++) order[i] = (int32_t)(count - 1 - i);
    } else if (!integers(call, 1, 1, MAX_RANK, order, &count)) {
        return;
    }
    require(call, count == input->rank);
    bool seen[MAX_RANK] = {false};
    call->result.rank = input->rank;
    for (uint32_t i = 0; i < count && call->verdict == LEGAL; i++) {
        require(call, order[i] >= 0 && order[i] < (int32_t)count && !seen[order[i]]);
        if (call->verdict != LEGAL) return;
        seen[order[i]] = true;
        call->result.dims[i] = input->dims[order[i]];
    }
}

static void check_pad(Call *call) {
    if (!begin_same(call)) return;
    same_quantization(call);
    const Shape *input = call->shape[0];
    int32_t around[2 * MAX_RANK];
    uint32_t count;
    require(call, call->shape[1]->rank == 2 && call->shape[1]->dims[0] == input->rank &&
                          call->shape[1]->dims[1] == 2);
    if (call->verdict != LEGAL || !integers(call, 1, 2, 2 * MAX_RANK, around, &count)) return;
    call->result.rank = input->rank;
    for (uint32_t i = 0; i < input->rank; i++) {
        int64_t before = around[2 * i], after = around[2 * i + 1];
        int64_t size = input->dims[i] + before + after;
        require(call, before >= 0 && after >= 0 && size <= INT32_MAX);
        call->params.before[i] = (int32_t)before;
        call->result.dims[i] = (uint32_t)size;
    }
    require(call, element_count(&call->result) > 0);
}

static void check_concatenation(Call *call) {
    if (!begin_same(call)) return;
    int32_t axis = integer(call, call->count - 1, 0);
    const Shape *first = call->shape[0];
    require(call, axis >= 0 && axis < (int32_t)first->rank);
    if (call->verdict != LEGAL) return;
    call->params.axis = axis;
    call->result = *first;
    for (uint32_t k = 1; k + 1 < call->count; k++) {
        const Shape *next = call->shape[k];
        require(call, call->in[k]->type == call->in[0]->type && next->rank == first->rank);
        if (call->verdict != LEGAL) return;
        for (uint32_t i = 0; i < first->rank; i++)
            require(call, (int32_t)i == axis || next->dims[i] == first->dims[i]);
        require(call, next->dims[axis] <= INT32_MAX - call->result.dims[axis]);
        call->result.dims[axis] += next->dims[axis];
    }
    require(call, element_count(&call->result) > 0);
}

/* Columns: float32 and quant8 support, minimum and maximum number of inputs, data inputs. */
#define OPERATION(name, floats, quantized, least, most, data, check, run) \
    {ANEURALNETWORKS_##name, #name, floats, quantized, least, most, data, check, run}
static const Definition definitions[] = {
        OPERATION(ADD, 1, 1, 3, 3, 2, check_arithmetic, run_arithmetic),
        OPERATION(AVERAGE_POOL_2D, 1, 1, 7, 11, 1, check_pool, run_pool),
        OPERATION(CONCATENATION, 1, 1, 2, UINT32_MAX, 0, check_concatenation, run_concatenation),
        OPERATION(CONV_2D, 1, 1, 7, 13, 3, check_conv, run_conv),
        OPERATION(DEPTHWISE_CONV_2D, 1, 1, 8, 14, 3, check_conv, run_depthwise_conv),
        OPERATION(DEQUANTIZE, 0, 1, 1, 1, 1, check_dequantize, run_copy),
        OPERATION(DIV, 1, 0, 3, 3, 2, check_arithmetic, run_arithmetic),
        OPERATION(FLOOR, 1, 0, 1, 1, 1, check_unary, run_unary),
        OPERATION(FULLY_CONNECTED, 1, 1, 4, 4, 3, check_fully_connected, run_fully_connected),
        OPERATION(L2_POOL_2D, 1, 0, 7, 11, 1, check_pool, run_pool),
        OPERATION(LOGISTIC, 1, 1, 1, 1, 1, check_unary, run_unary),
        OPERATION(MAX_POOL_2D, 1, 1, 7, 11, 1, check_pool, run_pool),
        OPERATION(MEAN, 1, 1, 3, 3, 1, check_mean, run_mean),
        OPERATION(MUL, 1, 1, 3, 3, 2, check_arithmetic, run_arithmetic),
        OPERATION(PAD, 1, 1, 2, 2, 1, check_pad, run_pad),
        OPERATION(RELU, 1, 1, 1, 1, 1, check_relu, run_copy),
        OPERATION(RELU1, 1, 1, 1, 1, 1, check_relu, run_copy),
        OPERATION(RELU6, 1, 1, 1, 1, 1, check_relu, run_copy),
        OPERATION(RESHAPE, 1, 1, 2, 2, 1, check_reshape, run_copy),
        OPERATION(SOFTMAX, 1, 1, 2, 3, 1, check_softmax, run_softmax),
        OPERATION(SQUEEZE, 1, 1, 2, 2, 1, check_squeeze, run_copy),
        OPERATION(SUB, 1, 1, 3, 3, 2, check_arithmetic, run_arithmetic),
        OPERATION(TANH, 1, 1, 1, 1, 1, check_unary, run_unary),
        OPERATION(TRANSPOSE, 1, 1, 2, 2, 1, check_transpose, run_transpose),
};

const Definition *find_definition(int32_t type) {
    for (size_t i = 0; i < sizeof definitions / sizeof definitions[0]; i++)
        if (definitions[i].type == type) return &definitions[i];
    return NULL;
}

uint32_t data_inputs(const Call *call) {
    return call->definition->data ? call->definition->data : call->count - 1;
}
