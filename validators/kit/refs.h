/*
 * References: `Turn 3`, `U-2`, `P2.1`, `arg-014`, `Source:12`, `path/to/file.c:12-20`.
 *
 * A format lists the kinds of reference that it has, a row each. A form is written as the reference is: `#` is a
 * number, `###` one of three digits, `@` a small letter that may be left out, a space any white space. A number may be
 * longer or shorter than it is printed (L-3 is L-003) and its digits may be full-width; capitals are as shown. `Source`
 * and paths are kinds like others. The form of the first is its word, and may go on with `:12`, `:12-20`, `#L12` or
 * `#heading`; the form of paths is REF_PATH, a name with an extension, and with a slash or a line.
 *
 * The scanner knows no debate. `find` says what a reference names there, and is asked for marks alone.
 *
 * Pure; any bytes are taken. A ref borrows its text.
 */
#ifndef VALIDATORS_KIT_REFS_H
#define VALIDATORS_KIT_REFS_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/kit/lines.h"
#include "validators/text/text.h"

extern const char ref_path[];
#define REF_PATH ref_path
/* A reference has at most so many numbers: P2.1 has two. */
#define REF_NUMBERS 2
/* No file has a line beyond it: a reference to one is to this. */
#define REF_LINES_MOST 100000000

struct said;
struct ref;

enum found {
	FOUND_NOTHING, /* it names nothing that is there */
	FOUND,
	FOUND_UNASKED, /* nobody looks such things up in this debate */
};

struct ref_kind {
	const char *form;     /* "Turn #", "P#.#", "L-###", "prop_###@", "Source", REF_PATH; NULL ends the list */
	unsigned flags;
	/* The text that it names, added to *said (quotes.h); `state` is the format's. */
	enum found (*find)(const void *state, const struct ref *ref, struct said *said);
};
enum {
	REF_TEXT = 1,   /* it names what somebody wrote in this debate (`quote.unfound`) */
	REF_SOURCE = 2, /* so it may do: it names the source, whose file name and REF_SOURCE_FILE mean the same.
			   `find` is given where, and says the whole of it */
};

/* The source's name in the duel's directory. */
#define REF_SOURCE_FILE "source.md"

struct ref {
	const struct ref_kind *kind;
	unsigned number[REF_NUMBERS];
	char letter;            /* of `prop_000a`; 0: none */
	unsigned from, to;      /* lines of a source or file; 0: none is said */
	struct reader anchor;   /* of `Source#heading`, without the mark; empty: none */
	struct reader text;     /* all of it */
};

/* The reference that begins at r->s; moves past it. `before` is where the text begins that r is in: nothing is a
 * reference in the middle of a word. `source` is the file name of the duel's source, which means what `Source` does;
 * NULL: it has none. */
bool
ref_read(const struct ref_kind *kinds, const char *source, const char *before, struct reader *r, struct ref *ref);
/* A search of one text, from its beginning on, for places where references, quotations and code may be: near a byte
 * that prose seldom has. */
struct ref_scan {
	struct rare rare;
	const char *at;   /* the last one that was found; NULL: none yet */
	const char *near; /* where what may be a reference with that byte in it begins */
	char first;       /* what the word for the source begins with */
	unsigned words;   /* that a reference has at most */
};
struct ref_scan ref_scan_of(const struct ref_kind *kinds, const char *source, const char *s, const char *end);
/* The next place where one may begin, from `s` on: that is passed at once which is near no such byte. */
const char *refs_pass(struct ref_scan *scan, const char *s, const char *end);
/* The next reference in *r; moves past it. */
bool
ref_next(const struct ref_kind *kinds, const char *source, const char *before, struct reader *r, struct ref *ref);
/* Is it nothing but references, with commas between them, and a full stop? Then so many. */
size_t refs_only(const struct ref_kind *kinds, const char *source, struct reader value, struct ref *first);

bool ref_equal(const struct ref *a, const struct ref *b);
/* As its form has it. printed_id(id).s lives as long as the call it stands in. */
struct printed_id {
	char s[32];
} printed_id(const struct ref *id);

#endif
