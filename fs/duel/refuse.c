/*
 * Refusals: kept whole, newest first, for `last_error`; those of a gated file are entries too, and so events. Where a format wants it,
 * the warnings of a text that was accepted stand among them.
 *
 * Strangers, whose opens fail as often as they like, do not push out what participants have to read: see LIMIT_STRANGERS_ERRORS.
 *
 * Equal refusals in a row are counted, not repeated. Past limits.events nothing that refuses is logged any more (a flood ends there); it
 * still stands in `last_error`.
 */
#include "fs/duel/live.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include "validators/mem.h"
#include "validators/text.h"

/* The errnos the mount uses (files.md, errno), and no other. */
static const struct {
	int err;
	const char *name;
} errno_names[] = {
	{EACCES, "EACCES"}, {EBUSY, "EBUSY"}, {EINVAL, "EINVAL"}, {EPERM, "EPERM"}, {ECANCELED, "ECANCELED"}, {EROFS, "EROFS"},
	{EFBIG, "EFBIG"}, {EILSEQ, "EILSEQ"}, {ENOSPC, "ENOSPC"}, {EIO, "EIO"}, {EAGAIN, "EAGAIN"}, {ENOENT, "ENOENT"},
	{EEXIST, "EEXIST"},
};

const char *
errno_name(int err)
{
	for (size_t i = 0; i < sizeof errno_names / sizeof *errno_names; i++)
		if (errno_names[i].err == abs(err))
			return errno_names[i].name;
	return "EIO";
}

static int
errno_named(const char *name)
{
	for (size_t i = 0; name && i < sizeof errno_names / sizeof *errno_names; i++)
		if (!strcmp(errno_names[i].name, name))
			return -errno_names[i].err;
	return -EIO;
}

static char *
refused_by(const struct live *v, unsigned seat, uid_t uid)
{
	char text[32];
	if (seat >= 1 && seat <= v->n_seats)
		return mem_strdup(v->seats[seat - 1]->name);
	snprintf(text, sizeof text, "uid %u", (unsigned)uid);
	return mem_strdup(text);
}

/* A participant's uid stands for it where no seat was named: an open of debate.md without the floor. */
static bool
refused_stranger(const struct live *v, const struct refused *r)
{
	if (r->seat)
		return false;
	for (unsigned i = 0; i < v->n_seats; i++)
		if (v->seats[i]->uid == r->uid)
			return false;
	return true;
}

/* Which refusal makes place for `r` in a list that is full: the oldest; a stranger's oldest where strangers have more than their share, or would have it. */
static unsigned
refused_out(const struct live *v, const struct refused *r)
{
	unsigned strangers = refused_stranger(v, r), oldest = LIMIT_LAST_ERRORS - 1;
	for (unsigned i = 0; i < v->refused.n; i++)
		if (refused_stranger(v, &v->refused.v[i])) {
			strangers++;
			oldest = i;
		}
	return strangers > LIMIT_STRANGERS_ERRORS ? oldest : LIMIT_LAST_ERRORS - 1;
}

/* Takes what r owns. */
static void
push(struct live *v, struct refused *r)
{
	refused_push(&v->refused, r, refused_out(v, r));
}

static unsigned
taken_of(const struct live *v, unsigned seat)
{
	return seat >= 1 && seat <= v->n_seats ? v->secrets[seat - 1].taken : 0;
}

static void
refuse_push(struct duel *d, unsigned seat, uid_t uid, const char *file, const char *about, int err, struct findings *findings)
{
	struct refused r = {
		.time_ms = registry_moment(d->registry).now_ms,
		.seat = seat,
		.uid = uid,
		.who = refused_by(d->live, seat, uid),
		.file = tokens_mask_name(d, file),
		.about = tokens_mask_name(d, about),
		.err = err,
		.count = 1,
		.taken = taken_of(d->live, seat),
	};
	tokens_mask(d, findings);
	findings_move(&r.findings, findings);
	d->live->version++;
	push(d->live, &r);
	duel_changed(d);
}

int
refuse_keep(struct duel *d, unsigned seat, uid_t uid, const char *file, int err, struct findings *findings)
{
	return refuse_about(d, seat, uid, file, file, err, findings);
}

int
refuse_about(struct duel *d, unsigned seat, uid_t uid, const char *file, const char *about, int err, struct findings *findings)
{
	refuse_push(d, seat, uid, file, about, err, findings);
	return err;
}

int
refuse_rule(struct duel *d, unsigned seat, uid_t uid, const char *file, const struct rule *rule, const char *format, ...)
{
	struct findings fs = {0};
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	findings_add(&fs, rule, 0, "%s", text);
	free(text);
	return refuse_keep(d, seat, uid, file, -rule->err, &fs);
}

json_t *
refuse_json(int err, const char *file, const struct findings *findings)
{
	json_t *rules = json_array(), *list = json_array();
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		json_array_append_new(rules, json_string(f->rule->id));
		json_array_append_new(list, json_pack("{s:s,s:i,s:s,s:s*,s:b}", "rule", f->rule->id, "line", f->line, "text", f->text, "path",
			f->path, "warning", f->rule->severity == SEVERITY_WARNING));
	}
	return json_pack("{s:s,s:s,s:o,s:o}", "errno", errno_name(err), "file", file, "rules", rules, "findings", list);
}

