/*
 * The written config.toml: writable by its maker until the first participant joins. Writing it anew replaces it whole,
 * appending changes the keys it names. A bad key, value or source is refused at its write, and nothing of that write is
 * taken.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

#include "fs/intake/intake_inner.h"
#include "fs/duels/background.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static int
config_refuse(struct intake *w, int err, struct findings *findings)
{
	return refuse_keep(w->d, 0, &w->who, w->name, NULL, err, findings);
}

static int
refuse_line(struct intake *w, const struct config_error *error)
{
	const struct rule *rule = &refusals[REFUSAL_CONFIG_BAD];
	struct findings fs = {0};
	findings_add(&fs, rule, error->line, "%s", error->text);
	return config_refuse(w, -rule->err, &fs);
}

static void
config_base(struct intake *w, const char **bytes, size_t *len)
{
	utstring_clear(&w->base_text);
	rules_print(&w->d->fold->rules, &w->base_text);
	*bytes = utstring_body(&w->base_text);
	*len = utstring_len(&w->base_text);
}

/* Parse the first `len` staged bytes. The line in an error is that of the staged text. */
static int
config_parse(struct intake *w, size_t len, struct duel_rules *out, struct config_error *error)
{
	struct duel *d = w->d;
	const struct duel_rules *base =
		w->stage.rewriting ? &d->duels->given.config.defaults : &d->fold->rules;
	char *text = mem_copy(w->stage.bytes, len);
	len = text_unix(text, len);
	int err = rules_parse(text, len, format_names(), base, out, error);
	free(text);
	return err;
}

/* The line in which the staged text sets a key: the file is flat, a key begins its line. */
static int
key_line(const struct intake *w, const char *key)
{
	size_t n = strlen(key);
	const char *p = w->stage.bytes, *end = p + w->stage.len;
	for (int line = 1; p && p < end; line++) {
		p += strspn(p, " \t");
		if ((size_t)(end - p) > n && !memcmp(p, key, n) && strchr(" \t=", p[n]))
			return line;
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : NULL;
	}
	return 0;
}

static int
hash_token(struct intake *w, struct duel_rules *r, struct config_error *error)
{
	const struct fold *fold = w->d->fold;
	const char *fault = maker_token_hash(fold->secret, r, &fold->rules);
	if (!fault)
		return 0;
	*error = (struct config_error){.line = key_line(w, "maker_token")};
	snprintf(error->text, sizeof error->text, "maker_token: %s", fault);
	rules_free(r);
	return -EINVAL;
}

/* The same, or refused. A credential is told of and nothing else: what else is wrong may be told in its words. */
static int
config_read(struct intake *w, size_t len, struct duel_rules *out)
{
	const struct fold *fold = w->d->fold;
	struct config_error error;
	struct findings fs = {0};
	int bad = config_parse(w, len, out, &error);
	if (!bad)
		bad = hash_token(w, out, &error);
	if (secrets_mode_named(bad ? fold->rules.secrets : out->secrets) == SECRETS_REFUSE)
		secrets_judge(w->stage.bytes, len, 0, false, &fs);
	if (!fs.n)
		return bad ? refuse_line(w, &error) : 0;
	if (!bad)
		rules_free(out);
	return config_refuse(w, findings_errno(&fs), &fs);
}

/* Do these rules want the same of the same source as the duel's do now? */
static bool
source_stays(const struct intake *w, const struct duel_rules *r)
{
	const struct fold *fold = w->d->fold;
	return !strcmp(r->source, fold->rules.source) &&
		(!*r->source || format_find(r->format)->folder == fold->format->folder);
}

static bool
source_is_new(const struct intake *w, const struct duel_rules *r)
{
	const struct format *format = format_find(r->format);
	bool copied = w->source.path && !strcmp(r->source, w->source.path) &&
		format->folder == w->source_for->folder && format->reading == w->source_for->reading;
	return !source_stays(w, r) && !copied;
}

/* Is there a root that nobody has looked at yet? One that stays, or was looked at for this text, has its rights. */
static bool
root_is_new(const struct intake *w, struct duel_rules *r)
{
	const struct duel_rules *now = &w->d->fold->rules;
	bool stays = !strcmp(r->evidence_root, now->evidence_root);
	bool seen = w->root && !strcmp(r->evidence_root, w->root);
	const char *rights = stays ? now->evidence_as : seen ? w->root_rights : "";
	rules_set_text(r, "evidence_as", *r->evidence_root ? rights : "");
	return *r->evidence_root && !stays && !seen;
}

static int
refuse_path(struct intake *w, const char *key, int err, const char *why)
{
	struct findings fs = {0};
	const struct rule *rule = &refusals[err == -EACCES ? REFUSAL_SEAT_UID : REFUSAL_CONFIG_BAD];
	findings_add(&fs, rule, key_line(w, key), "%s: %s", key, why ? why : "it cannot be read");
	return config_refuse(w, -rule->err, &fs);
}

/* All that is wrong with it, in the line that names it. */
static int
refuse_folder(struct intake *w, struct findings *found)
{
	for (size_t i = 0; i < found->n; i++)
		found->v[i].line = key_line(w, "source");
	return config_refuse(w, findings_errno(found), found);
}

