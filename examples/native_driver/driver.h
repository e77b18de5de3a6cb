/* Types and functions that the driver's files share. */
#ifndef DRIVER_H
#define DRIVER_H

#include <pthread.h>

#include "nnapi.h"

/* A new version ignores the cache files of the old one. */
#define DRIVER_VERSION "1.1"

enum { MAX_RANK = 4 };

/* A tensor of rank 0 has an unknown rank; a size of 0 is unknown. */
typedef struct Shape {
    uint32_t rank;
    uint32_t dims[MAX_RANK];
} Shape;

typedef enum Life { TEMPORARY, MODEL_INPUT, MODEL_OUTPUT, CONSTANT, NO_VALUE, SUBGRAPH } Life;

typedef struct Operand {
    int32_t type;
    Shape shape;
    size_t byte_size; /* 0 if a dimension is unknown */
    bool out_of_reach; /* its rank or size is too large for this driver */
    float scale;
    int32_t zero_point;
    Life life;
    const void *value; /* bytes of a constant: `copy`, or memory of the client */
    void *copy;
    float *channel_scales;
    uint32_t channel_dim, channel_count;
} Operand;

typedef struct Operation {
    int32_t type;
    uint32_t input_count, output_count;
    uint32_t *indexes; /* inputs, then outputs */
} Operation;

/* A window along one image axis. */
typedef struct Axis {
    int64_t size, filter, stride, dilation, head, tail, outputs;
} Axis;

typedef struct Params {
    int32_t activation;
    bool nchw;
    Axis height, width;
    int32_t multiplier;
    int32_t axis;
    double beta;
    int32_t axes[MAX_RANK]; /* TRANSPOSE: the permutation; MEAN: 1 where reduced */
    int32_t before[MAX_RANK];
} Params;

typedef enum Verdict { LEGAL, UNSUPPORTED, ILLEGAL } Verdict;

/* An operation with the results of its check. `finish` sets them; they do not change later. */
typedef struct Call {
    const struct Definition *definition;
    uint32_t count;
    const Operand **in;
    const Shape **shape;
    const Operand *out;
    Shape result;
    Params params;
    Verdict verdict;
} Call;

/* `check` checks types, shapes and parameters, and sets result and params. `run` computes on real
 * numbers, whatever the operand types. The first `data` inputs are loaded (0: all but the last). */
typedef struct Definition {
    int32_t type;
    const char *name;
    bool floats, quantized;
    uint32_t least, most, data;
    void (*check)(Call *call);
    void (*run)(const Call *call, double *const *in, double *out);
} Definition;

struct ANeuralNetworksModel {
    Operand *operands;
    uint32_t operand_count, operand_room;
    Operation *operations;
    uint32_t operation_count, operation_room;
    uint32_t *inputs, *outputs;
    uint32_t input_count, output_count;
    bool identified, finished;
    Call *calls;
    Shape *shapes; /* of every operand, as far as they are known after `finish` */
};

/* An input or output of a compilation, which its number identifies: an address can be reused. */
typedef struct Role {
    uint64_t compilation;
    bool input;
    uint32_t index;
} Role;

/* A buffer that this driver manages. `shape` is known from its roles and its descriptor; `lock`
 * guards all fields that change. */
typedef struct Buffer {
    int32_t type;
    Shape shape;
    Role *roles;
    uint32_t role_count;
    pthread_mutex_t lock;
    bool initialized, writing;
    uint32_t readers;
    Shape content; /* of `bytes`, if initialized */
    unsigned char *bytes;
} Buffer;

/* Either bytes of a descriptor or a buffer. */
struct ANeuralNetworksMemory {
    unsigned char *data;
    size_t size;
    bool readable, writable;
    Buffer *buffer;
};

struct ANeuralNetworksCompilation {
    uint64_t number; /* unique in the process */
    ANeuralNetworksModel *model;
    const ANeuralNetworksDevice **devices;
    uint32_t device_count;
    bool finished;
    uint64_t deadline; /* 0 means no deadline, also in an execution */
    struct Cache *cache; /* until the compilation is finished */
    unsigned char *bytes; /* of the packed constants, as in a cache file */
    double **packed; /* by operand; NULL where a kernel's input is not packed */
};

typedef struct Argument {
    bool set;
    const Operand *operand;
    void *data; /* NULL if the argument has no value, and for a buffer until it is opened */
    size_t length;
    Buffer *buffer;
    Shape shape; /* merged from the call and the model */
    bool sufficient;
} Argument;

/* Times are in nanoseconds; `in_driver` and `in_loops` start when all fences have signaled. */
struct ANeuralNetworksExecution {
    const ANeuralNetworksCompilation *compilation;
    Argument *inputs, *outputs;
    bool measure, computed, shapes_known;
    uint64_t in_loops, in_driver, waited, deadline;
};

struct ANeuralNetworksDevice {
    const char *name;
    bool quantized;
};

/* Completes `other` by `one`; false if they contradict. */
bool merge_shapes(const Shape *one, Shape *other);
bool same_role(const Role *one, const Role *other);
bool has_role(const Buffer *buffer, const Role *role);
/* Any number of readers or one writer open a buffer. Opening never waits: it fails while another
 * user is in the way, and for a reader if the buffer has no content. */
int begin_reading(Buffer *buffer);
void end_reading(Buffer *buffer);
int begin_writing(Buffer *buffer, const Shape *shape);
void end_writing(Buffer *buffer, bool complete);
void invalidate(Buffer *buffer); /* discards the content */

size_t element_size(int32_t type);
bool is_tensor(int32_t type);
bool is_quantized(const Operand *operand);
bool is_known(const Shape *shape);
uint64_t element_count(const Shape *shape);
bool same_shape(const Shape *one, const Shape *other);
/* Bytes of a value of this type and shape; 0 if unknown or too large. */
size_t byte_size(int32_t type, const Shape *shape);

const Definition *find_definition(int32_t type);
uint32_t data_inputs(const Call *call); /* number of inputs that are loaded for the kernel */
void run_call(const Call *call, double *const *in, double *out);
double *load_values(const Operand *operand, const Shape *shape, const void *bytes);
void store_values(const Operand *operand, const Shape *shape, const double *values, void *bytes);
bool device_supports(const ANeuralNetworksDevice *device, const ANeuralNetworksModel *model,
                     uint32_t operation);

uint64_t now(void); /* nanoseconds */
/* The end of a duration, which may be so long that the sum does not fit. */
uint64_t time_after(uint64_t start, uint64_t duration);
bool is_over(uint64_t deadline);
/* Checks that all arguments are set; computes the output shapes and whether their buffers
 * suffice. */
int check_arguments(ANeuralNetworksExecution *execution);
int run_model(ANeuralNetworksExecution *execution);
/* Discards the content of the buffers that an execution which failed was to write. */
void invalidate_outputs(ANeuralNetworksExecution *execution);

#ifdef NN_FAULTS
/* Misbehaves if NN_FAULT requests it here; `operation` -1 means any operation of the model. */
void fault_point(const char *stage, const ANeuralNetworksModel *model, int64_t operation);
#else
#define fault_point(stage, model, operation) ((void)0)
#endif

#endif