int
refuse_turn(struct duel *d, unsigned seat, uint64_t lease, uid_t uid, const char *file, int err, struct findings *findings)
{
	struct live *v = d->live;
	tokens_mask(d, findings);
	json_t *data = refuse_json(err, file, findings);
	bool full = events_full(d), lazy = !d->line.busy && !duel_is_closed(d);
	struct refused probe = {.seat = seat, .who = refused_by(v, seat, uid), .file = (char *)file, .err = err, .findings = *findings};
	bool under_lease = lease && lease == v->lease.number && v->lease.holder;
	bool again = refused_again(&v->refused, &probe) && (!under_lease || v->lease.refused); /* the next release hears of it, after a restart too */
	free(probe.who);
	if (again || !lazy || (full && !under_lease)) {
		refuse_push(d, seat, uid, file, file, err, findings);
		v->lease.refused |= under_lease;
	} else {
		char *text = mem_check(json_dumps(data, JSON_COMPACT));
		findings_free(findings); /* folding the entry keeps it */
		(full ? unlogged_hold : entry_put)(d, entry_new(ENTRY_REJECT, seat, lease, text, NULL, 0));
		free(text);
	}
	json_decref(data);
	return err;
}

/* Rules are found again by their ids; one that this version no longer has is shown under its old id. */
static const struct rule *
rule_named(const struct format *format, const char *id)
{
	for (size_t i = 0; i < format->n_rules; i++)
		if (!strcmp(format->rules[i].id, id))
			return &format->rules[i];
	for (size_t i = 0; i < TEXT_RULES; i++)
		if (!strcmp(text_rules[i].id, id))
			return &text_rules[i];
	for (size_t i = 0; i < REFUSALS; i++)
		if (!strcmp(refusals[i].id, id))
			return &refusals[i];
	return &refusals[REFUSAL_VALUE_BAD];
}

static void
finding_again(struct findings *to, const struct format *format, json_t *f)
{
	const struct rule *rule = rule_named(format, json_string_value(json_object_get(f, "rule")) ?: "");
	if (rule->strict && json_is_false(json_object_get(f, "warning")))
		rule = rule->strict;
	const char *path = json_string_value(json_object_get(f, "path")), *text = json_string_value(json_object_get(f, "text")) ?: "";
	int line = (int)json_integer_value(json_object_get(f, "line"));
	if (path)
		findings_add_path(to, rule, line, path, "%s", text);
	else
		findings_add(to, rule, line, "%s", text);
}

void
refuse_fold(struct duel *d, const struct entry *e, json_t *data)
{
	const char *file = json_string_value(json_object_get(data, "file"));
	struct findings fs = {0};
	size_t i;
	json_t *f;
	json_array_foreach(json_object_get(data, "findings"), i, f)
		finding_again(&fs, d->live->format, f);
	struct refused r = {
		.time_ms = e->time_ms,
		.seat = e->seat,
		.uid = (uid_t)-1,
		.who = refused_by(d->live, e->seat, (uid_t)-1),
		.file = mem_strdup(file ? file : ""),
		.about = mem_strdup(file ? file : ""),
		.err = errno_named(json_string_value(json_object_get(data, "errno"))),
		.count = 1,
		.taken = taken_of(d->live, e->seat),
		.findings = fs,
	};
	push(d->live, &r);
}

void
refuse_warned(struct duel *d, const struct entry *e, const json_t *data)
{
	struct refused r = {.time_ms = e->time_ms, .seat = e->seat, .uid = (uid_t)-1, .count = 1, .taken = taken_of(d->live, e->seat)};
	if (!d->live->format->warned)
		return;
	d->live->format->warned(data, &r.findings);
	if (!r.findings.n)
		return;
	r.who = refused_by(d->live, e->seat, r.uid);
	r.file = mem_strdup(format_row_name(d->live->format, ROW_DEBATE));
	r.about = mem_strdup(r.file);
	push(d->live, &r);
}

int
duel_refuse(struct duel *d, const struct caller *who, const char *file, const struct rule *rule, const char *format, ...)
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
	refused_print_all(&d->live->refused, out);
}

static bool
is_gated(const struct format *f, const char *file)
{
	bool gated = !strcmp(file, format_row_name(f, ROW_DEBATE));
	for (size_t i = 0; i < f->n_rows; i++)
		gated = gated || (f->rows[i].gated && !strcmp(file, f->rows[i].name));
	return gated;
}

void
refuse_print_last(const struct live *v, unsigned seat, UT_string *out)
{
	for (unsigned i = 0; seat && i < v->refused.n; i++) {
		const struct refused *r = &v->refused.v[i];
		if (!r->err || r->seat != seat || !is_gated(v->format, r->file))
			continue;
		if (taken_of(v, seat) == r->taken)
			refused_print(r, out);
		return;
	}
}
