/* Compilations: the constants as the kernels read them, and the files that keep them.
 *
 * A cache file is input from anybody who can write it. Its last bytes are a code of everything
 * before them, of the token, of the model and of this driver's version, with a key that only this
 * driver's user can read. The driver reads a file once, checks the bytes that it has read and uses
 * these: nobody can change them in between. A file that fails the check is as good as no file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"
#include "sha256.h"

enum { TOKEN_SIZE = 32, MODEL_FILES = 1, DATA_FILES = 0, MAX_PACKED = 1 << 20 };
static const char magic[] = {'N', 'N', 'E', 'X', 'A', 'M', 'P', '1'};

/* Where to keep the constants: a descriptor of the client or, if that is negative, a file in a
 * folder. */
typedef struct Cache {
    int file;
    char *path;
    unsigned char token[TOKEN_SIZE];
} Cache;

int ANeuralNetworksCompilation_createForDevices(ANeuralNetworksModel *model,
                                                const ANeuralNetworksDevice *const *devices,
                                                uint32_t count,
                                                ANeuralNetworksCompilation **compilation) {
    if (!model || !devices || !compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *compilation = NULL;
    if (!count) return ANEURALNETWORKS_BAD_DATA;
    for (uint32_t i = 0; i < count; i++)
        if (!devices[i]) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!model->finished) return ANEURALNETWORKS_BAD_STATE;
    ANeuralNetworksCompilation *made = calloc(1, sizeof *made);
    const ANeuralNetworksDevice **copy = malloc(count * sizeof *copy);
    if (!made || !copy) {
        free(made);
        free(copy);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    memcpy(copy, devices, count * sizeof *copy);
    static atomic_ullong number;
    *made = (ANeuralNetworksCompilation){
            .number = ++number, .model = model, .devices = copy, .device_count = count};
    *compilation = made;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksCompilation_setPreference(ANeuralNetworksCompilation *compilation,
                                             int32_t preference) {
    if (!compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    bool known = preference >= 0 && preference <= ANEURALNETWORKS_PREFER_SUSTAINED_SPEED;
    return known ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_BAD_DATA;
}

int ANeuralNetworksCompilation_setPriority(ANeuralNetworksCompilation *compilation,
                                           int priority) {
    if (!compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    bool known = priority == ANEURALNETWORKS_PRIORITY_LOW ||
                 priority == ANEURALNETWORKS_PRIORITY_MEDIUM ||
                 priority == ANEURALNETWORKS_PRIORITY_HIGH;
    return known ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_BAD_DATA;
}

int ANeuralNetworksCompilation_setTimeout(ANeuralNetworksCompilation *compilation,
                                          uint64_t duration) {
    if (!compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    if (compilation->device_count != 1) return ANEURALNETWORKS_BAD_DATA;
    compilation->deadline = time_after(now(), duration);
    return ANEURALNETWORKS_NO_ERROR;
}

static void free_cache(Cache *cache) {
    if (!cache) return;
    if (cache->file >= 0) close(cache->file);
    free(cache->path);
    free(cache);
}

static int set_cache(ANeuralNetworksCompilation *compilation, int file, char *path,
                     const uint8_t *token) {
    Cache *cache = malloc(sizeof *cache);
    if (!cache) return ANEURALNETWORKS_OUT_OF_MEMORY;
    *cache = (Cache){.file = file, .path = path};
    memcpy(cache->token, token, TOKEN_SIZE);
    free_cache(compilation->cache);
    compilation->cache = cache;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksCompilation_setCaching(ANeuralNetworksCompilation *compilation,
                                          const char *folder, const uint8_t *token) {
    if (!compilation || !folder || !token) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    size_t length = strlen(folder);
    char *path = malloc(length + 2 * TOKEN_SIZE + sizeof "/.nncache");
    if (!path) return ANEURALNETWORKS_OUT_OF_MEMORY;
    int end = sprintf(path, "%s/", folder);
    for (int i = 0; i < TOKEN_SIZE; i++) end += sprintf(path + end, "%02x", token[i]);
    strcpy(path + end, ".nncache");
    int code = set_cache(compilation, -1, path, token);
    if (code) free(path);
    return code;
}

int SL_ANeuralNetworksDevice_getNumberOfCacheFilesNeeded(const ANeuralNetworksDevice *device,
                                                         uint32_t *model_files,
                                                         uint32_t *data_files) {
    if (!device || !model_files || !data_files) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *model_files = MODEL_FILES;
    *data_files = DATA_FILES;
    return ANEURALNETWORKS_NO_ERROR;
}

/* A copy of the descriptor is kept, so that the client can close its own. */
int SL_ANeuralNetworksCompilation_setCachingFromFds(ANeuralNetworksCompilation *compilation,
                                                    const int *model_files, uint32_t model_count,
                                                    const int *data_files, uint32_t data_count,
                                                    const uint8_t *token) {
    if (!compilation || !token || (model_count && !model_files) || (data_count && !data_files))
        return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    if (model_count != MODEL_FILES || data_count != DATA_FILES) return ANEURALNETWORKS_BAD_DATA;
    struct stat status;
    int flags = fcntl(model_files[0], F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) != O_RDWR || flags & O_PATH) return ANEURALNETWORKS_BAD_DATA;
    if (fstat(model_files[0], &status) || !S_ISREG(status.st_mode)) return ANEURALNETWORKS_BAD_DATA;
    int copy = fcntl(model_files[0], F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return ANEURALNETWORKS_OUT_OF_MEMORY;
    int code = set_cache(compilation, copy, NULL, token);
    if (code) close(copy);
    return code;
}

/* Writes a file from its start; it is empty afterwards if that fails. */
static bool write_all(int file, const unsigned char *bytes, size_t size) {
    struct rlimit limit; /* beyond it, the system ends the process */
    bool fits = !getrlimit(RLIMIT_FSIZE, &limit) && size <= limit.rlim_cur;
    if (ftruncate(file, 0) || !fits) return false;
    for (size_t done = 0; done < size;) {
        ssize_t part = pwrite(file, bytes + done, size - done, (off_t)done);
        if (part <= 0) return ftruncate(file, 0) && false;
        done += (size_t)part;
    }
    return true;
}

/* Reads a key of this user, which is created at the first call; false if there is none. */
static bool read_key(const char *folder, unsigned char *key) {
    char path[PATH_MAX], new_path[PATH_MAX + 32];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/key", folder) >= (int)sizeof path) return false;
    for (int attempt = 0; attempt < 2; attempt++) {
        int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (file >= 0) {
            bool good = !fstat(file, &status) && S_ISREG(status.st_mode) &&
                        status.st_uid == geteuid() && !(status.st_mode & 077) &&
                        read(file, key, DIGEST_SIZE) == DIGEST_SIZE;
            close(file);
            return good;
        }
        if (getrandom(key, DIGEST_SIZE, 0) != DIGEST_SIZE) return false;
        mkdir(folder, 0700);
        snprintf(new_path, sizeof new_path, "%s.%ld", path, (long)getpid());
        file = open(new_path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0) return false;
        bool written = write_all(file, key, DIGEST_SIZE);
        close(file);
        /* A link never replaces the key of a process that was faster. */
        if (written) written = !link(new_path, path) || errno == EEXIST;
        unlink(new_path);
        if (!written) return false;
    }
    return false;
}

static unsigned char key[DIGEST_SIZE];
static bool has_key;

/* Without a folder for its key, the driver uses a key that only this process knows. */
static void find_key(void) {
    const char *folder = getenv("NN_EXAMPLE_STATE"), *home = getenv("HOME");
    char path[PATH_MAX];
    if (!folder && home && snprintf(path, sizeof path, "%s/.nn-example-driver", home) < PATH_MAX)
        folder = path;
    has_key = (folder && read_key(folder, key)) || getrandom(key, sizeof key, 0) == sizeof key;
}

static void add_number(Sha256 *hash, uint64_t number) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(number >> 8 * i);
    sha256_add(hash, bytes, sizeof bytes);
}

static void add_floats(Sha256 *hash, const float *values, uint32_t count) {
    add_number(hash, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        add_number(hash, bits);
    }
}

/* Adds everything that the packed constants depend on. */
static void add_model(Sha256 *hash, const ANeuralNetworksModel *model) {
    add_number(hash, model->operand_count);
    for (uint32_t i = 0; i < model->operand_count; i++) {
        const Operand *operand = &model->operands[i];
        const Shape *shape = &operand->shape;
        add_number(hash, (uint64_t)(int64_t)operand->type);
        add_number(hash, shape->rank);
        for (uint32_t k = 0; k < shape->rank; k++) add_number(hash, shape->dims[k]);
        add_floats(hash, &operand->scale, 1);
        add_number(hash, (uint64_t)(int64_t)operand->zero_point);
        add_number(hash, (uint64_t)operand->life);
        add_number(hash, operand->channel_dim);
        add_floats(hash, operand->channel_scales, operand->channel_count);
        size_t size = operand->life == CONSTANT ? byte_size(operand->type, shape) : 0;
        add_number(hash, size);
        if (size) sha256_add(hash, operand->value, size);
    }
    add_number(hash, model->operation_count);
    for (uint32_t i = 0; i < model->operation_count; i++) {
        const Operation *operation = &model->operations[i];
        add_number(hash, (uint64_t)(int64_t)operation->type);
        add_number(hash, operation->input_count);
        add_number(hash, operation->output_count);
        for (uint32_t k = 0; k < operation->input_count + operation->output_count; k++)
            add_number(hash, operation->indexes[k]);
    }
}

static void code_of(const ANeuralNetworksCompilation *compilation, const unsigned char *bytes,
                    size_t size, unsigned char *code) {
    Sha256 hash;
    hmac_start(&hash, key);
    sha256_add(&hash, DRIVER_VERSION, sizeof DRIVER_VERSION);
    sha256_add(&hash, compilation->cache->token, TOKEN_SIZE);
    add_model(&hash, compilation->model);
    add_number(&hash, size);
    sha256_add(&hash, bytes, size);
    hmac_end(&hash, key, code);
}

/* Compares in the same time, wherever the first difference is. */
static bool same_code(const unsigned char *one, const unsigned char *other) {
    unsigned char difference = 0;
    for (int i = 0; i < DIGEST_SIZE; i++) difference |= one[i] ^ other[i];
    return !difference;
}

/* Whether a constant is packed: it is read by a kernel, and it is not large. */
static bool is_packed(const ANeuralNetworksModel *model, uint32_t index) {
    const Operand *operand = &model->operands[index];
    if (operand->life != CONSTANT || !is_tensor(operand->type)) return false;
    uint64_t count = element_count(&operand->shape);
    if (!count || count > MAX_PACKED) return false;
    for (uint32_t i = 0; i < model->operation_count; i++) {
        uint32_t data = data_inputs(&model->calls[i]);
        for (uint32_t k = 0; k < data; k++)
            if (model->operations[i].indexes[k] == index) return true;
    }
    return false;
}

/* Reads all bytes of a file of exactly this size. */
static bool read_all(int file, unsigned char *bytes, size_t size) {
    struct stat status;
    if (fstat(file, &status) || !S_ISREG(status.st_mode) || (size_t)status.st_size != size)
        return false;
    for (size_t done = 0; done < size;) {
        ssize_t part = pread(file, bytes + done, size - done, (off_t)done);
        if (part <= 0) return false;
        done += (size_t)part;
    }
    return true;
}

static bool load(const ANeuralNetworksCompilation *compilation, unsigned char *bytes,
                 size_t size) {
    const Cache *cache = compilation->cache;
    int file = cache->file;
    if (cache->path) file = open(cache->path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    bool complete = read_all(file, bytes, size);
    if (cache->path) close(file);
    if (!complete || memcmp(bytes, magic, sizeof magic)) return false;
    unsigned char code[DIGEST_SIZE];
    code_of(compilation, bytes, size - DIGEST_SIZE, code);
    return same_code(code, bytes + size - DIGEST_SIZE);
}

static void save(const ANeuralNetworksCompilation *compilation, unsigned char *bytes,
                 size_t size) {
    const Cache *cache = compilation->cache;
    memcpy(bytes, magic, sizeof magic);
    code_of(compilation, bytes, size - DIGEST_SIZE, bytes + size - DIGEST_SIZE);
    if (!cache->path) {
        write_all(cache->file, bytes, size);
        return;
    }
    /* A reader sees the old file or the new one, but never a part. */
    size_t length = strlen(cache->path) + 64;
    char *new_path = malloc(length);
    if (!new_path) return;
    static atomic_ullong count;
    snprintf(new_path, length, "%s.%ld.%llu", cache->path, (long)getpid(), ++count);
    int file = open(new_path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0) {
        bool written = write_all(file, bytes, size);
        close(file);
        if (!written || rename(new_path, cache->path)) unlink(new_path);
    }
    free(new_path);
}

/* Sets the constants as the kernels read them, from the cache if it has them. */
static int pack_constants(ANeuralNetworksCompilation *compilation) {
    const ANeuralNetworksModel *model = compilation->model;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    size_t count = 0;
    for (uint32_t i = 0; i < model->operand_count; i++)
        if (is_packed(model, i)) count += element_count(&model->operands[i].shape);
    size_t size = sizeof magic + count * sizeof(double) + DIGEST_SIZE;
    compilation->packed = calloc(model->operand_count, sizeof *compilation->packed);
    compilation->bytes = malloc(size);
    if (!compilation->packed || !compilation->bytes) return ANEURALNETWORKS_OUT_OF_MEMORY;
    double *next = (double *)(compilation->bytes + sizeof magic);
    if (compilation->cache) pthread_once(&once, find_key);
    bool cached = compilation->cache && has_key;
    bool loaded = cached && load(compilation, compilation->bytes, size);
    if (!loaded) fault_point("pack", model, -1);
    for (uint32_t i = 0; i < model->operand_count; i++) {
        if (!is_packed(model, i)) continue;
        const Operand *operand = &model->operands[i];
        size_t elements = element_count(&operand->shape);
        compilation->packed[i] = next;
        if (!loaded) {
            double *values = load_values(operand, &operand->shape, operand->value);
            if (!values) return ANEURALNETWORKS_OUT_OF_MEMORY;
            memcpy(next, values, elements * sizeof *values);
            free(values);
        }
        next += elements;
    }
    if (cached && !loaded) save(compilation, compilation->bytes, size);
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksCompilation_finish(ANeuralNetworksCompilation *compilation) {
    if (!compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (compilation->finished || compilation->packed) return ANEURALNETWORKS_BAD_STATE;
    const ANeuralNetworksModel *model = compilation->model;
    fault_point("prepare", model, -1);
    if (is_over(compilation->deadline)) return ANEURALNETWORKS_MISSED_DEADLINE_PERSISTENT;
    for (uint32_t i = 0; i < model->operation_count; i++) {
        bool supported = false;
        for (uint32_t k = 0; k < compilation->device_count; k++)
            supported = supported || device_supports(compilation->devices[k], model, i);
        if (!supported) return ANEURALNETWORKS_OP_FAILED;
    }
    int code = pack_constants(compilation);
    free_cache(compilation->cache);
    compilation->cache = NULL;
    compilation->finished = !code;
    return code;
}

void ANeuralNetworksCompilation_free(ANeuralNetworksCompilation *compilation) {
    if (!compilation) return;
    fault_point("free", compilation->model, -1);
    free_cache(compilation->cache);
    free(compilation->packed);
    free(compilation->bytes);
    free(compilation->devices);
    free(compilation);
}
