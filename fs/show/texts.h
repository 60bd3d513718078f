/*
 * What README.md and prompt.md say: texts that are built in (validators/kit/texts.h), templates each.
 */
#ifndef FS_SHOW_TEXTS_H
#define FS_SHOW_TEXTS_H

#include "validators/kit/texts.h"

enum guide_text {
	GUIDE_MOUNT,
	GUIDE_DUEL,
	GUIDE_PART,   /* the same of a format with short prompts */
	GUIDE_PROMPT,
	GUIDE_MOVE,   /* the same of a format with short prompts */
	GUIDE_CLOSED, /* a prompt once the duel is closed */
	GUIDE_ASK,    /* a prompt for who answers without tools */
	GUIDE_DUE,    /* what both say of the text that is due */
	GUIDE_HAND_IN,
	GUIDE_TERMS,
	GUIDE_ENDINGS,
	GUIDE_RULES,
	GUIDE_TEXTS
};
extern const struct text_row guide_texts[GUIDE_TEXTS];

#endif
