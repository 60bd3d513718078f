/*
 * Parts: what a text of a format is made of. One table reads a text, prints its blank (blank.h), and names what is
 * missing.
 *
 *	text     = [ "---" ] heading { section }
 *	section  = "**Title**" on a line of its own, or "### Title"; then prose or items
 *	item     = ( "- " | "* " | "1. " ) [ ID ( ":" | end of line ) ] [ "[" TAG "]" ]
 *	           [ VERB ( SEP | end of line ) ] prose { label }
 *	label    = Label ":" value
 *	SEP      = "—" | "–" | "--" | " - " | ":", and behind a verb "." and ","
 *
 * A section is a title of the kind's table; any other bold line or heading is prose of the section that it stands in
 * (debate.c refuses one that another kind has: section.foreign). Lines before the first title belong to the part
 * without a title, if there is one.
 *
 * An item is a list line that is no deeper than the first one of its section, in a part of items. It has all lines up
 * to the next item or section, or up to a paragraph that is not indented; deeper lists are its own. An item that says
 * `None.` alone, or nothing, is prose. A list line that is as deep, with a label which the item before it does not have
 * yet, goes on with that item: so `- Claim: …` may stand below `- Addresses: …`.
 *
 * A label begins a line, or the item's own, or a sub-item; it may be bold. Its value runs to the next label, item,
 * section, or to the end of its item. Nothing inside a fence or a block quote is a mark.
 *
 * Nothing here reads meaning from words. Pure; the result borrows the text and the tables. Time is linear.
 */
#ifndef VALIDATORS_KIT_PARTS_H
#define VALIDATORS_KIT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/kit/lines.h"
#include "validators/kit/refs.h"
#include "validators/kit/rules.h"

struct verb_row;
struct parsed;

/* The parts that have to be there. */
enum need {
	OPTIONAL,
	FILLED,   /* it is there and says something; of a label: `none` will do */
	GIVEN,    /* of a label: and not `none` */
	ONE_ITEM, /* of a section: one item at least */
};

struct label {
	const char *word;         /* "Evidence"; NULL ends the list */
	enum need need;           /* of each item, or of a section without items */
	const char *const *words; /* the value begins with one of these; NULL: any prose */
	const struct rule *rule;  /* that it is missed under; NULL: label.missing */
	const char *blank;        /* its value in the blank; NULL: `…`; "": the blank does not show it */
	bool unquoted;            /* what stands in quotation marks on its lines is no quotation */
};

enum shape {
	PROSE,      /* lists in it are prose, too */
	ITEMS,
	OPERATIONS, /* items with a verb, operands and perhaps a fenced block: `- lower arg-014 to weak — why` */
};

/* The language of a text that is no Markdown. */
struct language {
	/* Fills *p, which is empty but for `by`: with the lines that a text says, one run of bytes, and with items and
	 * fields of them. The kit looks for references and quotations there. */
	void (*read)(struct parsed *p, const char *text, size_t len);
	void (*free)(void *own);
	/* Makes of a line of p->lines (from 1; 0: none) the line of the text, and returns a path in it, malloc'd, or
	 * NULL. */
	char *(*place)(const struct parsed *p, int *line);
};

struct part {
	const char *title;             /* "Points"; NULL: what stands before the first title */
	enum shape shape;
	enum need need;
	const struct verb_row *verbs;  /* (ledger.h) that an item may begin with; NULL: none */
	const char *const *tags;       /* that it may have, 32 at most; NULL ends the list */
	const struct label *labels;    /* NULL: none */
	const struct rule *rule;       /* that it is missed under; NULL: section.missing, section.empty, item.missing */
	const char *blank;             /* its prose, or the words of an item, in the blank; NULL: `…` */

	/* For a kind's first part: */
	bool headed;                   /* the text has a title of its writer's, `# …`; sections are `## Title` */
	const struct language *language; /* it is no Markdown; there is no other part */
	const void *form;              /* of the text, as that language has it */
};

/* A part ends the list that has neither a title nor labels. */
static inline bool
part_ends(const struct part *part)
{
	return !part->title && !part->labels;
}

/* A label with its value. */
struct field {
	const struct label *label;
	int line;             /* from 1 */
	unsigned item;        /* that it belongs to, from 1; 0: the section's */
	struct reader value;  /* without white space round it */
};

