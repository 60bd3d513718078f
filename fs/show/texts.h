/*
 * What README.md and prompt.md say: texts that are built in (validators/kit/texts.h), templates each.
 */
#ifndef FS_SHOW_TEXTS_H
#define FS_SHOW_TEXTS_H

#include "validators/kit/texts.h"

enum guide_text {
	GUIDE_MOUNT,
	GUIDE_PART,   /* a duel's README.md */
	GUIDE_MOVE,   /* a prompt */
	GUIDE_CLOSED, /* the same once nothing is asked of anybody any more */
	GUIDE_TEXTS
};
extern const struct text_row guide_texts[GUIDE_TEXTS];

#endif
