/* One duel as its readers see it: touching it, and what each of its files shows. */
#include <assert.h>
#include <utlist.h>

#include "fs/duels/duels_inner.h"

int
duel_settle(struct duel *d)
{
	int err = duel_load(d);
	if (err)
		return err;
	DL_DELETE(d->duels->lives, d->live);
	DL_PREPEND(d->duels->lives, d->live);
	if (!duel_is_owed(d))
		return 0;
	err = duel_enter(d);
	if (!err)
		duel_leave(d);
	return err;
}

bool
duel_may_make(const struct duel *d, uid_t uid)
{
	return !uid || uid == d->uid;
}

void
bytes_record(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	(void)sub;
	record_whole(d->fold, bytes, len);
}

void
bytes_events(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	assert(d->fold);
	(void)sub;
	*bytes = utstring_body(&d->fold->events);
	*len = utstring_len(&d->fold->events);
}

void
bytes_source(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	const struct source *s = d->fold->source;
	(void)sub;
	*bytes = s ? s->text : "";
	*len = s ? s->len : 0;
}

void
bytes_turn(struct duel *d, unsigned sub, const char **bytes, size_t *len)
{
	bool there = sub >= 1 && sub <= debate_pieces(d->fold->state);
	struct turn_slice t = there ? debate_turn(d->fold->state, sub - 1) : (struct turn_slice){0};
	*bytes = utstring_body(&d->fold->record) + t.offset;
	*len = t.len;
}

void
render_evidence(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	cited_print(d->fold, out);
}

void
render_config(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	rules_print(&d->fold->rules, false, out);
}

void
render_desk(struct duel *d, unsigned seat, UT_string *out)
{
	handed_print(d->fold, seat, out);
}

void
render_seat_check(struct duel *d, unsigned seat, UT_string *out)
{
	const char *text = d->fold->secrets[seat - 1].check.text;
	utstring_printf(out, "%s", text ? text : "");
}

size_t
duel_record_len(struct duel *d)
{
	assert(d->fold);
	const char *bytes;
	size_t len;
	record_stored(d->fold, &bytes, &len);
	return len;
}

