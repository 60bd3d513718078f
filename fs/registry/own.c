/* A format's own files: see own.h. */
#include "fs/registry/own.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "fs/registry/own_tree.h"
#include "fs/registry/registry_inner.h"

const struct format_row *
own_row_at(const struct duel *d, unsigned row)
{
	const struct format *f = d->fold->format;
	return row < f->n_rows && row < FORMAT_ROWS_MAX ? &f->rows[row] : NULL;
}

bool
own_is_live(const struct duel *d, unsigned row)
{
	const struct format_row *r = own_row_at(d, row);
	return r && r->tree && r->tree->propose;
}

static const char *
name_in_directory(const struct format_row *r)
{
	const char *slash = strchr(r->name, '/');
	return slash ? slash + 1 : r->name;
}

unsigned
own_row_in(const struct duel *d, unsigned row)
{
	const struct format_row *r = own_row_at(d, row), *dir;
	size_t len = r ? (size_t)(name_in_directory(r) - r->name) : 0;
	for (unsigned at = 0; len && (dir = own_row_at(d, at)); at++)
		if (dir->tree && strlen(dir->name) == len - 1 && !memcmp(dir->name, r->name, len - 1))
			return at + 1;
	assert(!len);
	return 0;
}

unsigned
own_count(struct duel *d, unsigned row)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, row);
	struct context ctx;
	if (!r || (!r->many && !r->tree))
		return 0;
	assert(!r->many || !r->tree);
	fold_context(d->fold, &ctx);
	unsigned n = (r->many ? r->many->count : r->tree->count)(d->fold->state, &ctx);
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
	struct context ctx;
	if (r && r->tree && own_number(sub)) {
		own_tree_name(d, sub, out, size);
		return;
	}
	fold_context(d->fold, &ctx);
	if (r && own_number(sub))
		r->many->name(d->fold->state, &ctx, own_number(sub), name);
	snprintf(out, size, "%s", r && own_number(sub) ? name : r ? name_in_directory(r) : "");
}

unsigned
own_find(struct duel *d, unsigned row, const char *name)
{
	assert(d->fold && name);
	const struct format_row *r = own_row_at(d, row);
	struct context ctx;
	if (!r || !r->many)
		return 0;
	fold_context(d->fold, &ctx);
	unsigned number = r->many->find(d->fold->state, &ctx, name);
	return number <= OWN_NUMBER_MAX ? number : 0;
}

/* Of many that whose number is 0 is their directory: it has the time of the newest, which is the last of them. There
 * may be thousands. */
static int64_t
newest_ms(struct duel *d, unsigned row, const struct format_many *many, const struct context *ctx)
{
	unsigned last = own_count(d, row);
	return last ? many->time_ms(d->fold->state, ctx, last) : 0;
}

static int64_t row_ms(struct duel *d, const struct format_row *r, unsigned sub);

/* Of the directory of a tree, with those files that are no entries of it. */
static int64_t
tree_ms(struct duel *d, unsigned sub)
{
	int64_t ms = own_tree_ms(d, sub);
	const struct format_row *r;
	for (unsigned row = 0; !own_number(sub) && (r = own_row_at(d, row)); row++) {
		int64_t file_ms = own_row_in(d, row) == own_row(sub) + 1 ? row_ms(d, r, own_sub(row, 0)) : 0;
		ms = file_ms > ms ? file_ms : ms;
	}
	return ms;
}

static int64_t
row_ms(struct duel *d, const struct format_row *r, unsigned sub)
{
	const struct fold *fold = d->fold;
	struct context ctx;
	fold_context(d->fold, &ctx);
	if (r->many && r->many->time_ms)
		return own_number(sub) ? r->many->time_ms(fold->state, &ctx, own_number(sub))
				       : newest_ms(d, own_row(sub), r->many, &ctx);
	if (r->tree)
		return tree_ms(d, sub);
	return r->time_ms ? r->time_ms(fold->state, &ctx) : duel_updated_ms(d);
}

int64_t
own_ms(struct duel *d, unsigned sub)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	int64_t ms = r ? row_ms(d, r, sub) : 0, made_ms = duel_created_ms(d);
	return ms > made_ms ? ms : made_ms;
}

void
render_own(struct duel *d, unsigned sub, UT_string *out)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	struct context ctx;
	if (!r)
		return;
	const char *bytes;
	size_t len;
	if (own_bytes(d, sub, &bytes, &len)) {
		utstring_bincpy(out, bytes, len);
		return;
	}
	fold_context(d->fold, &ctx);
	d->fold->format->render(d->fold->state, &ctx, r->id, own_number(sub), out);
}

bool
own_bytes(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	struct context ctx;
	if (!r || !r->tree || !r->tree->bytes)
		return false;
	assert(!own_is_folder(sub));
	const struct fstate *state = sub & OWN_PROPOSED ? duel_proposed(d) : d->fold->state;
	fold_context(d->fold, &ctx);
	*bytes = "";
	*len = 0;
	if (state && own_number(sub) <= r->tree->count(state, &ctx)) /* what was proposed may be gone */
		r->tree->bytes(state, &ctx, own_number(sub), bytes, len);
	return true;
}
