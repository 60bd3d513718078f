/* Questions to the list of formats: see formats.h. */
#include "validators/formats.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

/* More than there will ever be. */
#define FORMATS_MAX 16

const struct format *
format_find(const char *name)
{
	for (const struct format *const *f = formats; *f; f++)
		if (!strcmp((*f)->name, name))
			return *f;
	return NULL;
}

static const char *names[FORMATS_MAX + 1];

static void
names_fill(void)
{
	for (size_t i = 0; formats[i]; i++) {
		assert(i < FORMATS_MAX);
		names[i] = formats[i]->name;
	}
}

/* Rules are read by several threads at a time. */
const char *const *
format_names(void)
{
	static pthread_once_t filled = PTHREAD_ONCE_INIT;

	pthread_once(&filled, names_fill);
	return names;
}
