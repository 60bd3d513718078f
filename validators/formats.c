/* The list of formats: to add one, add its row. Nothing else knows their names. */
#include "validators/format.h"
#include "validators/socratic.h"

#include <string.h>

const struct format *const formats[] = {
	&format_socratic,
	NULL,
};

const struct format *
format_find(const char *name)
{
	for (const struct format *const *f = formats; *f; f++)
		if (!strcmp((*f)->name, name))
			return *f;
	return NULL;
}

const char *const *
format_names(void)
{
	static const char *names[sizeof formats / sizeof formats[0]];
	for (size_t i = 0; formats[i]; i++)
		names[i] = formats[i]->name;
	return names;
}

const char *const next_step_names[NEXT_STEPS] = {
	[NEXT_WAIT_PEER] = "wait_peer",
	[NEXT_CLAIM_LOCK] = "claim_lock",
	[NEXT_COMPOSE_TURN] = "compose_turn",
	[NEXT_WAIT_TURN] = "wait_turn",
	[NEXT_UPDATE_MARKDOWN] = "update_markdown",
	[NEXT_CLOSED] = "closed",
};
