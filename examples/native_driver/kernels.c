/* The kernels. They compute on real numbers in double precision, whatever the operand type: the
 * real value of a quantized code is (code - zero point) * scale. One kernel therefore serves all
 * types, and results are rounded only once, when they are stored. */
#include "kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double *load_values(const Operand *operand, const Shape *shape, const void *bytes) {
    size_t count = is_tensor(operand->type) ? element_count(shape) : 1;
    double *values = malloc((count ? count : 1) * sizeof *values);
    if (!values) return NULL;
    switch (operand->type) {
        case ANEURALNETWORKS_TENSOR_FLOAT32:
            for (size_t i = 0; i < count; i++) {
                float value;
                memcpy(&value, (const char *)bytes + i * sizeof value, sizeof value);
                values[i] = value;
            }
            break;
        case ANEURALNETWORKS_TENSOR_INT32:
            for (size_t i = 0; i < count; i++) {
                int32_t value;
                memcpy(&value, (const char *)bytes + i * sizeof value, sizeof value);
                values[i] = value;
            }
            break;
        case ANEURALNETWORKS_TENSOR_QUANT8_ASYMM:
            for (size_t i = 0; i < count; i++) {
                int code = ((const uint8_t *)bytes)[i];
                values[i] = (code - operand->zero_point) * (double)operand->scale;
            }
            break;
        case ANEURALNETWORKS_TENSOR_QUANT8_ASYMM_SIGNED:
            for (size_t i = 0; i < count; i++) {
                int code = ((const int8_t *)bytes)[i];
                values[i] = (code - operand->zero_point) * (double)operand->scale;
            }
            break;
        case ANEURALNETWORKS_TENSOR_QUANT8_SYMM_PER_CHANNEL: {
            size_t inner = 1;
            for (uint32_t i = operand->channel_dim + 1; i < shape->rank; i++)
                inner *= shape->dims[i];
            for (size_t i = 0; i < count; i++) {
                float scale = operand->channel_scales[i / inner % operand->channel_count];
                values[i] = ((const int8_t *)bytes)[i] * (double)scale;
            }
            break;
        }
        default: /* no operation of this driver accepts another type */
            free(values);
            return NULL;
    }
    return values;
}

void store_values(const Operand *operand, const Shape *shape, const double *values, void *bytes) {
    size_t count = element_count(shape);
    if (operand->type == ANEURALNETWORKS_TENSOR_FLOAT32) {
        for (size_t i = 0; i < count; i++) {
            float value = (float)values[i];
            memcpy((char *)bytes + i * sizeof value, &value, sizeof value);
        }
        return;
    }
    int least = operand->type == ANEURALNETWORKS_TENSOR_QUANT8_ASYMM ? 0 : -128;
    double low = least - operand->zero_point, high = low + 255;
    for (size_t i = 0; i < count; i++) {
        double steps = values[i] / operand->scale;
        if (!(steps > low)) steps = low;
        if (steps > high) steps = high;
        ((uint8_t *)bytes)[i] = (uint8_t)((int)round(steps) + operand->zero_point);
    }
}

void run_call(const Call *call, double *const *in, double *out) {
    static const double lows[] = {0, 0, -1, 0}, highs[] = {0, INFINITY, 1, 6};
    call->definition->run(call, in, out);
    int32_t activation = call->params.activation;
    if (!activation) return;
    size_t count = element_count(&call->result);
    for (size_t i = 0; i < count; i++) {
        if (out[i] < lows[activation]) out[i] = lows[activation];
        if (out[i] > highs[activation]) out[i] = highs[activation];
    }
}

/* Advances to the next position in a shape, last dimension first; false after the last one. */
static bool step(const Shape *shape, uint32_t *at) {
    for (uint32_t i = shape->rank; i-- > 0;) {
        if (++at[i] < shape->dims[i]) return true;
        at[i] = 0;
    }
    return false;
}

static void strides_of(const Shape *shape, size_t *strides) {
    size_t stride = 1;
    for (uint32_t i = shape->rank; i-- > 0;) {
        strides[i] = stride;
        stride *= shape->dims[i];
    }
}

static size_t offset_of(const Shape *shape, const size_t *strides, const uint32_t *at) {
    size_t offset = 0;
    for (uint32_t i = 0; i < shape->rank; i++) offset += at[i] * strides[i];
    return offset;
}

/* Strides that address elements of `shape` by positions in the broadcast result. */
static void broadcast_strides(const Shape *shape, const Shape *result, size_t *strides) {
    size_t own[MAX_RANK];
    strides_of(shape, own);
    uint32_t ahead = result->rank - shape->rank;
    for (uint32_t i = 0; i < result->rank; i++)
        strides[i] = i < ahead || shape->dims[i - ahead] == 1 ? 0 : own[i - ahead];
}

