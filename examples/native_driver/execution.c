/* Plain executions; scheduling.c has the other executions. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver.h"

uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t time_after(uint64_t start, uint64_t duration) {
    return duration > UINT64_MAX - start ? UINT64_MAX : start + duration;
}

bool is_over(uint64_t deadline) {
    return deadline && now() > deadline;
}

int ANeuralNetworksExecution_create(ANeuralNetworksCompilation *compilation,
                                    ANeuralNetworksExecution **execution) {
    if (!compilation || !execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *execution = NULL;
    if (!compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    const ANeuralNetworksModel *model = compilation->model;
    ANeuralNetworksExecution *made = calloc(1, sizeof *made);
    if (!made) return ANEURALNETWORKS_OUT_OF_MEMORY;
    made->compilation = compilation;
    made->inputs = calloc(model->input_count + 1, sizeof *made->inputs);
    made->outputs = calloc(model->output_count + 1, sizeof *made->outputs);
    if (!made->inputs || !made->outputs) {
        ANeuralNetworksExecution_free(made);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    *execution = made;
    return ANEURALNETWORKS_NO_ERROR;
}

void ANeuralNetworksExecution_free(ANeuralNetworksExecution *execution) {
    if (!execution) return;
    free(execution->inputs);
    free(execution->outputs);
    free(execution);
}

/* Merges an argument's shape from the model and from the call; false if they contradict. */
static bool merged_shape(const Operand *operand, const ANeuralNetworksOperandType *type,
                         Shape *shape) {
    *shape = operand->shape;
    if (operand->out_of_reach) return false;
    if (!type) return true;
    if (type->type != operand->type || type->scale != operand->scale ||
        type->zeroPoint != operand->zero_point)
        return false;
    if (type->dimensionCount == 0) return true;
    if (!type->dimensions || type->dimensionCount > MAX_RANK) return false;
    if (shape->rank && shape->rank != type->dimensionCount) return false;
    shape->rank = type->dimensionCount;
    for (uint32_t i = 0; i < shape->rank; i++) {
        uint32_t size = type->dimensions[i];
        if (shape->dims[i] && size != shape->dims[i]) return false;
        shape->dims[i] = size;
    }
    return true;
}

/* Checks the operand and the state of an argument; sets its place and the argument without data. */
static int new_argument(ANeuralNetworksExecution *execution, const Role *role,
                        const ANeuralNetworksOperandType *type, Argument **place,
                        Argument *made) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    uint32_t count = role->input ? model->input_count : model->output_count;
    if (execution->computed) return ANEURALNETWORKS_BAD_STATE;
    if (role->index >= count) return ANEURALNETWORKS_BAD_DATA;
    *place = (role->input ? execution->inputs : execution->outputs) + role->index;
    if ((*place)->set) return ANEURALNETWORKS_BAD_STATE;
    uint32_t operand = (role->input ? model->inputs : model->outputs)[role->index];
    *made = (Argument){.set = true, .operand = &model->operands[operand]};
    return merged_shape(made->operand, type, &made->shape) ? ANEURALNETWORKS_NO_ERROR
                                                           : ANEURALNETWORKS_BAD_DATA;
}

static Role role_of(const ANeuralNetworksExecution *execution, int32_t index, bool input) {
    return (Role){execution->compilation->number, input, (uint32_t)index};
}

static int set_argument(ANeuralNetworksExecution *execution, int32_t index, bool input,
                        const ANeuralNetworksOperandType *type, void *data, size_t length) {
    Argument *place, made;
    Role role = role_of(execution, index, input);
    int code = new_argument(execution, &role, type, &place, &made);
    if (code) return code;
    made.data = data;
    made.length = length;
    size_t exact = byte_size(made.operand->type, &made.shape);
    if (data && ((input && !exact) || (exact && exact != length))) return ANEURALNETWORKS_BAD_DATA;
    if (!data && length) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *place = made;
    return ANEURALNETWORKS_NO_ERROR;
}

