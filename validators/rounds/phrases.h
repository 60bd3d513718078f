/*
 * The lists of phrases that rules of `rounds` go by (validators/prose/phrases.h), a file config/rounds/NAME.txt each.
 */
#ifndef VALIDATORS_ROUNDS_PHRASES_H
#define VALIDATORS_ROUNDS_PHRASES_H

#include "validators/prose/phrases.h"

enum phrase_list {
	PHRASES_PRAISE = PHRASES_COMMON + 1, /* openings that praise */
	PHRASES_AGREEMENT,   /* bare agreements */
	PHRASES_CONTRAST,    /* after which an agreement goes on to disagree */
	PHRASES_CONCEDE,     /* how somebody concedes */
	PHRASES_CONCEDED,    /* how somebody says that a point was conceded */
	PHRASES_PARTLY,      /* how somebody concedes a part of a point */
	PHRASES_CERTIFY,     /* how a challenger certifies that a concern is resolved */
	PHRASES_RETRACT,     /* how somebody takes back what was conceded, or rejects it */
	PHRASES_REBUT,       /* how a defence says that a point does not hold, besides these */
	PHRASES_TRADEOFF,    /* how a defence admits a price and pays it */
	PHRASES_ALTERNATIVE, /* how somebody proposes another way */
	PHRASES_CORRECTNESS, /* the three categories of the first challenge */
	PHRASES_SECURITY,
	PHRASES_EXPERIENCE,
	PHRASES_NEITHER,     /* refusals to pick a side */
	PHRASES_STRONGER,    /* how a judge calls a side the stronger, besides this word */
	PHRASE_LISTS
};

/* Is a point conceded here, as a whole or in part? A trade-off that is declared is no concession. */
static inline bool
wording_concedes(const struct wording *w)
{
	return (wording_says(w, PHRASES_CONCEDE) || wording_says(w, PHRASES_PARTLY)) &&
		!wording_says(w, PHRASES_TRADEOFF);
}

#endif