void run_arithmetic(const Call *call, double *const *in, double *out) {
    size_t first[MAX_RANK], second[MAX_RANK], number = 0;
    uint32_t at[MAX_RANK] = {0};
    broadcast_strides(call->shape[0], &call->result, first);
    broadcast_strides(call->shape[1], &call->result, second);
    do {
        double a = in[0][offset_of(&call->result, first, at)];
        double b = in[1][offset_of(&call->result, second, at)];
        switch (call->definition->type) {
            case ANEURALNETWORKS_ADD:
                out[number] = a + b;
                break;
            case ANEURALNETWORKS_SUB:
                out[number] = a - b;
                break;
            case ANEURALNETWORKS_MUL:
                out[number] = a * b;
                break;
            default:
                out[number] = a / b;
        }
        number++;
    } while (step(&call->result, at));
}

void run_copy(const Call *call, double *const *in, double *out) {
    memcpy(out, in[0], element_count(&call->result) * sizeof *out);
}

void run_unary(const Call *call, double *const *in, double *out) {
    size_t count = element_count(&call->result);
    for (size_t i = 0; i < count; i++) {
        double x = in[0][i];
        switch (call->definition->type) {
            case ANEURALNETWORKS_FLOOR:
                out[i] = floor(x);
                break;
            case ANEURALNETWORKS_LOGISTIC:
                out[i] = 1 / (1 + exp(-x));
                break;
            default:
                out[i] = tanh(x);
        }
    }
}

void run_softmax(const Call *call, double *const *in, double *out) {
    const Shape *shape = &call->result;
    size_t strides[MAX_RANK], count = element_count(shape);
    strides_of(shape, strides);
    size_t inner = strides[call->params.axis], size = shape->dims[call->params.axis];
    for (size_t line = 0; line < count / size; line++) {
        size_t start = line / inner * inner * size + line % inner;
        double largest = -INFINITY, sum = 0;
        for (size_t i = 0; i < size; i++) largest = fmax(largest, in[0][start + i * inner]);
        for (size_t i = 0; i < size; i++) {
            double power = exp((in[0][start + i * inner] - largest) * call->params.beta);
            out[start + i * inner] = power;
            sum += power;
        }
        for (size_t i = 0; i < size; i++) out[start + i * inner] /= sum;
    }
}

/* The sizes of an image and its layout. */
typedef struct Image {
    size_t batch, height, width, channels;
    bool nchw;
} Image;

static Image image_of(const Shape *shape, bool nchw) {
    const uint32_t *d = shape->dims;
    return nchw ? (Image){d[0], d[2], d[3], d[1], true} : (Image){d[0], d[1], d[2], d[3], false};
}

static size_t pixel(const Image *image, size_t b, size_t y, size_t x, size_t c) {
    if (image->nchw) return ((b * image->channels + c) * image->height + y) * image->width + x;
    return ((b * image->height + y) * image->width + x) * image->channels + c;
}

/* Position in the image of tap `tap` of the window at `output`, or -1 in the padding. */
static int64_t tap_of(const Axis *axis, size_t output, int64_t tap) {
    int64_t at = (int64_t)output * axis->stride - axis->head + tap * axis->dilation;
    return at >= 0 && at < axis->size ? at : -1;
}

/* Scale of a bias: 1, or the product of input and weight scale for an int32 bias. */
static double bias_unit(const Call *call, size_t unit) {
    const Operand *weights = call->in[1];
    if (call->in[2]->type != ANEURALNETWORKS_TENSOR_INT32) return 1;
    double scale = weights->channel_scales ? weights->channel_scales[unit] : weights->scale;
    return call->in[0]->scale * scale;
}

void run_conv(const Call *call, double *const *in, double *out) {
    const Axis *rows = &call->params.height, *columns = &call->params.width;
    Image source = image_of(call->shape[0], call->params.nchw);
    Image result = image_of(&call->result, call->params.nchw);
    size_t line = (size_t)columns->filter * source.channels, window = (size_t)rows->filter * line;
    for (size_t b = 0; b < result.batch; b++)
        for (size_t y = 0; y < result.height; y++)
            for (size_t x = 0; x < result.width; x++)
                for (size_t unit = 0; unit < result.channels; unit++) {
                    double sum = in[2][unit] * bias_unit(call, unit);
                    for (int64_t i = 0; i < rows->filter; i++) {
                        int64_t row = tap_of(rows, y, i);
                        if (row < 0) continue;
                        for (int64_t k = 0; k < columns->filter; k++) {
                            int64_t column = tap_of(columns, x, k);
                            if (column < 0) continue;
                            const double *weights = in[1] + unit * window + (size_t)i * line +
                                                    (size_t)k * source.channels;
                            for (size_t c = 0; c < source.channels; c++)
                                sum += weights[c] * in[0][pixel(&source, b, (size_t)row,
                                                                (size_t)column, c)];
                        }
                    }
                    out[pixel(&result, b, y, x, unit)] = sum;
                }
}