/* Copy a source that is new: nobody is in the duel meanwhile. */
static int
config_source(struct intake *w, const struct duel_rules *r)
{
	const struct format *format = format_find(r->format);
	struct source_copy copy;
	char *why;
	duel_leave(w->d);
	int err = background_source(w->d->duels, r, format, true, &w->who, &copy, &why);
	duel_enter(w->d);
	if (err) {
		err = copy.found.n ? refuse_folder(w, &copy.found) : refuse_path(w, "source", err, why);
		source_copy_free(&copy);
	} else {
		source_copy_free(&w->source);
		w->source = copy;
		w->source_for = format;
	}
	free(why);
	return err;
}

/* Look at a root that is new, likewise. */
static int
config_root(struct intake *w, const char *path)
{
	char *why, *rights;
	free(w->root);
	w->root = NULL;
	duel_leave(w->d);
	int err = background_root(w->d->duels, path, &w->who, &rights, &why);
	duel_enter(w->d);
	if (err) {
		err = refuse_path(w, "evidence_root", err, why);
		free(rights);
	} else {
		free(w->root);
		free(w->root_rights);
		w->root = mem_strdup(path);
		w->root_rights = rights;
	}
	free(why);
	return err;
}

/* Another format makes something else of the source that stays. Nobody else is in the duel: it stays where it is. */
static void
config_read_source(struct intake *w, const struct format *format)
{
	const struct source *source = w->d->fold->source;
	struct source_copy copy = {.path = (char *)source->path, .text = (char *)source->text, .len = source->len};
	duels_unlock(w->d->duels);
	source_copy_read(&copy, format);
	duels_lock(w->d->duels);
	source_keep(source, &copy);
	copy.path = copy.text = NULL;
	source_copy_free(&copy);
}

/* A path that nobody has looked at yet is looked at: *again, and what is staged is read anew. */
static int
config_look(struct intake *w, struct duel_rules *r, bool *again)
{
	bool source = *r->source && source_is_new(w, r), root = root_is_new(w, r);
	*again = source || root;
	return source ? config_source(w, r) : root ? config_root(w, r->evidence_root) : 0;
}

/* Everything up to the last newline must hold already. Behind what was written over the old text the rest of it still
 * stands: some write first and cut to length afterwards. */
static int
config_written(struct intake *w)
{
	struct duel_rules r;
	bool again = true;
	int err = 0;
	while (again && !err && intake_is_undecided(w)) {
		size_t len = w->stage.rewriting ? w->stage.covered : w->stage.len;
		while (len && w->stage.bytes[len - 1] != '\n')
			len--;
		err = intake_may(w, MAY_WRITE, 0);
		if (!err)
			err = config_read(w, len, &r);
		if (err)
			return err;
		err = config_look(w, &r, &again);
		rules_free(&r);
	}
	return err;
}

/* The decision. */

struct setting {
	struct intake *intake;
	struct duel_rules rules;
	bool new_source;
};

static int
refuse_setting(struct intake *w, int err)
{
	return intake_refuse_rule(
		w, &refusals[err == -ENOSPC ? REFUSAL_STORE_FULL : REFUSAL_STORE_FAILED], store_refusal(err));
}

static void
take_rules(struct commit *c)
{
	struct setting *s = c->arg;
	fold_take_rules(c->duel->fold, &s->rules, &s->intake->source, s->new_source, c->duel->updated_ms);
}

/* Takes the rules. -EAGAIN: somebody else set something first. */
static int
config_append(struct intake *w, struct duel_rules *r)
{
	struct setting s = {.intake = w, .rules = *r, .new_source = !source_stays(w, r)};
	struct commit *c = commit_new(w->d);
	assert(!w->d->fold->frozen);
	c->rules = &s.rules;
	c->fold = take_rules;
	c->arg = &s;
	if (s.new_source) {
		if (!*s.rules.source)
			source_copy_free(&w->source);
		c->change |= STORE_SOURCE;
		c->source = &w->source;
	}
	int err = duel_append(c);
	if (err)
		rules_free(&s.rules);
	if (!err)
		intake_clear(w);
	return err && err != -EAGAIN ? refuse_setting(w, err) : err;
}

static int
config_decide(struct intake *w)
{
	struct duel_rules r;
	bool again = false;
	int err = intake_may(w, MAY_WRITE, 0);
	if (!err)
		err = config_read(w, w->stage.len, &r);
	if (err)
		return err;
	err = config_look(w, &r, &again);
	bool same = !again && rules_equal(&r, &w->d->fold->rules);
	if (!err && !again && !same) {
		if (source_stays(w, &r) && !source_is_read(w->d->fold->source, format_find(r.format)))
			config_read_source(w, format_find(r.format));
		return config_append(w, &r);
	}
	rules_free(&r);
	if (same)
		intake_clear(w);
	return err ? err : again ? -EAGAIN : 0;
}

const struct intake_type intake_config = {
	.kind = INTAKE_CONFIG,
	.name = "config.toml",
	.limit = LIMIT_CONFIG_BYTES,
	.too_big = "a config.toml is at most 64 KiB",
	.base = config_base,
	.refuse = config_refuse,
	.written = config_written,
	.decide = config_decide,
};
