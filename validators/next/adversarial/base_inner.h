/* What base.c, base_make.c and base_text.c share. */
#ifndef VALIDATORS_NEXT_ADVERSARIAL_BASE_INNER_H
#define VALIDATORS_NEXT_ADVERSARIAL_BASE_INNER_H

#include "validators/next/adversarial/base.h"

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
};

/* What no operation changes. */
struct fixed {
	unsigned refs;
	char *positions[BASE_POSITIONS_MOST];
	unsigned n_positions;
	struct question questions[BASE_QUESTIONS_MOST];
	unsigned *of_questions[BASE_QUESTIONS_MOST];
	size_t n_questions;
};

struct base {
	unsigned refs;
	struct file_row *files;
	size_t n_files, bytes;
	struct argument *arguments;
	size_t n_arguments;
	struct edge *edges;
	size_t n_edges;
	struct fixed *fixed;
};

struct held *held_new(const char *s, size_t len);
bool base_is_source(const char *path);

/* 2 of `## Title`; 0: it is no heading. */
unsigned heading_level(struct reader line);

#endif