void run_depthwise_conv(const Call *call, double *const *in, double *out) {
    const Axis *rows = &call->params.height, *columns = &call->params.width;
    Image source = image_of(call->shape[0], call->params.nchw);
    Image result = image_of(&call->result, call->params.nchw);
    size_t multiplier = (size_t)call->params.multiplier;
    for (size_t b = 0; b < result.batch; b++)
        for (size_t y = 0; y < result.height; y++)
            for (size_t x = 0; x < result.width; x++)
                for (size_t unit = 0; unit < result.channels; unit++) {
                    double sum = in[2][unit] * bias_unit(call, unit);
                    for (int64_t i = 0; i < rows->filter; i++)
                        for (int64_t k = 0; k < columns->filter; k++) {
                            int64_t row = tap_of(rows, y, i), column = tap_of(columns, x, k);
                            if (row < 0 || column < 0) continue;
                            size_t tap = (size_t)(i * columns->filter + k);
                            sum += in[1][tap * result.channels + unit] *
                                   in[0][pixel(&source, b, (size_t)row, (size_t)column,
                                               unit / multiplier)];
                        }
                    out[pixel(&result, b, y, x, unit)] = sum;
                }
}

void run_fully_connected(const Call *call, double *const *in, double *out) {
    size_t rows = call->result.dims[0], units = call->result.dims[1];
    size_t depth = call->shape[1]->dims[1];
    for (size_t row = 0; row < rows; row++)
        for (size_t unit = 0; unit < units; unit++) {
            double sum = in[2][unit] * bias_unit(call, unit);
            for (size_t i = 0; i < depth; i++)
                sum += in[0][row * depth + i] * in[1][unit * depth + i];
            out[row * units + unit] = sum;
        }
}

void run_pool(const Call *call, double *const *in, double *out) {
    const Axis *rows = &call->params.height, *columns = &call->params.width;
    Image source = image_of(call->shape[0], call->params.nchw);
    Image result = image_of(&call->result, call->params.nchw);
    int32_t type = call->definition->type;
    for (size_t b = 0; b < result.batch; b++)
        for (size_t y = 0; y < result.height; y++)
            for (size_t x = 0; x < result.width; x++)
                for (size_t c = 0; c < result.channels; c++) {
                    double sum = 0, squares = 0, largest = -INFINITY, count = 0;
                    for (int64_t i = 0; i < rows->filter; i++)
                        for (int64_t k = 0; k < columns->filter; k++) {
                            int64_t row = tap_of(rows, y, i), column = tap_of(columns, x, k);
                            if (row < 0 || column < 0) continue;
                            double value = in[0][pixel(&source, b, (size_t)row, (size_t)column, c)];
                            sum += value;
                            squares += value * value;
                            largest = fmax(largest, value);
                            count++;
                        }
                    out[pixel(&result, b, y, x, c)] =
                            type == ANEURALNETWORKS_MAX_POOL_2D   ? largest
                            : type == ANEURALNETWORKS_L2_POOL_2D ? sqrt(squares / count)
                                                                 : sum / count;
                }
}

void run_mean(const Call *call, double *const *in, double *out) {
    const Shape *input = call->shape[0];
    size_t strides[MAX_RANK] = {0}, kept = 1, number = 0, reduced = 1;
    uint32_t at[MAX_RANK] = {0};
    for (uint32_t i = input->rank; i-- > 0;) {
        strides[i] = call->params.axes[i] ? 0 : kept;
        if (call->params.axes[i]) reduced *= input->dims[i];
        else kept *= input->dims[i];
    }
    for (size_t i = 0; i < kept; i++) out[i] = 0;
    do {
        out[offset_of(input, strides, at)] += in[0][number++];
    } while (step(input, at));
    for (size_t i = 0; i < kept; i++) out[i] /= (double)reduced;
}

void run_transpose(const Call *call, double *const *in, double *out) {
    size_t own[MAX_RANK], strides[MAX_RANK], number = 0;
    uint32_t at[MAX_RANK] = {0};
    strides_of(call->shape[0], own);
    for (uint32_t i = 0; i < call->result.rank; i++) strides[i] = own[call->params.axes[i]];
    do {
        out[number++] = in[0][offset_of(&call->result, strides, at)];
    } while (step(&call->result, at));
}

void run_pad(const Call *call, double *const *in, double *out) {
    const Shape *input = call->shape[0];
    size_t strides[MAX_RANK], start = 0, number = 0, count = element_count(&call->result);
    uint32_t at[MAX_RANK] = {0};
    strides_of(&call->result, strides);
    for (uint32_t i = 0; i < input->rank; i++)
        start += (size_t)call->params.before[i] * strides[i];
    for (size_t i = 0; i < count; i++) out[i] = 0;
    do {
        out[start + offset_of(input, strides, at)] = in[0][number++];
    } while (step(input, at));
}

void run_concatenation(const Call *call, double *const *in, double *out) {
    uint32_t axis = (uint32_t)call->params.axis;
    size_t outer = 1, inner = 1, ahead = 0;
    for (uint32_t i = 0; i < axis; i++) outer *= call->result.dims[i];
    for (uint32_t i = axis + 1; i < call->result.rank; i++) inner *= call->result.dims[i];
    size_t row = call->result.dims[axis] * inner;
    for (uint32_t k = 0; k + 1 < call->count; k++) {
        size_t part = call->shape[k]->dims[axis] * inner;
        for (size_t line = 0; line < outer; line++)
            memcpy(out + line * row + ahead, in[k] + line * part, part * sizeof *out);
        ahead += part;
    }
}
