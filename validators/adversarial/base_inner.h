/* What base.c, base_make.c and base_text.c share. */
#ifndef VALIDATORS_ADVERSARIAL_BASE_INNER_H
#define VALIDATORS_ADVERSARIAL_BASE_INNER_H

#include "validators/adversarial/base.h"

/* Bytes of an argument's words in the index. */
#define INDEX_WORDS_BYTES 300

/* Bytes that bases share. */
struct held {
	unsigned refs;
	size_t len;
	char s[];
};

struct file_row {
	struct held *path, *text;
	size_t came; /* its place in `came` */
};

/* What no operation changes. */
struct fixed {
	unsigned refs;
	char *positions[BASE_POSITIONS_MOST], *transcripts[BASE_POSITIONS_MOST];
	unsigned n_positions;
	struct question questions[BASE_QUESTIONS_MOST];
	unsigned *of_questions[BASE_QUESTIONS_MOST];
	size_t n_questions;
};

/* A file as it came; it is never removed. */
struct came {
	const char *path; /* of the row's */
	unsigned text;    /* by which it changed last */
};

struct base {
	unsigned refs;
	unsigned text; /* by which files are put */
	struct file_row *files; /* by path */
	struct came *came; /* as many */
	size_t n_files, bytes;
	struct argument *arguments;
	size_t n_arguments;
	struct edge *edges;
	size_t n_edges;
	struct fixed *fixed;
};

struct held *held_new(const char *s, size_t len);

/* 2 of `## Title`; 0: it is no heading. */
unsigned heading_level(struct reader line);

#endif
