#include "fs/intake/judging.h"

#include <assert.h>
#include <jansson.h>

#include "fs/intake/intake_text.h"
#include "fs/duels/background.h"
#include "fs/util/secret.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define HAND_IN_PLACE "..."
#define UNTOUCHED "this is the blank as it was shown, with every " HAND_IN_PLACE " still to fill in"

/* Is it the blank of what its seat may hand in, as it was shown? Each blank has a place to fill in. */
static bool
is_untouched(const struct format *f, const struct debate *state, const struct context *ctx, const struct submission *s)
{
	UT_string blank;
	bool has_place = memmem(s->text, s->len, HAND_IN_PLACE, strlen(HAND_IN_PLACE)) ||
			 memmem(s->text, s->len, "…", strlen("…"));
	enum hand_in_when when;
	const struct format_kind *h = ctx->holder && has_place ? hand_in_next(state, ctx->holder, &when) : NULL;
	if (!h || when < HAND_IN_OPEN)
		return false;
	utstring_init(&blank);
	hand_in_blank(state, ctx->holder, h, &blank);
	const char *text = s->text, *as_shown = utstring_body(&blank);
	size_t len = s->len, shown_len = utstring_len(&blank);
	intake_text_trim(f, &text, &len);
	intake_text_trim(f, &as_shown, &shown_len);
	bool same = len == shown_len && !memcmp(text, as_shown, len);
	utstring_done(&blank);
	return same;
}

/* By its size, its lines, as a blank, for its token and for credentials, and then by its format, which also says what
 * it cites. */
static void
judge_text(struct text_judging *j)
{
	const struct format *f = j->d->fold->format;
	const struct terms *terms = j->ctx.terms;
	struct submission s = {.text = j->text, .len = j->len, .line0 = j->line0};
	struct findings *found = &j->verdict.findings;
	const char *core = s.text;
	size_t len = s.len, longest = f->line_bytes ? f->line_bytes : LIMIT_LINE_BYTES;
	const char *token = *j->came ? token_find(j->came, s.text, s.len) : NULL;
	/* Bytes that are recorded: without what stands around the text, as far as that is little, but with its last
	 * newline. */
	intake_text_trim(f, &core, &len);
	len += s.len > len;
	if (s.len - len > STAGE_SLACK_BYTES)
		len = s.len - STAGE_SLACK_BYTES;
	if (len > (size_t)terms->max_turn_bytes) {
		findings_add(found, &text_rules[TEXT_SIZE], 0,
			"the text has %zu bytes, at most %lld are allowed (max_turn_bytes)", len,
			(long long)terms->max_turn_bytes);
		return;
	}
	if (text_check(s.text, s.len, s.len, longest, s.line0, found))
		return;
	j->kind = j->rehearsal ? format_kind_of(j->state, &j->ctx, &s) : NULL;
	if (is_untouched(f, j->state, &j->ctx, &s)) {
		findings_add(found, &text_rules[TEXT_BLANK], 0, "%s", UNTOUCHED);
		return;
	}
	if (token) {
		findings_add(found, &refusals[REFUSAL_LEASE_TOKEN],
			s.line0 + 1 + stage_lines(s.text, (size_t)(token - s.text)),
			"a token stands in this line: it proves a seat as the very first line, <!-- token: SECRET -->, "
			"and stands nowhere else");
		return;
	}
	/* A text with a credential is refused for that alone: any other finding may quote it. */
	secrets_judge(s.text, s.len, s.line0, secrets_mode_named(j->d->fold->rules.secrets), found);
	if (findings_first_error(found))
		return;
	format_judge(j->state, &j->ctx, &s, &j->verdict);
	for (unsigned i = 0; j->written && i < j->verdict.n; i++) {
		struct draft *t = &j->verdict.drafts[i];
		if (t->form != DRAFT_TEXT)
			continue;
		free(t->body);
		t->body = mem_copy(j->written, j->written_len);
		t->body_len = j->written_len;
		t->form = DRAFT_WRITTEN;
	}
	if (terms->evidence_root && j->ctx.n_seats)
		format_cites(j->state, &j->ctx, &s, &j->wanted, &j->sealed);
}

