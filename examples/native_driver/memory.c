/* Memories: mapped descriptors of the client, and buffers that this driver manages.
 *
 * A buffer has roles, which are inputs and outputs of compilations. It can be used for these only.
 * It has no content until a copy or an execution writes it, and again after one that failed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "driver.h"

struct ANeuralNetworksMemoryDesc {
    Operand operand; /* what the roles and the dimensions of the descriptor have in common */
    bool typed, out_of_reach, finished;
    Role *roles;
    uint32_t role_count;
};

/* Whether the file has all bytes of the range: an access past its end would end the process. */
static bool covers(int fd, size_t offset, size_t size) {
    struct stat status;
    if (fstat(fd, &status)) return false;
    if (!S_ISREG(status.st_mode)) return true;
    size_t length = (size_t)status.st_size;
    return offset <= length && size <= length - offset;
}

int ANeuralNetworksMemory_createFromFd(size_t size, int protect, int fd, size_t offset,
                                       ANeuralNetworksMemory **memory) {
    if (!memory) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *memory = NULL;
    if (!size || fd < 0) return ANEURALNETWORKS_BAD_DATA;
    if (!covers(fd, offset, size)) return ANEURALNETWORKS_UNMAPPABLE;
    void *data = mmap(NULL, size, protect, MAP_SHARED, fd, (off_t)offset);
    if (data == MAP_FAILED) return ANEURALNETWORKS_UNMAPPABLE;
    *memory = malloc(sizeof **memory);
    if (!*memory) {
        munmap(data, size);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    **memory = (ANeuralNetworksMemory){
            .data = data,
            .size = size,
            .readable = protect & PROT_READ,
            .writable = protect & PROT_WRITE,
    };
    return ANEURALNETWORKS_NO_ERROR;
}

static void free_buffer(Buffer *buffer) {
    if (!buffer) return;
    pthread_mutex_destroy(&buffer->lock);
    free(buffer->roles);
    free(buffer->bytes);
    free(buffer);
}

void ANeuralNetworksMemory_free(ANeuralNetworksMemory *memory) {
    if (!memory) return;
    if (memory->data) munmap(memory->data, memory->size);
    free_buffer(memory->buffer);
    free(memory);
}

int ANeuralNetworksMemoryDesc_create(ANeuralNetworksMemoryDesc **desc) {
    if (!desc) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *desc = calloc(1, sizeof **desc);
    return *desc ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUT_OF_MEMORY;
}

void ANeuralNetworksMemoryDesc_free(ANeuralNetworksMemoryDesc *desc) {
    if (!desc) return;
    free(desc->roles);
    free(desc);
}

bool merge_shapes(const Shape *one, Shape *other) {
    if (one->rank == 0) return true;
    if (other->rank == 0) {
        *other = *one;
        return true;
    }
    if (one->rank != other->rank) return false;
    for (uint32_t i = 0; i < one->rank; i++)
        if (one->dims[i] && other->dims[i] && one->dims[i] != other->dims[i]) return false;
    for (uint32_t i = 0; i < one->rank; i++)
        if (one->dims[i]) other->dims[i] = one->dims[i];
    return true;
}

static bool same_channel_scales(const Operand *one, const Operand *other) {
    if (one->channel_count != other->channel_count) return false;
    if (!one->channel_count) return true;
    return one->channel_dim == other->channel_dim &&
           memcmp(one->channel_scales, other->channel_scales,
                  one->channel_count * sizeof *one->channel_scales) == 0;
}

static int add_role(ANeuralNetworksMemoryDesc *desc,
                    const ANeuralNetworksCompilation *compilation, uint32_t index, bool input,
                    float frequency) {
    if (!desc || !compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (desc->finished) return ANEURALNETWORKS_BAD_STATE;
    const ANeuralNetworksModel *model = compilation->model;
    uint32_t count = input ? model->input_count : model->output_count;
    if (!compilation->finished || index >= count) return ANEURALNETWORKS_BAD_DATA;
    if (!(frequency > 0) || frequency > 1) return ANEURALNETWORKS_BAD_DATA;
    Role role = {compilation->number, input, index};
    for (uint32_t i = 0; i < desc->role_count; i++)
        if (same_role(&desc->roles[i], &role)) return ANEURALNETWORKS_BAD_DATA;
    const Operand *operand = &model->operands[(input ? model->inputs : model->outputs)[index]];
    Operand merged = desc->typed ? desc->operand : *operand;
    if (operand->type != merged.type || operand->scale != merged.scale ||
        operand->zero_point != merged.zero_point || !same_channel_scales(operand, &merged))
        return ANEURALNETWORKS_BAD_DATA;
    merged.shape = desc->operand.shape;
    if (!is_tensor(operand->type) && merged.shape.rank) return ANEURALNETWORKS_BAD_DATA;
    if (!merge_shapes(&operand->shape, &merged.shape)) return ANEURALNETWORKS_BAD_DATA;
    Role *roles = realloc(desc->roles, (desc->role_count + 1) * sizeof *roles);
    if (!roles) return ANEURALNETWORKS_OUT_OF_MEMORY;
    desc->roles = roles;
    roles[desc->role_count++] = role;
    desc->out_of_reach = desc->out_of_reach || operand->out_of_reach;
    desc->operand = merged;
    desc->typed = true;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksMemoryDesc_addInputRole(ANeuralNetworksMemoryDesc *desc,
                                           const ANeuralNetworksCompilation *compilation,
                                           uint32_t index, float frequency) {
    return add_role(desc, compilation, index, true, frequency);
}

int ANeuralNetworksMemoryDesc_addOutputRole(ANeuralNetworksMemoryDesc *desc,
                                            const ANeuralNetworksCompilation *compilation,
                                            uint32_t index, float frequency) {
    return add_role(desc, compilation, index, false, frequency);
}

int ANeuralNetworksMemoryDesc_setDimensions(ANeuralNetworksMemoryDesc *desc, uint32_t rank,
                                            const uint32_t *dimensions) {
    if (!desc || (rank && !dimensions)) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (desc->finished) return ANEURALNETWORKS_BAD_STATE;
    if (rank && desc->typed && !is_tensor(desc->operand.type)) return ANEURALNETWORKS_BAD_DATA;
    if (rank > MAX_RANK) {
        if (desc->operand.shape.rank) return ANEURALNETWORKS_BAD_DATA;
        desc->out_of_reach = true;
        return ANEURALNETWORKS_NO_ERROR;
    }
    Shape shape = {.rank = rank};
    if (rank) memcpy(shape.dims, dimensions, rank * sizeof *dimensions);
    return merge_shapes(&shape, &desc->operand.shape) ? ANEURALNETWORKS_NO_ERROR
                                                      : ANEURALNETWORKS_BAD_DATA;
}

int ANeuralNetworksMemoryDesc_finish(ANeuralNetworksMemoryDesc *desc) {
    if (!desc) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (desc->finished) return ANEURALNETWORKS_BAD_STATE;
    if (!desc->role_count) return ANEURALNETWORKS_BAD_DATA;
    desc->finished = true;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksMemory_createFromDesc(const ANeuralNetworksMemoryDesc *desc,
                                         ANeuralNetworksMemory **memory) {
    if (!memory) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *memory = NULL;
    if (!desc) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!desc->finished) return ANEURALNETWORKS_BAD_STATE;
    if (desc->out_of_reach) return ANEURALNETWORKS_OP_FAILED;
    if (is_known(&desc->operand.shape) && !byte_size(desc->operand.type, &desc->operand.shape))
        return ANEURALNETWORKS_OP_FAILED; /* too large */
    ANeuralNetworksMemory *made = calloc(1, sizeof *made);
    Buffer *buffer = calloc(1, sizeof *buffer);
    Role *roles = malloc(desc->role_count * sizeof *roles);
    if (!made || !buffer || !roles) {
        free(made);
        free(buffer);
        free(roles);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    memcpy(roles, desc->roles, desc->role_count * sizeof *roles);
    buffer->type = desc->operand.type;
    buffer->shape = desc->operand.shape;
    buffer->roles = roles;
    buffer->role_count = desc->role_count;
    pthread_mutex_init(&buffer->lock, NULL);
    made->buffer = buffer;
    *memory = made;
    return ANEURALNETWORKS_NO_ERROR;
}

bool same_role(const Role *one, const Role *other) {
    return one->compilation == other->compilation && one->input == other->input &&
           one->index == other->index;
}

bool has_role(const Buffer *buffer, const Role *role) {
    for (uint32_t i = 0; i < buffer->role_count; i++)
        if (same_role(&buffer->roles[i], role)) return true;
    return false;
}

int begin_reading(Buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    bool ready = buffer->initialized && !buffer->writing;
    buffer->readers += ready;
    pthread_mutex_unlock(&buffer->lock);
    return ready ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OP_FAILED;
}

void end_reading(Buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    buffer->readers--;
    pthread_mutex_unlock(&buffer->lock);
}

int begin_writing(Buffer *buffer, const Shape *shape) {
    pthread_mutex_lock(&buffer->lock);
    bool free_to_write = !buffer->readers && !buffer->writing;
    buffer->writing = buffer->writing || free_to_write;
    pthread_mutex_unlock(&buffer->lock);
    if (!free_to_write) return ANEURALNETWORKS_OP_FAILED;
    size_t size = byte_size(buffer->type, shape);
    unsigned char *bytes = size ? realloc(buffer->bytes, size) : NULL;
    if (!bytes) {
        end_writing(buffer, false);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    buffer->bytes = bytes;
    buffer->content = *shape;
    return ANEURALNETWORKS_NO_ERROR;
}

void end_writing(Buffer *buffer, bool complete) {
    pthread_mutex_lock(&buffer->lock);
    buffer->writing = false;
    buffer->initialized = complete;
    pthread_mutex_unlock(&buffer->lock);
}

void invalidate(Buffer *buffer) {
    pthread_mutex_lock(&buffer->lock);
    if (!buffer->writing) buffer->initialized = false;
    pthread_mutex_unlock(&buffer->lock);
}

/* Copies bytes of the client to a buffer, which has no content if that fails. */
static int copy_in(const ANeuralNetworksMemory *source, Buffer *buffer) {
    size_t size = byte_size(buffer->type, &buffer->shape);
    if (!source->readable || !size || size != source->size) {
        invalidate(buffer);
        return ANEURALNETWORKS_BAD_DATA;
    }
    int code = begin_writing(buffer, &buffer->shape);
    if (code) return code;
    memcpy(buffer->bytes, source->data, size);
    end_writing(buffer, true);
    return ANEURALNETWORKS_NO_ERROR;
}

static int copy_out(Buffer *buffer, const ANeuralNetworksMemory *target) {
    size_t size = byte_size(buffer->type, &buffer->shape);
    if (!target->writable || (size && size != target->size)) return ANEURALNETWORKS_BAD_DATA;
    int code = begin_reading(buffer);
    if (code) return code;
    size = byte_size(buffer->type, &buffer->content);
    if (size == target->size) memcpy(target->data, buffer->bytes, size);
    end_reading(buffer);
    return size == target->size ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_BAD_DATA;
}

static int copy_between(Buffer *source, Buffer *target) {
    if (source == target) return ANEURALNETWORKS_BAD_DATA;
    int code = begin_reading(source);
    if (code) return code;
    Shape shape = source->content;
    bool fits = source->type == target->type && merge_shapes(&target->shape, &shape);
    code = fits ? begin_writing(target, &shape) : ANEURALNETWORKS_BAD_DATA;
    if (!code) {
        memcpy(target->bytes, source->bytes, byte_size(source->type, &shape));
        end_writing(target, true);
    }
    end_reading(source);
    return code;
}

int ANeuralNetworksMemory_copy(const ANeuralNetworksMemory *source,
                               const ANeuralNetworksMemory *target) {
    if (!source || !target) return ANEURALNETWORKS_UNEXPECTED_NULL;
    fault_point("copy", NULL, -1);
    if (source->buffer && target->buffer) return copy_between(source->buffer, target->buffer);
    if (source->buffer) return copy_out(source->buffer, target);
    if (target->buffer) return copy_in(source, target->buffer);
    if (source->size != target->size || !source->readable || !target->writable)
        return ANEURALNETWORKS_BAD_DATA;
    memmove(target->data, source->data, source->size);
    return ANEURALNETWORKS_NO_ERROR;
}
