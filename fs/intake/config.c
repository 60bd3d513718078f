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
#include "fs/util/secret.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static int
config_refuse(struct intake *w, int err, struct findings *findings)
{
	return refuse_keep(w->d, 0, &w->who, w->name, NULL, err, findings);
}

static void
config_base(struct intake *w, const char **bytes, size_t *len)
{
	utstring_clear(&w->base_text);
	rules_print(&w->d->fold->rules, false, &w->base_text);
	*bytes = utstring_body(&w->base_text);
	*len = utstring_len(&w->base_text);
}

/* The line in which the first `len` staged bytes set a key, 0: none: the file is flat, a key begins its line. */
static int
key_line(const struct intake *w, size_t len, const char *key)
{
	size_t n = strlen(key);
	const char *p = w->stage.bytes, *end = p + len;
	for (int line = 1; p && p < end; line++) {
		p += strspn(p, " \t");
		if ((size_t)(end - p) > n && !memcmp(p, key, n) && strchr(" \t=", p[n]))
			return line;
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : NULL;
	}
	return 0;
}

/* Parse the first `len` staged bytes, where they may be written, or refuse them. The line in an error is that of the
 * staged text. A credential is told of and nothing else: what else is wrong may be told in its words. */
static int
config_read(struct intake *w, size_t len, struct duel_rules *out)
{
	struct duel *d = w->d;
	const struct duel_rules *now = &d->fold->rules, *base = now;
	struct config_error error;
	struct findings fs = {0};
	int err = intake_may(w, MAY_WRITE);
	if (err)
		return err;
	if (w->stage.rewriting)
		base = &d->duels->given.config.defaults;
	w->source_again = !w->stage.rewriting && key_line(w, len, "source");
	char *text = mem_copy(w->stage.bytes, len);
	bool parsed = !rules_parse(text, text_unix(text, len), false, format_names(), base, out, &error);
	free(text);
	const char *fault = parsed ? maker_token_hash(d->fold->secret, out, now) : NULL;
	if (fault) {
		error = (struct config_error){.line = key_line(w, len, "maker_token")};
		snprintf(error.text, sizeof error.text, "maker_token: %s", fault);
	}
	bool bad = !parsed || fault;
	if (secrets_mode_named(bad ? now->secrets : out->secrets) == SECRETS_REFUSE)
		secrets_judge(w->stage.bytes, len, 0, SECRETS_REFUSE, &fs);
	if (!bad && !fs.n)
		return 0;
	if (!fs.n)
		findings_add(&fs, &refusals[REFUSAL_CONFIG_BAD], error.line, "%s", error.text);
	if (parsed)
		rules_free(out);
	return config_refuse(w, findings_errno(&fs), &fs);
}

/* Do these rules want the same of the same source as the duel's do now, and does no line set it again? A whole text
 * names what the duel has, be it still there or not; a line is appended to have it copied. */
static bool
source_stays(const struct intake *w, const struct duel_rules *r)
{
	const struct fold *fold = w->d->fold;
	return !strcmp(r->source, fold->rules.source) &&
		(!*r->source || (!w->source_again && format_find(r->format)->folder == fold->format->folder));
}

static int
refuse_path(struct intake *w, const char *key, int err, const char *why)
{
	struct findings fs = {0};
	const struct rule *rule = &refusals[err == -EACCES ? REFUSAL_SEAT_UID : REFUSAL_CONFIG_BAD];
	findings_add(&fs, rule, key_line(w, w->stage.len, key), "%s: %s", key, why ? why : "it cannot be read");
	return config_refuse(w, -rule->err, &fs);
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
		for (size_t i = 0; i < copy.found.n; i++) /* all that is wrong with it, in the line that names it */
			copy.found.v[i].line = key_line(w, w->stage.len, "source");
		err = copy.found.n ? config_refuse(w, findings_errno(&copy.found), &copy.found)
				   : refuse_path(w, "source", err, why);
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

/* A path that nobody has looked at yet is looked at: *again, and what is staged is read anew. A root that stays, or was
 * looked at for this text, has its rights. */
static int
config_look(struct intake *w, struct duel_rules *r, bool *again)
{
	const struct duel_rules *now = &w->d->fold->rules;
	const struct format *format = format_find(r->format);
	bool copied = w->source.path && !strcmp(r->source, w->source.path) &&
		format->folder == w->source_for->folder && format->reading == w->source_for->reading;
	bool stays = !strcmp(r->evidence_root, now->evidence_root);
	bool seen = w->root && !strcmp(r->evidence_root, w->root);
	const char *rights = stays ? now->evidence_as : seen ? w->root_rights : "";
	rules_set_text(r, "evidence_as", *r->evidence_root ? rights : "");
	bool source = *r->source && !source_stays(w, r) && !copied, root = *r->evidence_root && !stays && !seen;
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
	while (again && intake_is_undecided(w)) {
		size_t len = w->stage.rewriting ? w->stage.covered : w->stage.len;
		while (len && w->stage.bytes[len - 1] != '\n')
			len--;
		int err = config_read(w, len, &r);
		if (err)
			return err;
		err = config_look(w, &r, &again);
		rules_free(&r);
		if (err)
			return err;
	}
	return 0;
}

/* The decision. */

struct setting {
	struct intake *intake;
	struct duel_rules rules;
	bool new_source;
};

static void
take_rules(struct commit *c)
{
	struct setting *s = c->arg;
	fold_take_rules(c->duel->fold, &s->rules, &s->intake->source, s->new_source, c->duel->updated_ms);
}

/* -EAGAIN: a path was looked at, or somebody else set something first. */
static int
config_decide(struct intake *w)
{
	struct setting s = {.intake = w};
	struct duel_rules *r = &s.rules;
	bool again = false;
	int err = config_read(w, w->stage.len, r);
	if (err)
		return err;
	err = config_look(w, r, &again);
	if (err || again) {
		rules_free(r);
		return err ? err : -EAGAIN;
	}
	assert(!w->d->fold->frozen);
	if (rules_equal(r, &w->d->fold->rules) && source_stays(w, r)) {
		rules_free(r);
		intake_clear(w);
		return 0;
	}
	const struct source *source = w->d->fold->source;
	const struct format *format = format_find(r->format);
	s.new_source = !source_stays(w, r);
	if (!s.new_source && !source_is_read(source, format)) {
		/* Another format reads it anew. Nobody else is in the duel: it stays where it is. */
		struct source_copy copy = {
			.path = (char *)source->path, .text = (char *)source->text, .len = source->len};
		duels_unlock(w->d->duels);
		source_copy_read(&copy, format);
		duels_lock(w->d->duels);
		source_keep(source, &copy);
		copy.path = copy.text = NULL;
		source_copy_free(&copy);
	}
	struct commit *c = commit_new(w->d);
	c->rules = &s.rules;
	c->fold = take_rules;
	c->arg = &s;
	if (s.new_source) {
		if (!*r->source)
			source_copy_free(&w->source);
		c->change |= STORE_SOURCE;
		c->source = &w->source;
	}
	err = duel_append(c);
	if (!err) {
		intake_clear(w);
		return 0;
	}
	rules_free(r);
	if (err == -EAGAIN || err == -ENOENT) /* others wrote first, or the duel was removed on another host */
		return err;
	return intake_refuse_rule(w, store_rule(err), store_refusal(err));
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