void
judging_run(struct text_judging *j)
{
	struct duels *r = j->d->duels;
	const struct duel_rules *rules = &j->d->fold->rules;
	assert(duels_is_locked(r));
	assert(!j->text[j->len]);
	fold_context(j->d->fold, &j->ctx);
	j->ctx.holder = j->as ? j->as : j->ctx.holder;
	j->state = j->d->fold->state;
	duels_unlock(r); /* nobody else changes a duel that somebody has entered */
	judge_text(j);
	duels_lock(r);
	if (j->wanted.n)
		j->look = look_new(rules->evidence_root, rules->evidence_as, r->mount_dev, &j->wanted);
}

/* The files that a text cites. */

/* A text whose files are missing is not taken. */
static const char *const kind_names[] = {[SIGHT_NONE] = "not looked up", [SIGHT_FILE] = "file"};

static json_t *
one_json(const struct lookup *l, const struct sight *s, int line0)
{
	json_t *one = json_pack("{s:s,s:s*,s:i}", "path", l->path, "where", l->where, "line",
		l->line > line0 ? l->line - line0 : 0);
	if (l->first) {
		json_object_set_new(one, "first", json_integer(l->first));
		json_object_set_new(one, "last", json_integer(l->last));
	}
	if (l->quote)
		json_object_set_new(one, "quote", json_string(l->quote));
	json_object_set_new(one, "seen", json_string(kind_names[s->kind]));
	if (l->quote && s->kind == SIGHT_FILE)
		json_object_set_new(one, "quote_found", json_boolean(s->quote_is_there));
	if (s->kind == SIGHT_NONE)
		json_object_set_new(one, "why", json_string(s->why));
	if (s->text) {
		json_object_set_new(one, "lines", json_string(s->text));
		json_object_set_new(one, "lines_last", json_integer(s->text_last));
	}
	if (*s->sha256)
		json_object_set_new(one, "sha256", json_string(s->sha256));
	return one;
}

/* Put the cited lines into the log, and what was `found` of them: a log that is read back looks nothing up. */
static void
keep_cited(const struct lookups *l, const struct sight *seen, const char *why, int line0,
	const struct findings *found, struct verdict *v)
{
	struct draft *d = v->drafts, *end = d + v->n;
	while (d < end && (d->kind == ENTRY_NOTE || !d->body)) /* the filesystem's own lines before the text */
		d++;
	if (d == end)
		return;
	json_t *data = d->data ? json_loads(d->data, 0, NULL) : json_object(), *list = json_array();
	assert(json_is_object(data));
	struct sight nothing = {.kind = SIGHT_NONE, .why = why};
	for (size_t i = 0; i < l->n; i++)
		json_array_append_new(list, one_json(&l->v[i], seen ? &seen[i] : &nothing, line0));
	json_object_set_new(data, "evidence", list);
	/* Warnings, beside those that the text was drafted with, before anything was looked up. */
	list = json_object_get(data, "warnings");
	if (!json_is_array(list) && found->n)
		json_object_set_new(data, "warnings", list = json_array());
	json_t *warnings = warnings_json(found);
	json_array_extend(list, warnings);
	json_decref(warnings);
	free(d->data);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
}

static bool
holds_secret(const struct fold *fold, const char *text)
{
	return secrets_mode_named(fold->rules.secrets) != SECRETS_ALLOW && secrets_has(text, strlen(text));
}

bool
judging_look(struct text_judging *j)
{
	const struct fold *fold = j->d->fold;
	struct findings found = {0};
	bool looked = background_look(j->d->duels, j->uid, j->look), quoted = false;
	const char *why;
	const struct lookups *l = look_wanted(j->look);
	struct sight *seen = look_seen(j->look, LOOK_LATE, &why);
	/* Lines of a file may hold what no record may, and nobody is to be shown: they are as good as not seen. If the
	 * text itself names or quotes such a thing, which was only warned of, no sentence may. */
	for (size_t i = 0; i < l->n; i++) {
		quoted |= holds_secret(fold, l->v[i].path) || (l->v[i].quote && holds_secret(fold, l->v[i].quote));
		if (seen && seen[i].text && holds_secret(fold, seen[i].text))
			seen[i] = (struct sight){.why = "its lines hold a secret"};
	}
	lookups_judge(l, seen, why, j->sealed || quoted, &found);
	if (!findings_first_error(&found) && !findings_first_error(&j->verdict.findings))
		keep_cited(l, seen, why, j->line0, &found, &j->verdict);
	findings_move(&j->verdict.findings, &found);
	free(seen);
	return looked;
}

void
judging_done(struct text_judging *j)
{
	verdict_free(&j->verdict);
	if (j->look) /* it has taken what was wanted */
		look_drop(j->look);
}
