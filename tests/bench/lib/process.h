/*
 * A running daemon, seen from outside.
 */
#ifndef TESTS_BENCH_LIB_PROCESS_H
#define TESTS_BENCH_LIB_PROCESS_H

#include <sys/types.h>

/* Bytes of memory that are this process's part (Pss of /proc/PID/smaps_rollup). */
double process_bytes(pid_t pid);

/* Start argv[0] with its arguments; return when MOUNT/status can be read. */
pid_t process_mount(char *const argv[], const char *mount);

/* SIGTERM, and wait for it. */
void process_end(pid_t pid);

#endif
