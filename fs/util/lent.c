#include "fs/util/lent.h"

#include <assert.h>
#include "validators/text/grow.h"
#include "validators/text/mem.h"

struct lent {
	char *bytes;
	unsigned holds;
	struct lent **home; /* the owner's place; NULL: the owner has gone on, and the last who leaves frees them */
};

struct lent *
lent_take(struct lent **at, const UT_string *text)
{
	if (!*at) {
		*at = mem_calloc(1, sizeof **at);
		**at = (struct lent){.bytes = text->d, .home = at};
	}
	assert((*at)->bytes == text->d);
	(*at)->holds++;
	return *at;
}

void
lent_leave(struct lent *l)
{
	assert(l->holds);
	if (--l->holds)
		return;
	if (l->home)
		*l->home = NULL;
	else
		free(l->bytes);
	free(l);
}

const char *
lent_bytes(const struct lent *l)
{
	return l->bytes;
}

static void
part(struct lent **at)
{
	(*at)->home = NULL;
	*at = NULL;
}

void
lent_grow(struct lent **at, UT_string *text, size_t len)
{
	UT_string copy;
	if (!*at || text->n - text->i > len)
		return;
	assert((*at)->holds);
	part(at);
	utstring_init(&copy);
	grow_for(&copy, text->i + (text->i > len ? text->i : len) + 1);
	utstring_bincpy(&copy, text->d, text->i);
	*text = copy;
}

void
lent_end(struct lent **at, UT_string *text)
{
	if (*at)
		part(at);
	else
		utstring_done(text);
	text->d = NULL;
}

unsigned
pieces_between(const struct iovec *all, unsigned n, uint64_t offset, size_t size, struct iovec *out)
{
	unsigned found = 0;
	for (unsigned i = 0; i < n && size; offset -= offset < all[i].iov_len ? offset : all[i].iov_len, i++) {
		size_t len = offset < all[i].iov_len ? all[i].iov_len - (size_t)offset : 0;
		if (!len)
			continue;
		out[found] = (struct iovec){(char *)all[i].iov_base + offset, len < size ? len : size};
		size -= out[found++].iov_len;
	}
	return found;
}
