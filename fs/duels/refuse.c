/*
 * Refusing: kept whole, newest first, for `last_error` (refusals.c); what is refused of a gated file is an entry too,
 * and so an event.
 *
 * A refusal is kept at once, and then its entry goes to the disk. If the server goes away meanwhile, there may be
 * none; last_error has it here.
 *
 * Equal refusals in a row are counted, not repeated. Past limits.events nothing that refuses is logged any more (a
 * flood ends there); it still stands in `last_error`.
 */
#include "fs/duels/duels_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include "validators/text/text.h"

int
refuse_keep(struct duel *d, unsigned seat, const struct caller *who, const char *file, const char *about, int err,
	struct findings *findings)
{
	assert(duels_is_locked(d->duels));
	assert(err < 0 && findings->n);
	assert(file);
	struct refused r = {
		.time_ms = duels_moment(d->duels).now_ms,
		.seat = seat,
		.uid = who->uid,
		.who = refused_by(d->fold, seat, who->uid),
		.file = mem_strdup(file),
		.about = mem_strdup(about ? about : file),
		.err = err,
		.count = 1,
		.taken = refused_taken(d->fold, seat),
	};
	findings_move(&r.findings, findings);
	d->fold->version++;
	refused_keep(d->fold, &r);
	duel_changed(d);
	return err;
}

int
refuse_rule(
	struct duel *d, unsigned seat, const struct caller *who, const char *file, const struct rule *rule,
	const char *format, ...)
{
	assert(rule->err > 0);
	struct findings fs = {0};
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	findings_add(&fs, rule, 0, "%s", text);
	free(text);
	return refuse_keep(d, seat, who, file, NULL, -rule->err, &fs);
}

int
refuse_turn(
	struct duel *d, unsigned seat, uint64_t lease, const struct caller *who, const char *file, int err,
	struct findings *findings)
{
	assert(duels_is_locked(d->duels));
	assert(findings->n);
	struct fold *fold = d->fold;
	struct seat_secret *s = seat ? &fold->secrets[seat - 1] : NULL;
	json_t *data = NULL;
	if (!duel_is_over(d) && !events_full(d) && !d->duels->cut_off) {
		struct refused probe = {.seat = seat,
			.who = refused_by(fold, seat, who->uid),
			.file = (char *)file,
			.err = err,
			.findings = *findings};
		/* one equal to that before it has no entry; but the next release hears of it, after a restart too */
		if (!refused_again(&fold->refused, &probe) || (s && !s->release_must_fail))
			data = refuse_json(err, file, findings);
		free(probe.who);
	}
	refuse_keep(d, seat, who, file, NULL, err, findings);
	if (s)
		s->release_must_fail = true;
	if (data)
		entry_note(d, fold_entry_new(ENTRY_REJECT, seat, lease, data, NULL, 0));
	return err;
}

const struct rule *
store_rule(int err)
{
	return &refusals[err == -ENOSPC ? REFUSAL_STORE_FULL : REFUSAL_STORE_FAILED];
}

const char *
store_refusal(int err)
{
	return err == -ENOSPC ? "the store is full; nothing was changed"
		: err == -ETIMEDOUT
		? "the database cannot be reached; whether this was recorded shows when it is back: "
		  "look then, and try again"
		: err == -EUCLEAN ? "what the store holds is damaged, or contradicts this: nothing was recorded"
		: err == -EROFS ? "a newer duelfs writes here: this host reads only until it has that, too"
				: "the store failed; it must be mounted again";
}

/* A draft that was only rehearsed is not everybody's: of that the rules' sentences stand here. */
void
render_last_error(struct duel *d, unsigned seat, UT_string *out)
{
	const struct refused_list *l = &d->fold->refused;
	unsigned shown = 0;
	for (unsigned i = 0; i < l->n; i++) {
		const char *slash = strrchr(l->v[i].file, '/');
		bool rehearsed = !strcmp(slash ? slash + 1 : l->v[i].file, "check");
		if (seat && l->v[i].seat != seat)
			continue;
		utstring_printf(out, "%s", shown++ ? "\n" : "");
		refused_print(&l->v[i], !rehearsed, out);
	}
}

/* Beside the duels. */

/* The oldest one of whoever has most of them makes place: nobody pushes out what others have to read. */
static unsigned
crowded_out(const struct refused_list *l)
{
	unsigned out = 0, most = 0;
	for (unsigned i = 0; i < l->n; i++) {
		unsigned n = 0;
		for (unsigned k = 0; k < l->n; k++)
			n += l->v[k].uid == l->v[i].uid;
		if (n >= most)
			out = i, most = n;
	}
	return out;
}

#define NAME_HIDDEN "(could-be-a-token)"

const char *
name_shown(const char *name)
{
	return token_is_shaped(name, strlen(name)) ? NAME_HIDDEN : name;
}

const char *
duel_name_shown(const struct duel *d, const char *name)
{
	const char *sign = strrchr(name, '=');
	return token_is_a_seats(d->fold, name) || (sign && token_is_a_seats(d->fold, sign + 1)) ? NAME_HIDDEN : name;
}

int
duels_refuse(struct duels *r, uid_t uid, const char *name, const struct rule *rule, const char *format, ...)
{
	assert(duels_is_locked(r));
	assert(rule->err > 0);
	struct refused refused = {.time_ms = duels_moment(r).now_ms, .uid = uid, .err = -rule->err, .count = 1};
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

void
duels_last_error(struct duels *r, UT_string *out)
{
	assert(duels_is_locked(r));
	refused_print_all(&r->refused, out);
}
