/* Writes the native stack of a thread that crashes to a file, before Python's own handler runs.
 *
 * The driver process preloads this library (LD_PRELOAD). nn_stack_start installs the handlers. The
 * handlers use only functions that do not allocate memory. Text written, with tabs between fields:
 *
 *   native-stack  SIGNAL  CODE  ADDRESS  ACCESS  THREAD
 *   frame         FILE    OFFSET IN FILE  SYMBOL  OFFSET IN SYMBOL     (innermost first)
 *   native-end
 *
 * SIGNAL is 0 for a call of exit, _exit, _Exit or quick_exit. pthread_create gives each thread an alternate signal
 * stack, without which no handler can run after a stack overflow. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { MAX_FRAMES = 128, ALTERNATE_STACK = 128 << 10, ANSWER_MS = 2000, STACK_MARGIN = 64 << 10 };

static const int SIGNALS[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTRAP, SIGSYS};
static struct sigaction previous[NSIG];
static int output = -1, question = -1, answer = -1;
static pid_t process;
static pthread_t owner;
static volatile int entered;
static int (*holds_python_lock)(void);
static void *frames[MAX_FRAMES];

static void put(const char *text) {
    size_t left = strlen(text);
    while (left > 0) {
        ssize_t done = write(output, text, left);
        if (done <= 0) return;
        text += done;
        left -= (size_t)done;
    }
}

static void put_hex(uintptr_t number) {
    char text[2 + 2 * sizeof number + 1], *at = text + sizeof text - 1;
    *at = 0;
    do {
        *--at = "0123456789abcdef"[number & 15];
        number >>= 4;
    } while (number);
    *--at = 'x';
    *--at = '0';
    put(at);
}

static void put_frame(void *address) {
    Dl_info found;
    memset(&found, 0, sizeof found);
    put("frame\t");
    if (!dladdr(address, &found) || !found.dli_fname) {
        put("?\t");
        put_hex((uintptr_t)address);
        put("\t\t0x0\n");
        return;
    }
    put(found.dli_fname);
    put("\t");
    put_hex((uintptr_t)address - (uintptr_t)found.dli_fbase);
    put("\t");
    if (found.dli_sname) put(found.dli_sname);
    put("\t");
    put_hex(found.dli_sname ? (uintptr_t)address - (uintptr_t)found.dli_saddr : 0);
    put("\n");
}

/* Writes the frames of the signal's context: `start`, then those after it. */
static void put_frames_from(void *start, void *caller) {
    put_frame(start);
    int count = backtrace(frames, MAX_FRAMES), first = count;
    for (int i = 0; i < count; i++)
        if (frames[i] == start) first = i + 1;
    for (int i = first; i < count; i++) put_frame(frames[i]);
    /* A call of an invalid function pointer cannot be unwound; only its caller is known. */
    if (first >= count && caller) put_frame(caller);
}

static void put_all_frames(void) {
    int count = backtrace(frames, MAX_FRAMES);
    for (int i = 0; i < count; i++) put_frame(frames[i]);
}

/* Lets a Python thread write the current calls, unless this thread holds Python's lock. */
static void ask_python(void) {
    uint64_t thread = (uint64_t)(uintptr_t)pthread_self();
    if (question < 0 || !holds_python_lock || holds_python_lock()) return;
    if (write(question, &thread, sizeof thread) != sizeof thread) return;
    struct pollfd ready = {answer, POLLIN, 0};
    poll(&ready, 1, ANSWER_MS);
}

static void put_head(int signal_number, int code, uintptr_t address, const char *access) {
    put("native-stack\t");
    put_hex((uintptr_t)signal_number);
    put("\t");
    put_hex((uintptr_t)(code < 0 ? 0 : code));
    put("\t");
    put_hex(address);
    put("\t");
    put(access);
    put("\t");
    put_hex((uintptr_t)pthread_self());
    put("\n");
}

