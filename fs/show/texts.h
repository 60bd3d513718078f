/*
 * The texts of README.md and prompt.md: templates that are built in (validators/kit/template.h).
 */
#ifndef FS_SHOW_TEXTS_H
#define FS_SHOW_TEXTS_H

enum guide_text {
	GUIDE_MOUNT,
	GUIDE_PART,   /* a duel's README.md */
	GUIDE_MOVE,   /* a prompt */
	GUIDE_CLOSED, /* the same once nothing is asked of anybody any more */
	GUIDE_TEXTS
};
extern const char *const guide_texts[GUIDE_TEXTS];

#endif
