/* Bursts, events, and executions that wait for fences.
 *
 * A fence is a descriptor, whose state `poll` reports: readable after it has signaled, hung up
 * without being readable if it is in error. This driver's fences are the reading ends of pipes. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"

struct ANeuralNetworksBurst {
    const ANeuralNetworksCompilation *compilation;
    atomic_flag busy;
};

int ANeuralNetworksBurst_create(ANeuralNetworksCompilation *compilation,
                                ANeuralNetworksBurst **burst) {
    if (!burst) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *burst = NULL;
    if (!compilation) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!compilation->finished) return ANEURALNETWORKS_BAD_STATE;
    *burst = malloc(sizeof **burst);
    if (!*burst) return ANEURALNETWORKS_OUT_OF_MEMORY;
    (*burst)->compilation = compilation;
    atomic_flag_clear(&(*burst)->busy);
    return ANEURALNETWORKS_NO_ERROR;
}

void ANeuralNetworksBurst_free(ANeuralNetworksBurst *burst) {
    free(burst);
}

int ANeuralNetworksExecution_burstCompute(ANeuralNetworksExecution *execution,
                                          ANeuralNetworksBurst *burst) {
    if (!execution || !burst) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (execution->compilation != burst->compilation) return ANEURALNETWORKS_BAD_DATA;
    if (atomic_flag_test_and_set(&burst->busy)) return ANEURALNETWORKS_BAD_STATE;
    int code = ANeuralNetworksExecution_compute(execution);
    atomic_flag_clear(&burst->busy);
    return code;
}

/* Either a fence of the client, or an execution in a new thread with a fence of this driver. */
struct ANeuralNetworksEvent {
    int fence, signal; /* the reading and, for this driver's fences, the writing end of a pipe */
    ANeuralNetworksExecution *execution;
    int *dependencies;
    uint32_t count;
    uint64_t launched, duration;
    int code;
    pthread_t thread;
    pthread_mutex_t lock;
    bool running; /* the thread has not been joined */
};

typedef enum State { PENDING, SIGNALLED, FAILED } State;

static State fence_state(int fence, int milliseconds) {
    struct pollfd asked = {fence, POLLIN, 0};
    int ready = poll(&asked, 1, milliseconds);
    if (ready == 0) return PENDING;
    return ready > 0 && asked.revents & POLLIN ? SIGNALLED : FAILED;
}

static int copy_of(int fence) {
    return fcntl(fence, F_DUPFD_CLOEXEC, 0);
}

static ANeuralNetworksEvent *new_event(uint32_t count) {
    ANeuralNetworksEvent *event = calloc(1, sizeof *event);
    if (!event) return NULL;
    event->fence = event->signal = -1;
    pthread_mutex_init(&event->lock, NULL);
    event->dependencies = malloc((count + 1) * sizeof *event->dependencies);
    if (event->dependencies) return event;
    ANeuralNetworksEvent_free(event);
    return NULL;
}

static void close_dependencies(ANeuralNetworksEvent *event) {
    while (event->count) close(event->dependencies[--event->count]);
}

int ANeuralNetworksEvent_createFromSyncFenceFd(int fence, ANeuralNetworksEvent **event) {
    if (!event) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *event = NULL;
    int copy = fence < 0 ? -1 : copy_of(fence);
    if (copy < 0) return ANEURALNETWORKS_BAD_DATA;
    ANeuralNetworksEvent *made = new_event(0);
    if (!made) {
        close(copy);
        return ANEURALNETWORKS_OUT_OF_MEMORY;
    }
    made->fence = copy;
    *event = made;
    return ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksEvent_getSyncFenceFd(const ANeuralNetworksEvent *event, int *fence) {
    if (!fence) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *fence = -1;
    if (!event) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *fence = copy_of(event->fence);
    return *fence < 0 ? ANEURALNETWORKS_BAD_DATA : ANEURALNETWORKS_NO_ERROR;
}

int ANeuralNetworksEvent_wait(ANeuralNetworksEvent *event) {
    if (!event) return ANEURALNETWORKS_UNEXPECTED_NULL;
    if (!event->execution)
        return fence_state(event->fence, -1) == SIGNALLED ? ANEURALNETWORKS_NO_ERROR
                                                          : ANEURALNETWORKS_OP_FAILED;
    pthread_mutex_lock(&event->lock);
    if (event->running) pthread_join(event->thread, NULL);
    event->running = false;
    pthread_mutex_unlock(&event->lock);
    return event->code;
}

void ANeuralNetworksEvent_free(ANeuralNetworksEvent *event) {
    if (!event) return;
    if (event->execution) ANeuralNetworksEvent_wait(event);
    close_dependencies(event);
    if (event->fence >= 0) close(event->fence);
    if (event->signal >= 0) close(event->signal);
    pthread_mutex_destroy(&event->lock);
    free(event->dependencies);
    free(event);
}

/* Waits until all fences have signaled, one has failed, or the deadline has passed. The failure of
 * a fence ends the wait at once, also while others are pending. */
static int await_fences(struct pollfd *fences, uint32_t count, uint64_t deadline) {
    for (uint32_t pending = count; pending;) {
        int slice = -1;
        if (deadline) {
            uint64_t time = now();
            uint64_t left = time < deadline ? (deadline - time) / 1000000u + 1 : 0;
            slice = left > 1000 ? 1000 : (int)left;
        }
        if (poll(fences, count, slice) == 0) {
            if (is_over(deadline)) return ANEURALNETWORKS_MISSED_DEADLINE_TRANSIENT;
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            if (fences[i].fd < 0 || !fences[i].revents) continue;
            if (!(fences[i].revents & POLLIN)) return ANEURALNETWORKS_OP_FAILED;
            fences[i].fd = -1; /* `poll` ignores it from now on */
            pending--;
        }
    }
    return ANEURALNETWORKS_NO_ERROR;
}

static int await_dependencies(const ANeuralNetworksEvent *event) {
    struct pollfd *fences = calloc(event->count + 1, sizeof *fences);
    if (!fences) return ANEURALNETWORKS_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < event->count; i++)
        fences[i] = (struct pollfd){event->dependencies[i], POLLIN, 0};
    int code = await_fences(fences, event->count, event->execution->deadline);
    free(fences);
    return code;
}

