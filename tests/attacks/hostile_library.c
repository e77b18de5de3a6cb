/* A library that passes calls on to a real driver and does, at one stage, what NN_CONSTRUCTOR,
 * NN_TABLE, NN_PREPARE, NN_EXECUTE or NN_DESTRUCTOR names (on_libraries.py). */
#define _GNU_SOURCE
#include "nnapi.h"
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <fcntl.h>
#include <stdio.h>
static NnApiSLDriverImplFL5 table; static int calls;
static int (*real_finish)(ANeuralNetworksCompilation *); static int (*real_compute)(ANeuralNetworksExecution *);
static const char *env(const char *n) { const char *v = getenv(n); return v ? v : ""; }
static void on_segv(int s) { _exit(0); }
static void on_segv_return(int s) { }
static void *thread_exit(void *x) { usleep(1000); _exit(0); return 0; }
static jmp_buf buffer;
static __attribute__((noinline)) void jump(void) { longjmp(buffer, 1); }
static __attribute__((noinline)) void prepare_jump(void) { if (setjmp(buffer)) return; }
static void recurse(int n) { volatile char x[4096]; x[0] = n; if (n) recurse(n + 1); x[1] = 1; }
#define is(name) (!strcmp(how, name))
static void attack(const char *how) {
  if (is("_exit")) _exit(0);
  if (is("exit")) exit(0);
  if (is("quick_exit")) quick_exit(0);
  if (is("syscall_exit")) syscall(SYS_exit_group, 0);
  if (is("thread_syscall_exit")) syscall(SYS_exit, 0);
  if (is("abort")) abort();
  if (is("segv_handler_exit")) { signal(SIGSEGV, on_segv); *(volatile int *)0 = 1; }
  if (is("segv_ignored")) { signal(SIGSEGV, on_segv_return); *(volatile int *)0 = 1; }
  if (is("pthread_exit")) pthread_exit(0);
  if (is("thread_exit")) { pthread_t t; pthread_create(&t, 0, thread_exit, 0); usleep(100000); }
  if (is("longjmp_stale")) { prepare_jump(); jump(); }
  if (is("close")) for (int i = 3; i < 100; i++) close(i);
  if (is("close_all")) close_range(0, ~0U, 0);
  if (is("stack")) recurse(1);
  if (is("sigstop")) kill(getpid(), SIGSTOP);
  if (is("sigtstp")) kill(getpid(), SIGTSTP);
  if (is("sigterm")) kill(getpid(), SIGTERM);
  if (is("kill_parent")) kill(getppid(), SIGKILL);
  if (is("term_parent")) kill(getppid(), SIGTERM);
  if (is("stop_parent")) kill(getppid(), SIGSTOP);
  if (is("alarm")) { signal(SIGALRM, SIG_DFL); alarm(1); sleep(3); }
  if (is("hang")) for (;;) pause();
  if (is("hang_blocked")) { sigset_t s; sigfillset(&s); sigprocmask(SIG_SETMASK, &s, 0); for (;;) pause(); }
  if (is("fork_continue")) fork();
  if (is("fork_exit")) { if (!fork()) exit(0); }
  if (is("vfork_exec")) { if (!fork()) execl("/bin/true", "true", (char *)0); }
  if (is("exec")) execl("/bin/true", "true", (char *)0);
  if (is("rlimit")) { struct rlimit l = {0, 0}; setrlimit(RLIMIT_NOFILE, &l); }
  if (is("unmap")) munmap((void *)((unsigned long)&table & ~4095UL), 1 << 20);
  if (is("free")) { free((void *)0x10); }
  if (is("double_free")) { void *p = malloc(32); free(p); free(p); }
  if (is("smash")) { volatile char x[8]; for (int i = 0; i < 4096; i++) ((volatile char *)x)[i] = 0; }
  if (is("stdout")) { for (int i = 0; i < 100000; i++) puts("::error::noise\x1b[2J"); fflush(stdout); }
  if (is("pdeath")) prctl(PR_SET_PDEATHSIG, 0);
  if (is("atexit_exit")) atexit((void (*)(void))thread_exit);
}
__attribute__((constructor)) static void begin(void) { attack(env("NN_CONSTRUCTOR")); }
__attribute__((destructor)) static void end(void) { attack(env("NN_DESTRUCTOR")); }
static int finish(ANeuralNetworksCompilation *c) { if (++calls == 3) attack(env("NN_PREPARE")); return real_finish(c); }
static int computed;
static int compute(ANeuralNetworksExecution *e) { if (++computed == 3) attack(env("NN_EXECUTE")); return real_compute(e); }
NnApiSLDriverImpl *ANeuralNetworks_getSLDriverImpl(void) {
  attack(env("NN_TABLE"));
  void *h = dlopen(getenv("NN_REAL"), RTLD_NOW | RTLD_LOCAL);
  NnApiSLDriverImplFL5 *(*f)(void) = dlsym(h, "ANeuralNetworks_getSLDriverImpl");
  memcpy(&table, f(), sizeof table);
  real_finish = table.ANeuralNetworksCompilation_finish; table.ANeuralNetworksCompilation_finish = finish;
  real_compute = table.ANeuralNetworksExecution_compute; table.ANeuralNetworksExecution_compute = compute;
  return (NnApiSLDriverImpl *)&table;
}