/* Whether an argument of this kind already uses the buffer. */
static bool uses(const ANeuralNetworksExecution *execution, bool input, const Buffer *buffer) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    uint32_t count = input ? model->input_count : model->output_count;
    const Argument *arguments = input ? execution->inputs : execution->outputs;
    for (uint32_t i = 0; i < count; i++)
        if (arguments[i].buffer == buffer) return true;
    return false;
}

static int set_buffer(ANeuralNetworksExecution *execution, int32_t index, bool input,
                      const ANeuralNetworksOperandType *type, Buffer *buffer) {
    Argument *place, made;
    Role role = role_of(execution, index, input);
    int code = new_argument(execution, &role, type, &place, &made);
    if (code) return code;
    made.buffer = buffer;
    if (!has_role(buffer, &role) || uses(execution, false, buffer) ||
        (!input && uses(execution, true, buffer)))
        return ANEURALNETWORKS_BAD_DATA;
    Shape shape = buffer->shape;
    if (!merge_shapes(&made.shape, &shape)) return ANEURALNETWORKS_BAD_DATA;
    *place = made;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksExecution_setInput(ANeuralNetworksExecution *execution, int32_t index,
                                      const ANeuralNetworksOperandType *type, const void *buffer,
                                      size_t length) {
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    return set_argument(execution, index, true, type, (void *)(uintptr_t)buffer, length);
}

int ANeuralNetworksExecution_setOutput(ANeuralNetworksExecution *execution, int32_t index,
                                       const ANeuralNetworksOperandType *type, void *buffer,
                                       size_t length) {
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    return set_argument(execution, index, false, type, buffer, length);
}

static int set_from_memory(ANeuralNetworksExecution *execution, int32_t index, bool input,
                           const ANeuralNetworksOperandType *type,
                           const ANeuralNetworksMemory *memory, size_t offset, size_t length) {
    if (!execution || !memory) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (memory->buffer) {
        if (offset || length) return ANEURALNETWORKS_BAD_DATA; /* a buffer is used as a whole */
        return set_buffer(execution, index, input, type, memory->buffer);
    }
    if (input ? !memory->readable : !memory->writable) return ANEURALNETWORKS_BAD_DATA;
    if (offset > memory->size || length > memory->size - offset) return ANEURALNETWORKS_BAD_DATA;
    return set_argument(execution, index, input, type, memory->data + offset, length);
}

int ANeuralNetworksExecution_setInputFromMemory(ANeuralNetworksExecution *execution, int32_t index,
                                                const ANeuralNetworksOperandType *type,
                                                const ANeuralNetworksMemory *memory, size_t offset,
                                                size_t length) {
    return set_from_memory(execution, index, true, type, memory, offset, length);
}

int ANeuralNetworksExecution_setOutputFromMemory(ANeuralNetworksExecution *execution,
                                                 int32_t index,
                                                 const ANeuralNetworksOperandType *type,
                                                 const ANeuralNetworksMemory *memory,
                                                 size_t offset, size_t length) {
    return set_from_memory(execution, index, false, type, memory, offset, length);
}

int ANeuralNetworksExecution_setMeasureTiming(ANeuralNetworksExecution *execution, bool measure) {
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (execution->computed) return ANEURALNETWORKS_BAD_STATE;
    execution->measure = measure;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksExecution_setTimeout(ANeuralNetworksExecution *execution, uint64_t duration) {
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (execution->computed) return ANEURALNETWORKS_BAD_STATE;
    execution->deadline = time_after(now(), duration);
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksExecution_setLoopTimeout(ANeuralNetworksExecution *execution,
                                            uint64_t duration) {
    (void)duration; /* this driver has no loops */
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    return execution->computed ? ANEURALNETWORKS_BAD_STATE : ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksExecution_getDuration(const ANeuralNetworksExecution *execution, int32_t code,
                                         uint64_t *duration) {
    if (!execution || !duration) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *duration = UINT64_MAX;
    if (!execution->computed || !execution->measure) return ANEURALNETWORKS_BAD_STATE;
    switch (code) {
    case ANEURALNETWORKS_DURATION_ON_HARDWARE:
    case ANEURALNETWORKS_FENCED_DURATION_ON_HARDWARE: *duration = execution->in_loops; break;
    case ANEURALNETWORKS_DURATION_IN_DRIVER:
        *duration = execution->waited + execution->in_driver;
        break;
    case ANEURALNETWORKS_FENCED_DURATION_IN_DRIVER: *duration = execution->in_driver; break;
    default: return ANEURALNETWORKS_BAD_DATA;
    }
    return ANEURALNETWORKS_NO_ERROR;
}

/* Finds the output of a query; returns an error code if the query is not valid. */
static int asked_output(const ANeuralNetworksExecution *execution, int32_t index,
                        const Argument **output) {
    if (!execution->shapes_known) return ANEURALNETWORKS_BAD_STATE;
    if (index < 0 || (uint32_t)index >= execution->compilation->model->output_count)
        return ANEURALNETWORKS_BAD_DATA;
    *output = &execution->outputs[index];
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksExecution_getOutputOperandRank(ANeuralNetworksExecution *execution,
                                                  int32_t index, uint32_t *rank) {
    if (!execution || !rank) return ANEURALNETWORKS_UNEXPECTED_NULL;
    const Argument *output;
    int code = asked_output(execution, index, &output);
    if (code) return code;
    *rank = output->shape.rank;
    return output->sufficient ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUTPUT_INSUFFICIENT_SIZE;
}

int ANeuralNetworksExecution_getOutputOperandDimensions(ANeuralNetworksExecution *execution,
                                                        int32_t index, uint32_t *dimensions) {
    if (!execution || !dimensions) return ANEURALNETWORKS_UNEXPECTED_NULL;
    const Argument *output;
    int code = asked_output(execution, index, &output);
    if (code) return code;
    if (output->shape.rank == 0) return ANEURALNETWORKS_BAD_DATA;
    memcpy(dimensions, output->shape.dims, output->shape.rank * sizeof *dimensions);
    return output->sufficient ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUTPUT_INSUFFICIENT_SIZE;
}

int check_arguments(ANeuralNetworksExecution *execution) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    for (uint32_t i = 0; i < model->input_count; i++)
        if (!execution->inputs[i].set) return ANEURALNETWORKS_BAD_DATA;
    bool sufficient = true;
    for (uint32_t i = 0; i < model->output_count; i++) {
        Argument *output = &execution->outputs[i];
        const Shape *computed = &model->shapes[model->outputs[i]], *asked = &output->shape;
        if (!output->set) return ANEURALNETWORKS_BAD_DATA;
        if (asked->rank && asked->rank != computed->rank) return ANEURALNETWORKS_BAD_DATA;
        for (uint32_t k = 0; k < asked->rank; k++)
            if (asked->dims[k] && asked->dims[k] != computed->dims[k])
                return ANEURALNETWORKS_BAD_DATA;
        output->shape = *computed;
        if (output->buffer) {
            Shape shape = *computed;
            if (!merge_shapes(&output->buffer->shape, &shape)) return ANEURALNETWORKS_OP_FAILED;
        }
        size_t size = byte_size(model->operands[model->outputs[i]].type, computed);
        output->sufficient = output->buffer || (output->data && output->length >= size);
        sufficient = sufficient && output->sufficient;
    }
    execution->shapes_known = true;
    return sufficient ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUTPUT_INSUFFICIENT_SIZE;
}

static int run_operation(const ANeuralNetworksCompilation *compilation, uint32_t number,
                         void **bytes) {
    const ANeuralNetworksModel *model = compilation->model;
    const Call *call = &model->calls[number];
    const uint32_t *indexes = model->operations[number].indexes;
    uint32_t data = data_inputs(call);
    int code = ANEURALNETWORKS_OUT_OF_MEMORY;
    double **in = calloc(data, sizeof *in);
    double *out = malloc(element_count(&call->result) * sizeof *out);
    bool ready = in && out;
    for (uint32_t k = 0; ready && k < data; k++) {
        if (!bytes[indexes[k]]) {
            code = ANEURALNETWORKS_BAD_DATA; /* a required input has no value */
            ready = false;
            break;
        }
        in[k] = compilation->packed[indexes[k]];
        if (!in[k]) in[k] = load_values(call->in[k], call->shape[k], bytes[indexes[k]]);
        ready = in[k] != NULL;
    }
    if (ready) {
        fault_point("execute", model, number);
        run_call(call, in, out);
        store_values(call->out, &call->result, out, bytes[indexes[call->count]]);
        code = ANEURALNETWORKS_NO_ERROR;
    }
    for (uint32_t k = 0; in && k < data; k++)
        if (in[k] != compilation->packed[indexes[k]]) free(in[k]);
    free(in);
    free(out);
    return code;
}

/* Opens the buffers of the arguments and sets their bytes; `opened` counts them, inputs first. */
static int open_buffers(ANeuralNetworksExecution *execution, uint32_t *opened) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    int code = ANEURALNETWORKS_NO_ERROR;
    *opened = 0;
    for (uint32_t i = 0; !code && i < model->input_count; i++) {
        Argument *input = &execution->inputs[i];
        if (input->buffer) {
            code = begin_reading(input->buffer);
            if (code) break;
            input->data = input->buffer->bytes;
            if (!same_shape(&input->buffer->content, &input->shape))
                code = ANEURALNETWORKS_BAD_DATA;
        }
        ++*opened;
    }
    for (uint32_t i = 0; !code && i < model->output_count; i++) {
        Argument *output = &execution->outputs[i];
        if (output->buffer) {
            code = begin_writing(output->buffer, &output->shape);
            if (code) break;
            output->data = output->buffer->bytes;
        }
        ++*opened;
    }
    return code;
}

static void close_buffers(ANeuralNetworksExecution *execution, uint32_t opened, bool complete) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    for (uint32_t i = 0; i < opened; i++) {
        bool input = i < model->input_count;
        Argument *argument =
                input ? &execution->inputs[i] : &execution->outputs[i - model->input_count];
        if (!argument->buffer) continue;
        if (input) end_reading(argument->buffer);
        else end_writing(argument->buffer, complete);
    }
}

void invalidate_outputs(ANeuralNetworksExecution *execution) {
    for (uint32_t i = 0; i < execution->compilation->model->output_count; i++)
        if (execution->outputs[i].buffer) invalidate(execution->outputs[i].buffer);
}

static int run_operations(ANeuralNetworksExecution *execution) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    void **bytes = calloc(model->operand_count, sizeof *bytes);
    bool ready = bytes != NULL;
    for (uint32_t i = 0; ready && i < model->operand_count; i++) {
        const Operand *operand = &model->operands[i];
        if (operand->life == CONSTANT) bytes[i] = (void *)(uintptr_t)operand->value;
        if (operand->life != TEMPORARY) continue;
        bytes[i] = malloc(byte_size(operand->type, &model->shapes[i]));
        ready = bytes[i] != NULL;
    }
    int code = ready ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUT_OF_MEMORY;
    for (uint32_t i = 0; ready && i < model->input_count; i++)
        bytes[model->inputs[i]] = execution->inputs[i].data;
    for (uint32_t i = 0; ready && i < model->output_count; i++)
        bytes[model->outputs[i]] = execution->outputs[i].data;
    uint64_t started = now();
    for (uint32_t i = 0; !code && i < model->operation_count; i++)
        code = is_over(execution->deadline) ? ANEURALNETWORKS_MISSED_DEADLINE_PERSISTENT
                                            : run_operation(execution->compilation, i, bytes);
    execution->in_loops = now() - started;
    for (uint32_t i = 0; bytes && i < model->operand_count; i++)
        if (model->operands[i].life == TEMPORARY) free(bytes[i]);
    free(bytes);
    return code;
}

int run_model(ANeuralNetworksExecution *execution) {
    uint32_t opened;
    int code = open_buffers(execution, &opened);
    if (!code) code = run_operations(execution);
    close_buffers(execution, opened, !code);
    if (code) invalidate_outputs(execution);
    return code;
}

int ANeuralNetworksExecution_compute(ANeuralNetworksExecution *execution) {
    if (!execution) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (execution->computed) return ANEURALNETWORKS_BAD_STATE;
    uint64_t started = now();
    execution->computed = true;
    int code = check_arguments(execution);
    if (code) invalidate_outputs(execution);
    else code = run_model(execution);
    execution->in_driver = now() - started;
    return code;
}