static void *execute(void *argument) {
    ANeuralNetworksEvent *event = argument;
    ANeuralNetworksExecution *execution = event->execution;
    int code = await_dependencies(event);
    uint64_t started = now();
    execution->waited = started - event->launched;
    if (event->duration) {
        uint64_t limit = time_after(started, event->duration);
        if (!execution->deadline || limit < execution->deadline) execution->deadline = limit;
    }
    if (code) invalidate_outputs(execution);
    else code = run_model(execution);
    execution->in_driver = now() - started;
    event->code = code;
    /* One byte means success; closing the pipe without it means failure. */
    if (code || write(event->signal, "", 1) != 1) {
        close(event->signal);
        event->signal = -1;
    }
    return NULL;
}

static int launch(ANeuralNetworksEvent *event) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return ANEURALNETWORKS_OUT_OF_MEMORY;
    event->fence = ends[0];
    event->signal = ends[1];
    event->launched = now();
    event->running = !pthread_create(&event->thread, NULL, execute, event);
    return event->running ? ANEURALNETWORKS_NO_ERROR : ANEURALNETWORKS_OUT_OF_MEMORY;
}

/* The checks that do not need to wait for the fences. */
static int check_launch(ANeuralNetworksExecution *execution) {
    const ANeuralNetworksModel *model = execution->compilation->model;
    if (execution->computed) return ANEURALNETWORKS_BAD_STATE;
    for (uint32_t i = 0; i < model->output_count; i++) {
        const Operand *operand = &model->operands[model->outputs[i]];
        if (execution->outputs[i].set && !byte_size(operand->type, &execution->outputs[i].shape))
            return ANEURALNETWORKS_BAD_DATA; /* the output's shape is not fully specified */
    }
    execution->computed = true;
    if (is_over(execution->deadline)) return ANEURALNETWORKS_MISSED_DEADLINE_PERSISTENT;
    int code = check_arguments(execution);
    return code == ANEURALNETWORKS_OUTPUT_INSUFFICIENT_SIZE ? ANEURALNETWORKS_BAD_DATA : code;
}

int ANeuralNetworksExecution_startComputeWithDependencies(
    ANeuralNetworksExecution *execution, const ANeuralNetworksEvent *const *dependencies,
    uint32_t count, uint64_t duration, ANeuralNetworksEvent **event) {
    if (!event) return ANEURALNETWORKS_UNEXPECTED_NULL;
    *event = NULL;
    if (!execution || (count && !dependencies)) return ANEURALNETWORKS_UNEXPECTED_NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!dependencies[i]) return ANEURALNETWORKS_UNEXPECTED_NULL;
        if (fence_state(dependencies[i]->fence, 0) == FAILED) return ANEURALNETWORKS_BAD_DATA;
    }
    int code = check_launch(execution);
    if (code) return code;
    ANeuralNetworksEvent *made = new_event(count);
    if (!made) return ANEURALNETWORKS_OUT_OF_MEMORY;
    for (; made->count < count; made->count++) {
        int copy = copy_of(dependencies[made->count]->fence);
        if (copy < 0) break;
        made->dependencies[made->count] = copy;
    }
    made->execution = execution;
    made->duration = duration;
    code = made->count < count ? ANEURALNETWORKS_OUT_OF_MEMORY : launch(made);
    if (code) ANeuralNetworksEvent_free(made);
    else *event = made;
    return code;
}
