/* Faults on request, to test harnesses that must survive them.
 *
 * NN_FAULT is a comma-separated list of KIND[:OPERATION][@STAGE]. Without OPERATION, every
 * model is affected; STAGE is start, query, prepare, pack, execute (the
 * default), copy or free. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver.h"

enum { LEAKED = 512 << 10, SLOWNESS_MS = 300, RESERVE = 48 };

static volatile int zero, sink;
static int *volatile nowhere = (int *)(uintptr_t)16;
static char *volatile lost;

static int deeper(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return zero ? depth : deeper(depth + 1) + frame[0];
}

static void misbehave(const char *kind) {
    if (!strcmp(kind, "crash")) {
        *nowhere = 1;
    } else if (!strcmp(kind, "abort")) {
        fprintf(stderr, "example driver: internal check failed\n");
        abort();
    } else if (!strcmp(kind, "fpe")) {
        sink = 1 / zero;
        raise(SIGFPE); /* for processors on which a division by zero does not trap */
    } else if (!strcmp(kind, "exit")) {
        exit(3);
    } else if (!strcmp(kind, "kill")) {
        raise(SIGKILL);
    } else if (!strcmp(kind, "stack")) {
        sink = deeper(0);
    } else if (!strcmp(kind, "hang")) {
        for (;;) pause();
    } else if (!strcmp(kind, "spin")) {
        while (!zero) sink++;
    } else if (!strcmp(kind, "slow")) {
        nanosleep(&(struct timespec){0, SLOWNESS_MS * 1000000L}, NULL);
    } else if (!strcmp(kind, "leak")) {
        lost = malloc(LEAKED);
        if (lost) memset(lost, 1, LEAKED);
    } else if (!strcmp(kind, "heap")) {
        /* The allocator's metadata precedes a block; `free` detects the change. */
        size_t *volatile block = malloc(RESERVE);
        if (block) block[-1] = SIZE_MAX / 3;
        free(block);
    } else if (!strcmp(kind, "smear")) {
        /* Writes past the end of a block, which is detected later or never. */
        char *volatile block = malloc(RESERVE);
        for (int i = 0; block && i < 4 * RESERVE; i++) ((volatile char *)block)[i] = 0x5a;
        lost = block;
    } else {
        fprintf(stderr, "example driver: NN_FAULT names no known kind: %s\n", kind);
        abort();
    }
}

static bool concerns(const char *name, const ANeuralNetworksModel *model, int64_t operation) {
    if (!*name) return true;
    for (uint32_t i = 0; model && i < model->operation_count; i++) {
        const Definition *definition = find_definition(model->operations[i].type);
        if ((operation < 0 || operation == i) && definition && !strcmp(definition->name, name))
            return true;
    }
    return false;
}

void fault_point(const char *stage, const ANeuralNetworksModel *model, int64_t operation) {
    const char *wish = getenv("NN_FAULT");
    while (wish && *wish) {
        char kind[16] = "", name[32] = "", when[16] = "execute";
        size_t length = strcspn(wish, ",");
        sscanf(wish, "%15[a-z]", kind);
        const char *colon = memchr(wish, ':', length), *at = memchr(wish, '@', length);
        if (colon) sscanf(colon, ":%31[A-Z0-9_]", name);
        if (at) sscanf(at, "@%15[a-z]", when);
        if (!strcmp(when, stage) && concerns(name, model, operation)) misbehave(kind);
        wish += length + (wish[length] == ',');
    }
}
