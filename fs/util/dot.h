/*
 * Graphviz: lays a graph out as SVG, in a child process of which nothing is expected and to which nothing is given.
 *
 * The child gets the graph on its standard input and has nothing else of ours: no other descriptor, an empty
 * environment, no new privileges, no way to write a file, a bounded time, memory and output, and, where this process is
 * root, the uid and gid of nobody and no groups. It dies with the thread that started it. Calls block, for at most the
 * time limit: make them from a worker that holds no lock.
 */
#ifndef FS_UTIL_DOT_H
#define FS_UTIL_DOT_H

#include <stddef.h>
#include <stdint.h>
#include <utstring.h>

#define DOT_PROGRAM "/usr/bin/dot"

struct dot_limits {
	int64_t time_ms;      /* on the clock */
	size_t memory_bytes;  /* of address space */
	size_t out_bytes;
	const int *stop; /* a descriptor: once there is something to read from it, it is given up; NULL: none */
};
/* A debate of 300 exchanges takes about five seconds and 45 MiB on a slow machine. */
extern const struct dot_limits dot_limits;

/* Append what `program -Tsvg` makes of the graph. -ENOENT where there is no such program, -ETIMEDOUT, -EFBIG for too
 * much output, -ECANCELED where it was given up, -EIO where it fails in any other way: then nothing is appended. */
int dot_layout(const char *program, const char *graph, size_t len, const struct dot_limits *limits, UT_string *svg);

/* The same, and where it fails (but where it was given up) an SVG that says why and what to do about it. */
int dot_render(const char *program, const char *graph, size_t len, const struct dot_limits *limits, UT_string *svg);

#endif
