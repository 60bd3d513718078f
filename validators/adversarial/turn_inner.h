/*
 * A turn on its way from bytes to findings: what turn.c and its neighbours share, and nobody else includes.
 */
#ifndef VALIDATORS_ADVERSARIAL_TURN_INNER_H
#define VALIDATORS_ADVERSARIAL_TURN_INNER_H

#include "validators/adversarial/turn.h"

enum section_id {
	SECTION_ANSWERS,
	SECTION_CLAIMS,
	SECTION_ARGUMENT,
	SECTION_RULINGS,
	SECTION_DEFLECTIONS,
	SECTION_PRESS,
	SECTION_FINDINGS,
	SECTION_MUTATIONS,
	SECTIONS
};
extern const struct section_row adversarial_sections[SECTIONS];

struct turn_reading {
	struct hearing *h;
	const struct turn_ask *ask; /* NULL: read from the record, nothing is judged */
	struct turn_text *t;
	bool moderator;
	struct section sections[SECTIONS];
	int answers_line;           /* 0: there are none */
	/* of *t, ADVERSARIAL_ITEMS of each */
	struct claim_item *items, *press;
	struct deflection_item *deflections;
	const char **findings;
	struct mutation_item *mutations;
};

#define REPORT(r, rule, at, ...) HEARING_REPORT((r)->h, &adversarial_rules[rule], at, __VA_ARGS__)

/* heading.c */
void turn_heading_judge(struct turn_reading *r);

/* read.c: the outline, and the items of its sections, each with what is wrong with its form. */
void turn_read_outline(struct turn_reading *r);
void turn_read_items(struct turn_reading *r);
/* `L-003` and `arg-014` as anybody types them, the latter with its slug behind it or not. */
#define ARGUMENT_BYTES 16
bool
turn_skip_claim(struct reader *r, unsigned *number);
bool
turn_skip_argument(struct reader *r, char id[ARGUMENT_BYTES]);
bool
turn_ends_word(const struct reader *r);

/* ground.c: does what an argument is lowered for name anything that is there? */
void
turn_judge_ground(struct turn_reading *r, const struct mutation_item *m);

#endif
