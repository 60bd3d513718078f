/*
 * A text on its way from bytes to findings and facts: what turn.c and its neighbours share, and nobody else includes.
 *
 * Each neighbour reads one part of the text and adds findings. Of a text that may still go on (prefix) only what is finished is judged:
 * the heading's line, a section whose successor has begun, a list item that another follows. A definition of a link that is still to
 * come could change what a pair of brackets says, so that nothing with brackets is finished before the end.
 */
#ifndef VALIDATORS_SOCRATIC_READING_H
#define VALIDATORS_SOCRATIC_READING_H

#include <string.h>
#include "validators/prose/evidence.h"
#include "validators/prose/field.h"
#include "validators/socratic/turn.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/opening.h"
#include "validators/text/reader.h"

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

/* Plain text by its place, and the end of a line in it. */
static inline const char *
text_at(const struct reading *r, size_t off)
{
	return r->md->text + off;
}

static inline size_t
line_end(const struct md_line *l)
{
	return l->off + l->len;
}

/* Where only the end of the text can tell what this says: a definition of a link may still come. */
static inline bool
is_unsure(const struct reading *r, size_t off, size_t end)
{
	return r->s->prefix && (memchr(text_at(r, off), '[', end - off) || memchr(text_at(r, off), ']', end - off));
}

/* A line of the text that was parsed, as it stands there. */
struct reader reading_line(const struct reading *r, int line);
/* Behind the sentence of a finding: what the line says that was meant as `words: …`, and what differs; empty where there is none. */
struct differs {
	char s[FIELD_DIFFERS_BYTES + 2 * LIMIT_QUOTE_BYTES];
};
struct differs reading_differs(const struct reading *r, struct attempts *attempts, const char *words);

/* start.c */
struct start_line heading_find(const struct md *md, const char *text, size_t len);
/* The same of a text of which nothing else is read. */
struct start_line heading_find_first(const char *text, size_t len);
/* What a heading of level 2 that stands in no other block begins: `s` is the first byte of its line. Fills in start->text and len. */
enum start heading_start(const char *s, const char *end, struct start_line *start);
void heading_report_start(struct reading *r, enum socratic_rule rule);

/* heading.c */
void heading_read(struct reading *r);
/* The heading of a turn (start_line.text) in its parts; empty where they are not there. */
struct heading_words {
	unsigned number; /* 0: none */
	struct reader name, harness, model;
};
struct heading_words heading_take_apart(const char *text, size_t len);
/* Whom such a heading names: the longest name that stands there. NULL: nobody who has joined. */
const struct seat *heading_seat(const struct context *ctx, const char *text, size_t len);

/* sections.c */
const char *section_title(enum section_id id);
void sections_read(struct reading *r);

/* supports.c */
/* What a line may begin with to say what it is. */
enum label { LABEL_NONE, LABEL_ADDRESSES, LABEL_CLAIM, LABEL_SUPPORT, LABEL_LIMITATION };
/* The label that a line begins with, and where what follows it begins. */
enum label label_read(const struct reading *r, const struct md_line *l, size_t *rest);

/* Behind the bullet of a line that is a list item by its looks only: its bytes. */
size_t skip_bullet(const char *s, size_t len);

/* Entries under `Support:` or under a title, as their lines come. */
struct supports {
	struct reading *r;
	bool quiet;          /* read it, but tell nothing: it is not finished */
	bool may_say_none;   /* "none" is no bad entry, only none */
	bool begun;          /* `Support:` was met */
	bool reading;        /* lines still belong to it */
	unsigned good;
	bool unsure;         /* an entry that only the end of the text can tell */
	/* the entry that is being read */
	bool entry;          /* there is one */
	bool item, looks;    /* it is a list item; by its looks only */
	unsigned depth;
	int line;
	size_t off, end;
};
/* `Support:` was met; an entry may stand in the same line. */
void supports_begin(struct supports *su, const struct md_line *l, size_t rest);
/* Another line; su->reading is false once it belongs to the entries no more. */
void supports_read_line(struct supports *su, const struct md_line *l);
/* No more lines come: judge the last entry. */
void supports_end(struct supports *su);

/* points.c */
void points_read(struct reading *r);
/* Does the turn name a limitation outside its items: `Limitation: …`? */
bool points_has_limitation(const struct reading *r);

/* topic.c */
/* Does a word of the topic occur in a terminated text? Also said where the topic has none that says anything. */
bool topic_is_met(const char *topic, const char *text, size_t len);
/* Does the text name the topic: do its words all stand there, in any order? */
bool topic_is_named(const char *topic, const char *text, size_t len);

/* conclusion.c */
void conclusion_judge(struct reading *r, struct verdict *out);

#endif
