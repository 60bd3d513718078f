/*
 * Evidence: what an entry under `Support:` refers to, and whether it is there (socratic.md, support.*).
 *
 * An entry begins with an http(s) URL, a file reference, `Turn M` or `Principle: …`; an explanation may follow. A
 * reference to the source names a heading, a line or an excerpt, and everything it names is there.
 */
#ifndef VALIDATORS_PROSE_EVIDENCE_H
#define VALIDATORS_PROSE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/prose/source.h"
#include "validators/prose/source_index.h"
#include "validators/text/markdown.h"

/* What evidence is judged against. */
struct evidence {
	const struct source *source;      /* NULL: none */
	const char *duel;                 /* its directory's name; NULL or "": unknown */
	const struct source_index *index; /* of that source */
	unsigned turn;                    /* the number of the turn that is judged: those below it may be cited */
	bool looked_up;                   /* other files are looked into, by others (lookup.h) */
	struct source_reading reading;    /* of its source, so far */
};

enum support {
	SUPPORT_GOOD,
	SUPPORT_FILE,   /* good, but another file: not checked */
	SUPPORT_KIND,   /* none of the kinds */
	SUPPORT_TURN,   /* a turn that is not there */
	SUPPORT_SOURCE, /* names nothing in the source, or something that is not there */
};

/* Room for a sentence: a little more than a finding keeps. */
#define EVIDENCE_SENTENCE_BYTES 640

/* Judge the entry md->text[off .. off + len). Anything but SUPPORT_GOOD comes with a sentence. */
enum support
evidence_read(struct evidence *ev, const struct md *md, size_t off, size_t len, char sentence[EVIDENCE_SENTENCE_BYTES]);

/* Does an entry of some kind begin here, valid or not? */
bool evidence_begins(const struct evidence *ev, const struct md *md, size_t off, size_t len);

/* Does `s` begin with an http(s) address? */
bool evidence_is_url(const char *s, size_t len);

/* Does `s` begin with `Turn` and a number? *turn is UINT_MAX where that is no turn's number. */
bool evidence_turn(const char *s, size_t len, unsigned *turn);

/* Is this what a counterpoint may address in the source: `Source`, the source's path or name, or one of its headings?
 */
bool evidence_names_part(const struct evidence *ev, const char *s, size_t len);

#endif
