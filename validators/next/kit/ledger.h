/*
 * Verbs: the rows of the table that a section's items begin with (`- C1.1: rebutted — …`). What a verb does to a point
 * is the ledger's; a section without points (`- new — …`, `- [security] none: …`) has verbs too, with 0 in what is
 * the ledger's.
 */
#ifndef VALIDATORS_NEXT_KIT_LEDGER_H
#define VALIDATORS_NEXT_KIT_LEDGER_H

struct verb_row {
	const char *word; /* NULL ends the table */
};

#endif