static void pass_on(int number) {
    struct sigaction *old = &previous[number];
    if (!(old->sa_flags & SA_SIGINFO) && old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(number); /* Python's faulthandler, which ends the process */
        return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

static void on_signal(int number, siginfo_t *info, void *context) {
    if (getpid() != process) {
        pass_on(number);
        return;
    }
    if (__atomic_exchange_n(&entered, 1, __ATOMIC_SEQ_CST)) {
        if (!pthread_equal(owner, pthread_self()))
            for (;;) pause(); /* the thread that crashed first ends the process */
        pass_on(number);      /* the stack cannot be read */
        return;
    }
    owner = pthread_self();
    void *pc = NULL, *caller = NULL;
    uintptr_t stack = 0, place = (uintptr_t)info->si_addr;
    const char *access = "";
    ucontext_t *state = context;
#if defined(__x86_64__)
    pc = (void *)state->uc_mcontext.gregs[REG_RIP];
    stack = (uintptr_t)state->uc_mcontext.gregs[REG_RSP];
    if (state->uc_mcontext.gregs[REG_TRAPNO] == 14) {
        long error = state->uc_mcontext.gregs[REG_ERR];
        access = error & 16 ? "execute" : error & 2 ? "write" : "read";
        if (error & 16) caller = *(void **)state->uc_mcontext.gregs[REG_RSP];
    }
#elif defined(__aarch64__)
    pc = (void *)state->uc_mcontext.pc;
    stack = (uintptr_t)state->uc_mcontext.sp;
    caller = (void *)state->uc_mcontext.regs[30];
#else
    (void)state;
#endif
    int fault = info->si_code > 0 && (number == SIGSEGV || number == SIGBUS);
    if (fault && stack && place + STACK_MARGIN > stack && place < stack + STACK_MARGIN)
        access = "stack";
    put_head(number, info->si_code, fault ? place : 0, access);
    put_frames_from(pc, caller);
    ask_python();
    put("native-end\n");
    pass_on(number);
}

static void on_exit_call(void) {
    if (output < 0 || getpid() != process) return;
    if (__atomic_exchange_n(&entered, 1, __ATOMIC_SEQ_CST)) return;
    owner = pthread_self();
    put_head(0, 0, 0, "");
    put_all_frames();
    ask_python();
    put("native-end\n");
}

static void end_process(const char *function, int status) {
    void (*next)(int) = (void (*)(int))dlsym(RTLD_NEXT, function);
    on_exit_call();
    next(status);
}

void exit(int status) {
    end_process("exit", status);
    __builtin_unreachable();
}

void _exit(int status) {
    end_process("_exit", status);
    __builtin_unreachable();
}

void _Exit(int status) {
    end_process("_Exit", status);
    __builtin_unreachable();
}

void quick_exit(int status) {
    end_process("quick_exit", status);
    __builtin_unreachable();
}

/* ---- alternate signal stacks ---- */

typedef struct {
    void *(*start)(void *);
    void *argument;
} thread_start;

static pthread_key_t stack_key;
static pthread_once_t stack_key_made = PTHREAD_ONCE_INIT;

static void release_stack(void *memory) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(memory, ALTERNATE_STACK);
}

static void make_stack_key(void) { pthread_key_create(&stack_key, release_stack); }

static void use_alternate_stack(void) {
    void *memory = mmap(NULL, ALTERNATE_STACK, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = ALTERNATE_STACK};
    pthread_once(&stack_key_made, make_stack_key);
    if (sigaltstack(&stack, NULL) || pthread_setspecific(stack_key, memory))
        munmap(memory, ALTERNATE_STACK);
}

static void *run_thread(void *memory) {
    thread_start call = *(thread_start *)memory;
    free(memory);
    use_alternate_stack();
    return call.start(call.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!next) next = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
            dlsym(RTLD_NEXT, "pthread_create");
    thread_start *call = output < 0 ? NULL : malloc(sizeof *call);
    if (!call) return next(thread, attributes, start, argument);
    *call = (thread_start){start, argument};
    int status = next(thread, attributes, run_thread, call);
    if (status) free(call);
    return status;
}

/* Writes crashes to the descriptor `file` from now on; file -1 ends that. */
void nn_stack_start(int file) {
    output = file;
    if (file < 0) return;
    process = getpid();
    holds_python_lock = (int (*)(void))dlsym(RTLD_DEFAULT, "PyGILState_Check");
    backtrace(frames, 1); /* loads the unwinder, which allocates memory */
    use_alternate_stack();
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigaction(SIGNALS[i], &action, &previous[SIGNALS[i]]);
    }
}

/* A crash writes the thread to `ask` and waits until `told` is readable. */
void nn_stack_ask(int ask, int told) {
    question = ask;
    answer = told;
}
