/*
 * Refusing: kept whole, newest first, for `last_error` (refusals.c); what is refused of a gated file is an entry too,
 * and so an event.
 *
 * Equal refusals in a row are counted, not repeated. Past limits.events nothing that refuses is logged any more (a
 * flood ends there); it still stands in `last_error`.
 */
#include "fs/registry/registry_inner.h"

#include <assert.h>
#include <stdarg.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

static void
refuse_push(struct duel *d, unsigned seat, uid_t uid, const char *file, const char *about, int err,
	struct findings *findings)
{
	assert(err < 0 && findings->n);
	assert(file && about);
	struct refused r = {
		.time_ms = registry_moment(d->registry).now_ms,
		.seat = seat,
		.uid = uid,
		.who = refused_by(d->fold, seat, uid),
		.file = tokens_mask_name(d->fold, file),
		.about = tokens_mask_name(d->fold, about),
		.err = err,
		.count = 1,
		.taken = refused_taken(d->fold, seat),
	};
	tokens_mask(d->fold, findings);
	findings_move(&r.findings, findings);
	d->fold->version++;
	refused_keep(d->fold, &r);
	duel_changed(d);
}

int
refuse_keep(struct duel *d, unsigned seat, uid_t uid, const char *file, int err, struct findings *findings)
{
	return refuse_about(d, seat, uid, file, file, err, findings);
}

int
refuse_about(struct duel *d, unsigned seat, uid_t uid, const char *file, const char *about, int err,
	struct findings *findings)
{
	assert(registry_is_locked(d->registry));
	refuse_push(d, seat, uid, file, about, err, findings);
	return err;
}

int
refuse_rule(
	struct duel *d, unsigned seat, uid_t uid, const char *file, const struct rule *rule, const char *format, ...)
{
	assert(rule->err > 0);
	struct findings fs = {0};
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	findings_add(&fs, rule, 0, "%s", text);
	free(text);
	return refuse_keep(d, seat, uid, file, -rule->err, &fs);
}

int
refuse_turn(
	struct duel *d, unsigned seat, uint64_t lease, uid_t uid, const char *file, int err, struct findings *findings)
{
	assert(registry_is_locked(d->registry));
	assert(findings->n);
	struct fold *fold = d->fold;
	tokens_mask(d->fold, findings);
	json_t *data = refuse_json(err, file, findings);
	bool full = events_full(d), lazy = !d->queue.busy && !duel_is_closed(d);
	struct refused probe = {.seat = seat,
		.who = refused_by(fold, seat, uid),
		.file = (char *)file,
		.err = err,
		.findings = *findings};
	bool under_lease = lease && lease == fold->lease.number && fold->lease.holder;
	/* the next release hears of it, after a restart too */
	bool again = refused_again(&fold->refused, &probe) && (!under_lease || fold->lease.refused);
	free(probe.who);
	if (again || !lazy || (full && !under_lease)) {
		refuse_push(d, seat, uid, file, file, err, findings);
		fold->lease.refused |= under_lease;
	} else {
		char *text = mem_check(json_dumps(data, JSON_COMPACT));
		findings_free(findings); /* folding the entry keeps it */
		(full ? unlogged_hold : entry_put)(d, entry_new(ENTRY_REJECT, seat, lease, text, NULL, 0));
		free(text);
	}
	json_decref(data);
	return err;
}

int
duel_refuse(
	struct duel *d, const struct caller *who, const char *file, const struct rule *rule, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	int err = refuse_rule(d, 0, who->uid, file, rule, "%s", text);
	free(text);
	return err;
}

void
render_last_error(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	refused_print_all(&d->fold->refused, out);
}

/* Words are for the seat's own user (DESK_OWN). */
void
render_seat_last_error(struct duel *d, unsigned sub, UT_string *out)
{
	const struct refused_list *l = &d->fold->refused;
	unsigned seat = desk_seat(sub), shown = 0;
	if (desk_is_sealed(d, seat)) {
		utstring_printf(out, "%s", DESK_SEALED);
		return;
	}
	for (unsigned i = 0; i < l->n; i++) {
		if (l->v[i].seat != seat)
			continue;
		utstring_printf(out, "%s", shown++ ? "\n" : "");
		(sub & DESK_OWN ? refused_print : refused_print_ids)(&l->v[i], out);
	}
}

/* Beside the duels. */

static unsigned
count_of(const struct refused_list *l, uid_t uid)
{
	unsigned n = 0;
	for (unsigned i = 0; i < l->n; i++)
		n += l->v[i].uid == uid;
	return n;
}

/* The oldest one of whoever has most of them makes place: nobody pushes out what others have to read. */
static unsigned
crowded_out(const struct refused_list *l)
{
	unsigned out = 0, most = 0;
	for (unsigned i = 0; i < l->n; i++) {
		unsigned n = count_of(l, l->v[i].uid);
		if (n >= most)
			out = i, most = n;
	}
	return out;
}

int
registry_refuse(struct registry *r, uid_t uid, const char *name, const struct rule *rule, const char *format, ...)
{
	assert(registry_is_locked(r));
	assert(rule->err > 0);
	struct refused refused = {.time_ms = registry_moment(r).now_ms, .uid = uid, .err = -rule->err, .count = 1};
	UT_string quoted;
	va_list args;
	utstring_init(&quoted);
	text_escape(&quoted, name, strlen(name), LIMIT_QUOTE_BYTES);
	va_start(args, format);
	char *sentence = mem_vformat(format, args);
	va_end(args);
	findings_add(&refused.findings, rule, 0, "%s", sentence);
	free(sentence);
	refused.who = mem_format("uid %u", (unsigned)uid);
	refused.file = mem_strdup(utstring_body(&quoted));
	refused.about = utstring_body(&quoted);
	refused_push(&r->refused, &refused, crowded_out(&r->refused));
	return -rule->err;
}

int64_t
registry_refused_ms(const struct registry *r)
{
	assert(registry_is_locked(r));
	return r->refused.n ? r->refused.changed_ms : r->started_ms;
}

void
registry_last_error(struct registry *r, UT_string *out)
{
	assert(registry_is_locked(r));
	refused_print_all(&r->refused, out);
}
