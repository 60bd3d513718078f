/*
 * Who quotes whom: the quotations that stand directly behind a reference (`Turn 2: "…"`, `C1.2 says "…"`).
 *
 * A format says what its references look like. A quotation stands directly behind one where nothing is between them but
 * punctuation, a genitive, a few words that end in a colon, or in a word for saying (`Turn 2, its first point, claims
 * that "…"`; in a language that has no such list here, the colon); so does a quotation that follows another one, with
 * no more than punctuation or an `and` between. A word for not saying among them ("never says") makes it none, and so
 * does an address or a path: what is quoted then is that. A quotation of fewer than QUOTING_WORDS words is a name or a
 * term, and not looked at.
 *
 * Where the format asks for it (`by_sentence`), so is each longer quotation of a sentence that names a reference, with
 * other words between them (`In Turn 2 bob is clear that it is "…"`), or directly behind it in brackets (`"…" (Turn
 * 2)`): it is said to stand there, in fewer words. Up to FREE_WORDS words are still a name or a term; words that deny
 * it between the two or behind, another address or path in the sentence, and what the writer says for himself ("I would
 * say", "should be") make it none.
 *
 *	struct quoting q = quoting_begin(from, end, refer, arg);
 *	unsigned cited;
 *	struct reader words;
 *
 *	while (quoting_next(&q, &cited, &words))
 *		… is it there? `quotable_fault` of what `cited` says (quotable.h)
 *	quoting_end(&q);
 *
 * Whether it is said to stand there beyond doubt is told as well (quoting_is_sure): nothing but punctuation behind a
 * reference that begins its sentence, a genitive, or at most four words that end in one for saying lead from the
 * reference to it, and nothing in the sentence makes it a supposition ("if Turn 2 said …") or a translation. A format
 * refuses what it is sure of, and warns of the rest: words of every language that suppose or translate cannot be
 * listed, and whoever writes honestly is not held up for want of one.
 *
 * Where references are people (`of_person`) they may be supposed to say what they have not ("alice might say: …"):
 * then words for that, or of the writer's own, between the two make it none.
 *
 * The text is plain text of Markdown (md.text): one entry, item or paragraph. Pure; any bytes are taken, in time in
 * proportion to the text.
 */
#ifndef VALIDATORS_PROSE_QUOTING_H
#define VALIDATORS_PROSE_QUOTING_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/quotation.h"
#include "validators/text/reader.h"

/* Words (wordcount.h) that a quotation has at least which is looked at. */
#define QUOTING_WORDS 3
/* Words that one has at most which is nobody's, although its sentence names a reference. */
#define FREE_WORDS 3

/* Does a reference begin at `s`, where a word does? Its bytes, and in *cited what it is, by the format's own count; 0:
 * none does. Nothing about the source or another file is one. */
typedef size_t (*quoting_refer)(void *arg, const char *s, const char *end, unsigned *cited);

struct quoting {
	struct reader text; /* what is not read yet */
	const char *begin;
	const char *opens_until; /* no quotation begins there or behind it */
	quoting_refer refer;
	void *arg;
	struct quotations quotations;
	const char *behind; /* of the reference, or of the quotation that went before; NULL: of neither */
	unsigned cited;
	bool chained; /* it is a quotation's */
	bool by_sentence;     /* set by who asks for it */
	bool of_person;       /* likewise: references are people */
	bool loose;	      /* the one that was found is so by its sentence alone */
	const char *sentence; /* where the one that is read begins */
	const char *refer_at; /* where the last reference does */
	/* Of the first quotation that a reference leads to: the words before the reference, those between, and what is
	 * behind it. */
	struct reader before, between, rest;
	const char *named;    /* behind the last reference of this sentence; NULL: it has none yet */
	unsigned named_cited;
};

struct quoting
quoting_begin(const char *s, const char *end, quoting_refer refer, void *arg);
void
quoting_end(struct quoting *q);
/* The next one; *words is what stands between its marks. */
bool
quoting_next(struct quoting *q, unsigned *cited, struct reader *words);
/* Do these words between a reference and a quotation, or between two quotations, say plainly that it stands there? */
bool
quoting_leads(struct reader between);
/* Of the one that quoting_next found: can what is said of it mean nothing else? It costs more than most look-ups. */
bool
quoting_is_sure(const struct quoting *q);
/* Is a block quote that stands directly below such a text said to stand in what the text names at last? */
bool
quoting_leads_below(const char *s, const char *end, quoting_refer refer, void *arg, unsigned *cited);

#endif
