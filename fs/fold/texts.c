#include "fs/fold/texts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "validators/kit/secret.h"
#include "validators/text/mem.h"

struct made {
	const struct text_row *rows;
	const struct text *const *places;
	struct made *next;
};

static _Atomic(struct made *) all; /* it only grows */

static const struct text *const *
find(const struct text_row *rows)
{
	for (const struct made *m = atomic_load(&all); m; m = m->next)
		if (m->rows == rows)
			return m->places;
	return NULL;
}

/* The tests of texts show that each of them can be read. Memory alone may fail here, and then the daemon ends. */
static const struct text *const *
make(const struct text_row *rows, size_t n)
{
	struct made *m = mem_calloc(1, sizeof *m);
	struct text *texts = mem_calloc(n + 1, sizeof *texts);
	const struct text **places = mem_calloc(n + 1, sizeof *places);
	for (size_t i = 0; i < n; i++) {
		char *fault = NULL;
		int line;
		if (text_take(&rows[i], rows[i].bytes, *rows[i].len, &texts[i], &line, &fault))
			abort();
		places[i] = &texts[i];
	}
	*m = (struct made){.rows = rows, .places = places, .next = atomic_load(&all)};
	atomic_store(&all, m);
	return places;
}

const struct text *const *
texts_made(const struct text_row *rows, size_t n)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	const struct text *const *found = find(rows);
	if (found)
		return found;
	pthread_mutex_lock(&lock);
	found = find(rows);
	if (!found)
		found = make(rows, n);
	pthread_mutex_unlock(&lock);
	return found;
}

const struct secrets *
texts_secrets(void)
{
	return texts_made(&secrets_text, 1)[0]->made;
}
