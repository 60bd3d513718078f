/* A format's own files: see own.h. */
#include "fs/duels/own.h"

#include <assert.h>
#include <stdio.h>

#include "fs/duels/own_tree.h"
#include "fs/duels/duels_inner.h"

const struct format_row *
own_row_at(const struct duel *d, unsigned row)
{
	return row < FORMAT_ROWS_MAX ? format_row_at(d->fold->format, row) : NULL;
}

unsigned
own_count(struct duel *d, unsigned row)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, row);
	if (!r || (!r->many && !r->tree))
		return 0;
	assert(!r->many || !r->tree);
	unsigned n = format_file_count(d->fold->state, r);
	return n < OWN_NUMBER_MAX ? n : OWN_NUMBER_MAX;
}

bool
own_is_there(struct duel *d, unsigned sub)
{
	const struct format_row *r = own_row_at(d, own_row(sub));
	if (r && r->tree)
		return own_tree_holds(d, sub);
	return r && !own_depth(sub) && (!own_number(sub) || own_number(sub) <= own_count(d, own_row(sub)));
}

void
own_name(struct duel *d, unsigned sub, char *out, size_t size)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	char name[FORMAT_NAME_BYTES] = "";
	if (r && r->tree && own_number(sub)) {
		own_tree_name(d, sub, out, size);
		return;
	}
	if (r && own_number(sub))
		r->many->file(d->fold->state, own_number(sub), name);
	snprintf(out, size, "%s", r && own_number(sub) ? name : r ? r->name : "");
}

unsigned
own_find(struct duel *d, unsigned row, const char *name)
{
	assert(d->fold && name);
	const struct format_row *r = own_row_at(d, row);
	if (!r || !r->many)
		return 0;
	unsigned number = r->many->find(d->fold->state, name);
	return number <= OWN_NUMBER_MAX ? number : 0;
}

/* Among many, number 0 is their directory: it has the time of the newest, which is the last of them. There
 * may be thousands. */
static int64_t
newest_ms(struct duel *d, const struct format_row *r, unsigned row)
{
	unsigned last = own_count(d, row);
	return last ? format_file_ms(d->fold->state, r, last) : 0;
}

static int64_t
row_ms(struct duel *d, const struct format_row *r, unsigned sub)
{
	if (r->tree)
		return own_tree_ms(d, sub);
	return r->many && !own_number(sub) ? newest_ms(d, r, own_row(sub))
					   : format_file_ms(d->fold->state, r, own_number(sub));
}

int64_t
own_ms(struct duel *d, unsigned sub)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	int64_t ms = r ? row_ms(d, r, sub) : 0, made_ms = d->created_ms;
	return ms > made_ms ? ms : made_ms;
}

void
render_own(struct duel *d, unsigned sub, UT_string *out)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	if (r)
		format_render(d->fold->state, r, own_number(sub), out);
}
