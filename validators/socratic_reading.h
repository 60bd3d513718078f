/*
 * A text on its way from bytes to findings and facts: what socratic_turn.c and its neighbours share, and nobody else includes.
 *
 * Each neighbour reads one part of the text and adds findings. Of a text that may still go on (prefix) only what is finished is judged:
 * the heading's line, a section whose successor has begun, a list item that another follows. A definition of a link that is still to
 * come could change what a pair of brackets says, so that nothing with brackets is finished before the end.
 */
#ifndef VALIDATORS_SOCRATIC_READING_H
#define VALIDATORS_SOCRATIC_READING_H

#include "validators/evidence.h"
#include "validators/markdown.h"
#include "validators/socratic_turn.h"

enum section_id {
	SECTION_POSITION,
	SECTION_COUNTERPOINTS,
	SECTION_AGREEMENTS,
	SECTION_NOVEL,
	SECTION_UNRESOLVED,
	SECTION_REVISION,
	SECTIONS
};

struct section {
	int line;          /* of its title; 0: it is not there */
	size_t first, end; /* its lines, without the title: md.lines[first .. end) */
	bool ended;        /* nothing more can come into it */
};

/* How a text begins. */
enum start { START_NOTHING, START_OTHER, START_TURN, START_CONCLUSION };

struct start_line {
	enum start start;
	int line;           /* of the heading, or of what stands in its place */
	size_t index;       /* the heading in md.lines */
	size_t offset;      /* its line in the text */
	const char *text;   /* what the heading says: the writer's bytes */
	size_t len;
};

struct reading {
	const struct fstate *state;
	const struct context *ctx;  /* NULL: read from the record, nothing is to be judged */
	const struct submission *s;
	const struct md *md;
	struct findings *out;
	struct evidence ev;
	struct start_line start;
	unsigned seat;              /* who speaks; 0: unknown */
	unsigned number;
	enum stance stance;
	struct section sections[SECTIONS];
	unsigned supported;         /* counterpoints with a valid support */
	unsigned blocking;          /* unresolved items */
	unsigned open;              /* unresolved items that do not block and say something */
	unsigned revisions;         /* valid entries of Stance Revision Support */
	bool revisions_unsure;
	struct said *said;
	size_t n_said, said_room;
};

/* A finding at a line of the parsed text. */
#define REPORT(r, rule, at, ...) findings_add((r)->out, &socratic_rules[rule], (at) + (r)->s->line0, __VA_ARGS__)

/* socratic_heading.c */
struct start_line heading_find(const struct md *md, const char *text, size_t len);
void heading_read(struct reading *r);
void heading_report_start(struct reading *r, enum socratic_rule rule);

/* socratic_sections.c */
void sections_read(struct reading *r);
const char *section_title(enum section_id id);
/* Has this piece of plain text a letter or a digit in it? */
bool has_words(const char *s, size_t len);

/* socratic_points.c */
void points_read(struct reading *r);
/* Does the turn name a limitation outside its items: `Limitation: …`? */
bool points_has_limitation(const struct reading *r);

/* socratic_turn.c */
/* The text from the heading on as it grows the record: behind a blank line, `---` and a blank line. malloc'd. */
char *record_body(const char *text, size_t len, size_t heading, size_t *body_len);
/* How many words of the topic say something (three letters or more), and how many of those occur in a terminated text. */
struct topic_words {
	unsigned n, found;
};
struct topic_words topic_count(const char *topic, const char *text, size_t len);

/* socratic_conclusion.c */
void conclusion_judge(struct reading *r, struct verdict *out);

#endif
