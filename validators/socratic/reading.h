/*
 * A text on its way from bytes to findings and facts: what turn.c and its neighbours share, and nobody else includes.
 * Each neighbour reads one part of the text and adds findings.
 */
#ifndef VALIDATORS_SOCRATIC_READING_H
#define VALIDATORS_SOCRATIC_READING_H

#include <string.h>
#include "validators/kit/outline.h"
#include "validators/prose/evidence.h"
#include "validators/socratic/turn.h"
#include "validators/text/limits.h"
#include "validators/text/reader.h"

enum section_id {
	SECTION_POSITION,
	SECTION_COUNTERPOINTS,
	SECTION_AGREEMENTS,
	SECTION_NOVEL,
	SECTION_UNRESOLVED,
	SECTION_REVISION,
	SECTION_CONSENSUS,
	SECTIONS
};
extern const struct outline socratic_outline;

enum socratic_heading { HEADING_TURN, HEADING_CONCLUSION, SOCRATIC_HEADINGS };
extern const struct heading_row socratic_headings[SOCRATIC_HEADINGS];

struct reading {
	struct hearing h;
	struct evidence ev;
	unsigned seat; /* who speaks; 0: unknown */
	unsigned number;
	enum stance stance;
	struct section sections[SECTIONS];
	unsigned supported; /* counterpoints with a valid support */
	unsigned blocking;  /* unresolved items */
	unsigned open;      /* unresolved items that do not block and say something */
	unsigned revisions; /* valid entries of Stance Revision Support */
	bool revisions_unsure;
	struct said *said;
	size_t n_said, said_room;
	struct item_said *items; /* what it says of open items, old and new */
	size_t n_items, items_room;
	struct answer_said *answers; /* NULL: none */
	size_t n_answers;
	struct consensus consensus;
	struct quotable **quotables; /* by turn, as far as they are quoted; only while quotations are judged */
	unsigned n_quotables;
};

#define REPORT(r, rule, at, ...) HEARING_REPORT(&(r)->h, &socratic_rules[rule], at, __VA_ARGS__)

/* Plain text by its place, and the end of a line in it. */
static inline const char *
text_at(const struct reading *r, size_t off)
{
	return r->h.md.text + off;
}

static inline size_t
line_end(const struct md_line *l)
{
	return l->off + l->len;
}

static inline struct reader
line_text(const struct reading *r, const struct md_line *l)
{
	return (struct reader){ text_at(r, l->off), text_at(r, line_end(l)) };
}

/* heading.c */
void heading_judge(struct reading *r);
/* No such heading stands there. */
void heading_report_start(struct reading *r);

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
	bool quiet;        /* read it, but tell nothing: it is not finished */
	bool may_say_none; /* "none" is no bad entry, only none */
	bool begun;        /* `Support:` was met */
	bool reading;      /* lines still belong to it */
	unsigned good;
	bool unsure; /* an entry that only the end of the text can tell */
	/* the entry that is being read */
	bool entry;       /* there is one */
	bool item, looks; /* it is a list item; by its looks only */
	unsigned depth;
	int line;
	size_t off, end;
};
/* `Support:` was met; an entry may stand in the same line. */
void supports_begin(struct supports *su, const struct md_line *l, size_t rest);
/* Another line; su->reading is false once it belongs to the entries no more. */
void supports_read_line(struct supports *su, const struct md_line *l);
/* No more lines come to the entry that is being read, if there is one: judge it. */
void supports_end(struct supports *su);

/* points.c */
void points_read(struct reading *r);
/* Does the turn name a limitation outside its items: `Limitation: …`? */
bool points_has_limitation(const struct reading *r);

/* consensus.c */
void consensus_read(struct reading *r);
void consensus_judge(struct reading *r);

/* answers.c */
void answers_read(struct reading *r);

/* quotes.c */
void quotes_judge(struct reading *r);

/* open.c */
void open_add(struct reading *r, struct item_said said);
/* An item of Unresolved Items: how many ids it begins with. */
unsigned open_read_item(struct reading *r, struct reader text, enum item_as as, int line);
/* What a counterpoint addresses. */
void open_read_addressed(struct reading *r, struct reader text, int line);
void open_read_agreements(struct reading *r);
void open_judge(struct reading *r);

/* Fewer words than say anything that could be argued with: `least` of them would. */
void points_judge_thin(struct reading *r, const char *what, int line, const char *s, size_t len, size_t least);

/* unresolved.c */
void unresolved_read(struct reading *r);

/* topic.c */
/* Does a word of the topic occur in a terminated text? Also said where the topic has none that says anything. */
bool topic_is_met(const char *topic, const char *text, size_t len);
/* Does the text name the topic: do its words all stand there, in any order? */
bool topic_is_named(const char *topic, const char *text, size_t len);
/* Does a text have a half, or more, of what some words say? No: they say nothing. */
bool topic_is_half_met(const char *words, const char *text, size_t len);

/* A word, folded, that every question has: it says nothing. */
bool topic_is_stop_word(const char *s, size_t len);

/* alone.c */
/* What somebody who reads only this conclusion cannot know; the accepted statement is as it is. */
void alone_judge(struct reading *r, struct reader statement);

/* conclusion.c */
void conclusion_judge(struct reading *r, struct verdict *out);

#endif
