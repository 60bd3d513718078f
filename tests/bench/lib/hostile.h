/*
 * Texts that are meant to be slow to judge: fragments that are known to take Markdown parsers, normalisers and naive comparisons the
 * square of their length, put into every place of a turn.
 */
#ifndef TESTS_BENCH_LIB_HOSTILE_H
#define TESTS_BENCH_LIB_HOSTILE_H

#include <stddef.h>

extern const size_t hostile_fragments;
extern const size_t hostile_places;

#define HOSTILE_NAME_BYTES 128

/* Fragment `fragment` in place `place` of a turn `number` by alice (unknown / unknown-model), at most `bytes` long in
 * all; malloc'd. */
char *
hostile_make(size_t fragment, size_t place, unsigned number, size_t bytes, size_t *len, char name[HOSTILE_NAME_BYTES]);

#endif
