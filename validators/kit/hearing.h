/*
 * A Markdown text that is being judged, or read again from the record: parsed once, its heading found, and then held
 * against the rows of its format. What cannot be read at all is told here.
 *
 * A rule's row says what it needs (struct rule): where that is lacking, HEARING_REPORT tells nothing. So no judge of a
 * rule has to know whether the text may go on, or whether the record before it is known, but where a part of the rule
 * can be told all the same.
 */
#ifndef VALIDATORS_KIT_HEARING_H
#define VALIDATORS_KIT_HEARING_H

#include "validators/kit/format.h"
#include "validators/kit/heading.h"
#include "validators/text/markdown.h"

struct json_t;

struct hearing {
	const struct fstate *state;
	const struct context *ctx; /* NULL: read from the record, nothing is to be judged */
	struct submission s;       /* of a text that goes on, its whole lines: the last one may become anything */
	struct findings *out;
	struct md md;
	struct opening opening;
	struct heading heading;
};

/* Fill in the first four; what is read is freed by hearing_end. False: it cannot be read, for another fault than
 * `bearable`. */
bool hearing_begin(struct hearing *h, const struct heading_row *rows, size_t n, enum md_fault bearable);
void hearing_end(struct hearing *h);

/* Is there what the rule needs? */
static inline bool
hearing_has(const struct hearing *h, const struct rule *rule)
{
	return !(rule->needs & (h->s.prefix ? NEEDS_END : 0)) && !(rule->needs & (h->s.alone ? NEEDS_RECORD : 0));
}

/* A finding at a line of the parsed text; 0: the text as a whole. */
#define HEARING_REPORT(h, rule, at, ...) \
	(hearing_has(h, rule) ? findings_add((h)->out, rule, (at) ? (at) + (h)->s.line0 : 0, __VA_ARGS__) : (void)0)

/* The draft that the text becomes, from its heading on. Takes the object. */
struct draft *hearing_draft(const struct hearing *h, enum entry_kind kind, struct json_t *data, struct verdict *out);

#endif
