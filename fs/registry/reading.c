/* What readers have open: see reading.h. */
#include "fs/registry/reading.h"

#include <assert.h>
#include <errno.h>
#include <sys/mman.h>
#include "fs/registry/registry_inner.h"
#include "validators/text/mem.h"

struct holder {
	struct usage *usage;
	unsigned holds;
	struct holder *next;
};

struct reading {
	struct registry *registry;
	uint64_t version;
	const char *bytes;
	size_t len; /* of these */
	struct lent *lent; /* bytes that stand among them, at quote.at; NULL: none */
	struct quote quote;
	const struct source *source; /* whose bytes they are; NULL: its own */
	struct reading **known;
	bool mapped;
	unsigned keeps;        /* all that keep it, holders' holds among them */
	struct holder *holders; /* one a uid */
	struct holder one;      /* the first of them, most often: no memory of its own */
	char own[];            /* the bytes, where they are few */
};

static size_t
cost(const struct reading *g)
{
	return reading_len(g) + READING_COST;
}

static struct reading *
new(struct registry *r, size_t own, size_t len, struct quote q)
{
	assert(registry_is_locked(r));
	struct reading *g = mem_check(malloc(sizeof *g + own));
	*g = (struct reading){.registry = r, .bytes = g->own, .len = len, .quote = q, .keeps = 1};
	r->reader_bytes += (int64_t)cost(g);
	return g;
}

static struct reading *
new_copy(struct registry *r, const UT_string *text, struct quote q)
{
	size_t len = utstring_len(text);
	bool mapped = len >= READING_MAPPED_BYTES;
	struct reading *g = new(r, mapped ? 0 : len, len, q);
	char *to = g->own;
	if (mapped) {
		to = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (to == MAP_FAILED)
			abort();
		g->bytes = to;
		g->mapped = true;
	}
	memcpy(to, utstring_body(text), len);
	return g;
}

struct reading *
reading_new(struct registry *r, const UT_string *text)
{
	return new_copy(r, text, (struct quote){0});
}

struct reading *
reading_quoting(struct duel *d, const UT_string *text, struct quote q)
{
	struct reading *g = new_copy(d->registry, text, q);
	if (q.len)
		g->lent = lent_take(&d->fold->lent, &d->fold->record);
	return g;
}

struct reading *
reading_of_source(struct registry *r, const struct source *source)
{
	assert(source);
	struct reading *g = new(r, 0, source->len, (struct quote){0});
	g->bytes = source->text;
	g->source = source;
	return g;
}

size_t
reading_len(const struct reading *g)
{
	return g->len + g->quote.len;
}

static bool
has_own(const struct reading *g, const UT_string *text)
{
	return g->len == utstring_len(text) && !memcmp(g->bytes, utstring_body(text), g->len);
}

bool
reading_is(const struct reading *g, const UT_string *text)
{
	return !g->lent && has_own(g, text);
}

/* Of one owner's bytes the first so many are always the same. */
bool
reading_quotes(const struct reading *g, const struct duel *d, const UT_string *text, struct quote q)
{
	return g->lent && g->quote.at == q.at && g->quote.len == q.len && has_own(g, text) &&
		(g->lent == d->fold->lent || !memcmp(lent_bytes(g->lent), utstring_body(&d->fold->record), q.len));
}

bool
reading_is_source(const struct reading *g, const struct source *source)
{
	return g->source == source;
}

unsigned
reading_pieces(const struct reading *g, uint64_t offset, size_t size, struct iovec out[READING_PIECES])
{
	char *bytes = (char *)g->bytes;
	const struct iovec all[READING_PIECES] = {
		{bytes, g->lent ? g->quote.at : g->len},
		{g->lent ? (char *)lent_bytes(g->lent) : NULL, g->quote.len},
		{bytes + g->quote.at, g->lent ? g->len - g->quote.at : 0},
	};
	return pieces_between(all, READING_PIECES, offset, size, out);
}

struct iovec
reading_bytes(const struct reading *g)
{
	assert(!g->lent);
	return (struct iovec){(char *)g->bytes, g->len};
}

uint64_t
reading_version(const struct reading *g)
{
	return g->version;
}

void
reading_note_version(struct reading *g, uint64_t version)
{
	g->version = version;
}

void
reading_watch(struct reading *g, struct reading **known)
{
	g->known = known;
}

void
reading_keep(struct reading *g)
{
	assert(g->keeps);
	g->keeps++;
}

void
reading_leave(struct reading *g)
{
	assert(registry_is_locked(g->registry));
	assert(g->keeps);
	if (--g->keeps)
		return;
	if (g->known)
		*g->known = NULL;
	g->registry->reader_bytes -= (int64_t)cost(g);
	duel_source_drop(g->source);
	if (g->lent)
		lent_leave(g->lent);
	if (g->mapped)
		munmap((char *)g->bytes, g->len);
	free(g);
}

static struct holder **
holder_of(struct reading *g, uid_t uid)
{
	struct holder **at = &g->holders;
	while (*at && (*at)->usage->uid != uid)
		at = &(*at)->next;
	return at;
}

/* It counts in the mount already. */
static int
has_room(const struct reading *g, const struct usage *u, size_t over)
{
	const struct mount_limits *l = &g->registry->given.config.limits;
	int64_t held = u->reader_bytes + (int64_t)cost(g);
	if (held > l->reader_bytes_per_uid + (int64_t)over)
		return -ENOSPC;
	return g->registry->reader_bytes > l->reader_bytes + (int64_t)over && held > READING_FLOOR ? -ENOSPC : 0;
}

int
reading_hold(struct reading *g, uid_t uid, size_t over)
{
	assert(registry_is_locked(g->registry));
	assert(g->keeps);
	struct holder **at = holder_of(g, uid), *h = *at;
	if (!h) {
		struct usage *u = registry_usage(g->registry, uid);
		int err = has_room(g, u, over);
		if (err)
			return err;
		h = *at = g->one.usage ? mem_calloc(1, sizeof *h) : &g->one;
		h->usage = u;
		u->reader_bytes += (int64_t)cost(g);
	}
	h->holds++;
	reading_keep(g);
	return 0;
}

void
reading_drop(struct reading *g, uid_t uid)
{
	struct holder **at = holder_of(g, uid), *h = *at;
	assert(registry_is_locked(g->registry));
	assert(h && h->holds);
	if (!--h->holds) {
		h->usage->reader_bytes -= (int64_t)cost(g);
		*at = h->next;
		if (h == &g->one)
			*h = (struct holder){0};
		else
			free(h);
	}
	reading_leave(g);
}
