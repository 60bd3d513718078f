/*
 * The refusals that a duel keeps: the list behind `last_error`, whose places are shared out between participants and
 * strangers, and what of it comes back from the log. If a format wants it, the warnings of a text that was accepted
 * stand among them.
 *
 * Strangers, whose opens fail as often as they like, do not push out what participants have to read: see
 * LIMIT_STRANGERS_ERRORS.
 */
#include "fs/duel/fold.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <utlist.h>
#include "fs/util/errnos.h"
#include "fs/util/sight.h"
#include "validators/kit/rules.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

char *
refused_by(const struct fold *fold, unsigned seat, uid_t uid)
{
	char text[32];
	if (seat >= 1 && seat <= fold->n_seats)
		return mem_strdup(fold->seats[seat - 1]->name);
	snprintf(text, sizeof text, "uid %u", (unsigned)uid);
	return mem_strdup(text);
}

/* A participant's uid stands for it where no seat was named: an open of debate.md without the floor. */
static bool
refused_stranger(const struct fold *fold, const struct refused *r)
{
	if (r->seat)
		return false;
	for (unsigned seat = 1; seat <= fold->n_seats; seat++)
		if (fold_is_own(fold, seat, r->uid))
			return false;
	return true;
}

const struct refused *
refused_last(const struct fold *fold, unsigned seat, bool of_text)
{
	for (unsigned i = 0; seat && i < fold->refused.n; i++) {
		const struct refused *r = &fold->refused.v[i];
		bool its_text = r->err == -EINVAL || r->err == -EFBIG || r->err == -EILSEQ;
		if (!r->err || r->seat != seat || (of_text && !its_text))
			continue;
		char *desk = seat_path(fold, seat, "turn.md");
		bool gated = !strcmp(r->file, "debate.md") || !strcmp(r->file, desk);
		free(desk);
		if (gated)
			return refused_taken(fold, seat) == r->taken ? r : NULL;
	}
	return NULL;
}

/* Which refusal makes place for `r` in a list that is full: a stranger's oldest where strangers have more than their
 * share, or would have it; else the oldest that no seat is shown as its own, in status or a prompt, if there is one. */
static unsigned
refused_out(const struct fold *fold, const struct refused *r)
{
	unsigned strangers = refused_stranger(fold, r), oldest = LIMIT_LAST_ERRORS - 1;
	for (unsigned i = 0; i < fold->refused.n; i++)
		if (refused_stranger(fold, &fold->refused.v[i])) {
			strangers++;
			oldest = i;
		}
	if (strangers > LIMIT_STRANGERS_ERRORS || fold->refused.n < LIMIT_LAST_ERRORS)
		return oldest;
	for (unsigned i = LIMIT_LAST_ERRORS; i-- > 0;) {
		const struct refused *old = &fold->refused.v[i];
		if (old != refused_last(fold, old->seat, false) && old != refused_last(fold, old->seat, true))
			return i;
	}
	return LIMIT_LAST_ERRORS - 1;
}

void
refused_keep(struct fold *fold, struct refused *r)
{
	assert(r->who && r->file && r->about && r->err <= 0);
	unsigned out = refused_out(fold, r), seats[] = {r->seat, 0};
	if (fold->refused.n == LIMIT_LAST_ERRORS)
		seats[1] = fold->refused.v[out].seat;
	refused_push(&fold->refused, r, out);
	for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
		if (seats[i] >= 1 && seats[i] <= fold->n_seats)
			fold->secrets[seats[i] - 1].refused_ms = fold->refused.changed_ms;
}

const struct refused *
refused_of_text(const struct fold *fold, unsigned seat)
{
	for (unsigned i = 0; i < fold->refused.n; i++)
		if (strcmp(fold->refused.v[i].file, "lock") && fold->refused.v[i].seat == seat)
			return &fold->refused.v[i];
	return NULL;
}

