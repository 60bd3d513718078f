#include "validators/socratic/items.h"

#include <stdatomic.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

struct items {
	atomic_uint refs;
	unsigned ids; /* that were given out */
	size_t n;
	struct item *v;
};

struct items *
items_hold(struct items *items)
{
	if (items)
		atomic_fetch_add_explicit(&items->refs, 1, memory_order_relaxed);
	return items;
}

void
items_drop(struct items *items)
{
	if (!items || atomic_fetch_sub_explicit(&items->refs, 1, memory_order_acq_rel) != 1)
		return;
	for (size_t i = 0; i < items->n; i++) {
		free(items->v[i].words);
		free(items->v[i].folded);
	}
	free(items->v);
	free(items);
}

/* With room for `more`. */
static struct items *
copy(const struct items *from, size_t more)
{
	struct items *items = mem_calloc(1, sizeof *items);

	atomic_init(&items->refs, 1);
	items->v = mem_calloc((from ? from->n : 0) + more, sizeof *items->v);
	for (size_t i = 0; from && i < from->n; i++) {
		items->v[i] = from->v[i];
		items->v[i].words = mem_strdup(from->v[i].words);
		items->v[i].folded = mem_strdup(from->v[i].folded);
	}
	items->n = from ? from->n : 0;
	items->ids = from ? from->ids : 0;
	return items;
}

/* Raised in these words and not settled; with an id, where `numbered`. */
static struct item *
find_words(const struct items *items, const char *folded, bool numbered)
{
	for (size_t i = 0; i < items->n; i++)
		if (items->v[i].state != ITEM_SETTLED && (items->v[i].id || !numbered) &&
			!strcmp(items->v[i].folded, folded))
			return &items->v[i];
	return NULL;
}

static void
raise(struct items *items, struct item item, const char *words, size_t len, char *folded)
{
	item.words = text_fold_space(words, len);
	item.folded = folded;
	items->v[items->n++] = item;
}

/* Its raiser has spoken of an item that is not settled. */
static void
take(struct item *item, enum item_as as)
{
	if (as == ITEM_AS_SETTLED)
		item->state = ITEM_SETTLED;
	else if (as != ITEM_AS_NAMED)
		item->state = as == ITEM_AS_BLOCKING ? ITEM_BLOCKING : ITEM_OPEN;
}

static void
take_words(struct items *items, unsigned seat, unsigned turn, const struct item_said *said, const char *text)
{
	char *folded = text_fold_words(text + said->off, said->len);
	struct item *known = find_words(items, folded, false);
	bool blocks = said->as == ITEM_AS_BLOCKING;

	/* What did not block, and does now, is an item anew. */
	if (known && blocks && !known->id) {
		known->state = ITEM_SETTLED;
		known = NULL;
	}
	if (known && known->seat == seat) {
		take(known, said->as);
	} else if (!known) {
		raise(items,
			(struct item){ .id = blocks ? ++items->ids : 0,
				.seat = seat,
				.turn = turn,
				.state = blocks ? ITEM_BLOCKING : ITEM_OPEN },
			text + said->off, said->len, folded);
		folded = NULL;
	}
	free(folded);
}

struct items *
items_after(const struct items *before, unsigned seat, unsigned turn, const struct item_said *said, size_t n,
	const char *text)
{
	struct items *items = copy(before, n);

	for (size_t i = 0; i < n; i++) {
		struct item *item = (struct item *)items_find(items, said[i].id);

		if (!said[i].id)
			take_words(items, seat, turn, &said[i], text);
		else if (item && item->seat == seat && item->state != ITEM_SETTLED)
			take(item, said[i].as);
	}
	return items;
}

const struct item *
items_at(const struct items *items, size_t i)
{
	return items && i < items->n ? &items->v[i] : NULL;
}

const struct item *
items_find(const struct items *items, unsigned id)
{
	for (size_t i = 0; id && items && i < items->n; i++)
		if (items->v[i].id == id)
			return &items->v[i];
	return NULL;
}

const struct item *
items_known(const struct items *items, const char *words, size_t len)
{
	char *folded = text_fold_words(words, len);
	const struct item *known = items ? find_words(items, folded, true) : NULL;

	free(folded);
	return known;
}

unsigned
items_last_id(const struct items *items)
{
	return items ? items->ids : 0;
}

unsigned
items_blocking(const struct items *items)
{
	unsigned n = 0;

	for (size_t i = 0; items && i < items->n; i++)
		n += items->v[i].state == ITEM_BLOCKING;
	return n;
}

void
item_put(UT_string *out, const struct item *item)
{
	item_put_words(out, item->words, ITEM_SHOWN_BYTES);
}

void
item_put_words(UT_string *out, const char *said, size_t max_bytes)
{
	size_t len = strlen(said), cut = text_cut(said, len, max_bytes);
	char *words = mem_format("%.*s%s", (int)cut, said, cut < len ? "…" : "");

	for (char *dots; (dots = strstr(words, "..."));) {
		memcpy(dots, "…", 3);
		memmove(dots + 3, dots + 3 + strspn(dots + 3, "."), strlen(dots + 3 + strspn(dots + 3, ".")) + 1);
	}
	md_escape(out, words);
	free(words);
}

size_t
item_id_read(const char *s, const char *end, unsigned *id)
{
	struct reader r = { s, end };
	const char *digits;
	bool alone;

	if ((!skip_char(&r, 'U') && !skip_char(&r, 'u')) || !skip_dash(&r, &alone))
		return 0;
	digits = r.s;
	if (!skip_number(&r, id) || !*id || r.s - digits > 3 * ITEM_ID_DIGITS || (left(&r) && isalnum((unsigned char)*r.s)))
		return 0;
	return (size_t)(r.s - s);
}