struct item {
	const struct part *part;
	int line, end_line;           /* from 1; the last one that belongs to it */
	bool has_id;
	struct ref id;                /* where it has one */
	unsigned tags;                /* a bit for each of part.tags */
	const struct verb_row *verb;  /* NULL: it begins with none */
	struct reader operands;       /* of an operation: between verb and SEP */
	struct reader prose;          /* behind its marks, up to its first label */
	struct reader all;            /* from its list marker on */
	struct reader block;          /* what stands in its first fence */
	size_t field, n_fields;       /* of parsed.fields */
};

struct section {
	const struct part *part;
	int line, end_line;   /* of its title, from 1; the last one of its body */
	struct reader body;
	size_t item, n_items; /* of parsed.items */
};

struct kind {
	const char *name;         /* "challenge" */
	const struct part *parts;
};

/* The grammar that a text is read by. */
struct grammar {
	const struct kind *kind;
	const struct ref_kind *refs; /* NULL: none */
	const char *source;          /* file name of the duel's source, or NULL */
	const char *const *tags;     /* of the format's items, or NULL */
};

struct parsed {
	struct grammar by;
	void *own;             /* its language's; NULL: it has none */
	struct lines lines;
	struct reader heading; /* a first line that begins with `## `, without that; empty: there is none */
	int heading_line;
	struct section *sections; /* the first one has what stands before the first title */
	size_t n_sections;
	struct item *items;
	size_t n_items;
	struct field *fields;
	size_t n_fields;
	bool borrowed;         /* parsed_free frees nothing: it is the same as another */
};

/* Fills *p, which parsed_free empties again. */
void parts_read(struct parsed *p, const struct grammar *by, const char *text, size_t len);
void parsed_free(struct parsed *p);

/* Is the heading the one that is due (`expected`, without `## `)? Any dash, width of digits and case will do. *rest is
 * what stands behind it, for a format whose heading ends with a word of the writer's; NULL: nothing may. */
bool heading_is(struct reader heading, const char *expected, struct reader *rest);

/* The part of that title; NULL: the kind has none. */
const struct part *part_titled(const struct kind *kind, struct reader title);
/* The section of that title; NULL: it is not there. A title of NULL: what stands before the first one. */
const struct section *parts_section(const struct parsed *p, const char *title);
/* A label of an item, or (item NULL) of a section; NULL: it is not there. */
const struct field *
parts_label(const struct parsed *p, const struct section *s, const struct item *item, const char *word);
/* Does it begin with that word, and go on with no other choice, as `high|low` and `high / low` do? */
bool begins_with_word(struct reader r, const char *word);
/* The beginning of a blank line, or of one that opens a fence; r.end: there is none. */
const char *paragraph_end(struct reader r);
/* The end of its first part: at a blank line, or if it has none, at the end of its line. */
const char *field_first_end(const struct field *f);
/* For a label with words: which one its value begins with, or -1. */
int field_word(const struct field *f);
/* Does it say something that is not `none`? NULL does not. */
bool field_given(const struct field *f);

/* Tells what is missing, which line that is, and behind which line it belongs. */
void parts_missing(const struct parsed *p, struct findings *out);
/* The same of a label of an item, or (NULL) of a section, that is missed under `rule`. */
void
label_missing(const struct parsed *p, const struct section *s, const struct item *item, const struct label *label,
	const struct rule *rule, struct findings *out);

/* A run of lines of text with nothing between them: a paragraph, or a part of an item. */
struct passage {
	struct reader text;
	int line;      /* that it begins in, from 1 */
	unsigned item; /* that it is of, from 1; 0: none */
	const struct field *field; /* whose value begins or goes on where it begins; NULL: none */
};
/* The next passage from line *at on (0 at first); false: there is none. */
bool parts_passage(const struct parsed *p, size_t *at, struct passage *out);

/* -- safety (safety.c): no line of a text looks like the record's own, as it is typed or as Markdown reads it -- */

/* `duelfs:` behind any marks of lists and quotes, in any case and width. */
bool safety_is_own_line(struct reader r);
/* Its lines: text.one, text.reserved, text.open, text.nesting. */
void safety_judge_lines(const struct parsed *p, struct findings *out);
/* The same of a text that was made of this one's words. */
void safety_judge_made(const struct parsed *p, struct reader made, struct findings *out);

#endif