unsigned
refused_taken(const struct fold *fold, unsigned seat)
{
	return seat >= 1 && seat <= fold->n_seats ? fold->secrets[seat - 1].accepted_texts : 0;
}

json_t *
refuse_json(int err, const char *file, const struct findings *findings)
{
	assert(err < 0 && file);
	json_t *rules = json_array(), *list = json_array();
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		json_array_append_new(rules, json_string(f->rule->id));
		json_array_append_new(list,
			json_pack("{s:s,s:i,s:s,s:s*,s:b}", "rule", f->rule->id, "line", f->line, "text", f->text,
				"path", f->path, "warning", f->rule->severity == SEVERITY_WARNING));
	}
	return json_pack("{s:s,s:s,s:o,s:o}", "errno", errno_name(err), "file", file, "rules", rules, "findings", list);
}

/* Rules are found again by their ids; one that this version no longer has is shown under its old id. */
static const struct rule *
rule_named(const struct format *format, const char *id)
{
	const struct {
		const struct rule *rules;
		size_t n;
	} tables[] = {{format->rules, format->n_rules}, {kit_rules, KIT_RULES}, {&text_secret_warned, 1},
		{text_rules, TEXT_RULES}, {refusals, REFUSALS}, {lookup_rules, LOOKUP_RULES}};
	for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
		for (size_t i = 0; i < tables[t].n; i++)
			if (!strcmp(tables[t].rules[i].id, id))
				return &tables[t].rules[i];
	return &refusals[REFUSAL_VALUE_BAD];
}

/* An entry is named by its hash: it covers where in the log it is, and when it was made. */
struct open_reject {
	unsigned char hash[ENTRY_HASH_BYTES];
	struct open_reject *next;
};

void
refuse_open(struct fold *fold, const struct entry *e)
{
	assert(e->kind == ENTRY_REJECT);
	struct open_reject *o = mem_calloc(1, sizeof *o);
	memcpy(o->hash, e->hash, sizeof o->hash);
	LL_PREPEND(fold->open, o);
}

void
refuse_open_free(struct fold *fold)
{
	struct open_reject *o, *next;
	LL_FOREACH_SAFE(fold->open, o, next)
		free(o);
	fold->open = NULL;
}

void
refuse_fold(struct fold *fold, const struct entry *e, json_t *data)
{
	assert(e->kind == ENTRY_REJECT);
	const struct open_reject *o;
	bool kept = e == fold->kept;
	LL_FOREACH(fold->open, o)
		kept = kept || !memcmp(o->hash, e->hash, sizeof o->hash);
	/* it has the place in the log that each of the open ones would have, or a later one: that is settled now */
	refuse_open_free(fold);
	if (kept)
		return;
	const char *file = json_string_value(json_object_get(data, "file"));
	struct findings fs = {0};
	size_t i;
	json_t *f;
	json_array_foreach(json_object_get(data, "findings"), i, f) {
		const char *path = json_string_value(json_object_get(f, "path")),
			   *text = json_string_value(json_object_get(f, "text")) ?: "",
			   *id = json_string_value(json_object_get(f, "rule")) ?: "";
		int line = (int)json_integer_value(json_object_get(f, "line"));
		const struct rule *rule = rule_named(fold->format, id);
		if (rule->strict && json_is_false(json_object_get(f, "warning")))
			rule = rule->strict;
		if (path)
			findings_add_path(&fs, rule, line, path, "%s", text);
		else
			findings_add(&fs, rule, line, "%s", text);
	}
	struct refused r = {
		.time_ms = e->time_ms,
		.seat = e->seat,
		.uid = (uid_t)-1,
		.who = refused_by(fold, e->seat, (uid_t)-1),
		.file = mem_strdup(file ? file : ""),
		.about = mem_strdup(file ? file : ""),
		.err = errno_named(json_string_value(json_object_get(data, "errno"))),
		.count = 1,
		.taken = refused_taken(fold, e->seat),
		.findings = fs,
	};
	refused_keep(fold, &r);
}
