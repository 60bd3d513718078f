/*
 * Making and removing duels: mkdir and rmdir. A duel's name is taken from the moment it is asked for; it is found from
 * when it is durable until it is being removed.
 */
#include <assert.h>
#include <errno.h>
#include <syslog.h>

#include "fs/duels/background.h"
#include "fs/duels/duels_inner.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

/* A full or failed store is told to the one who runs the mount as well. */
static int
refuse_saying(struct duels *r, const char *name, uid_t uid, const struct rule *rule, const char *sentence)
{
	duels_log(r, LOG_WARNING, "mkdir %s by uid %u: [%s] %s", name_shown(name), (unsigned)uid,
		rule->id, sentence);
	return duels_refuse(r, uid, name_shown(name), rule, "%s", sentence);
}

static int
refuse_making(struct duels *r, const char *name, uid_t uid, const struct rule *rule)
{
	return refuse_saying(r, name, uid, rule, rule->gloss);
}

static int
refuse_quietly(struct duels *r, const char *name, uid_t uid, const char *sentence)
{
	return duels_refuse(r, uid, name_shown(name), &refusals[REFUSAL_STORE_FAILED], "%s", sentence);
}

static int
refuse_name(struct duels *r, const char *name, uid_t uid, const char *fault)
{
	return duels_refuse(r, uid, name_shown(name), &refusals[REFUSAL_VALUE_BAD], "%s", fault);
}

/* The store's answer to a batch, in the words of the mount: of its own errnos nobody outside knows any. */
static const struct rule *
rule_of_store(int err)
{
	return &refusals[err == -ENOSPC ? REFUSAL_STORE_FULL : REFUSAL_STORE_FAILED];
}

/* A store that is away comes back, and one that failed does not. */
static const char *
sentence_of_store(int err)
{
	return err == -ETIMEDOUT || err == -EROFS ? store_refusal(err) : rule_of_store(err)->gloss;
}

static int
creation_allowed(struct duels *r, const char *name, uid_t uid)
{
	const char *fault = duel_name_fault(name);
	if (fault)
		return refuse_name(r, name, uid, fault);
	if (duels_named(r, name))
		return -EEXIST;
	if (r->broken)
		return refuse_quietly(r, name, uid, "the store failed; it must be mounted again");
	if ((int64_t)r->n_duels >= r->given.config.limits.duels || r->last_id >= LIMIT_DUEL_ID)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_DUELS]);
	if (duels_usage(r, uid)->duels >= r->given.config.limits.duels_per_uid)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_UID_DUELS]);
	return 0;
}

/* For a store that others write to it says which; -errno. */
static int64_t
new_id(struct duels *r)
{
	struct store *s = r->given.store;
	int64_t id = s->ops->take_id ? s->ops->take_id(s) : r->last_id + 1;
	if (id > r->last_id)
		r->last_id = id;
	return id;
}

/* The rules as a row has them; malloc'd. */
static char *
row_rules(struct duels *r, const struct duel_rules *rules)
{
	UT_string text;
	struct duel_rules hashed;
	rules_copy(&hashed, rules);
	const char *fault = maker_token_hash(r->given.store->secret, &hashed, NULL);
	assert(!fault); /* what it may be was seen to when it was read */
	(void)fault;
	utstring_init(&text);
	rules_print_kept(&hashed, &text);
	rules_free(&hashed);
	return utstring_body(&text);
}

/* Its name is taken from the moment it is asked for: the struct is there, and is dropped again if the store refuses. */
int
duel_create(struct duels *r, const char *name, uid_t uid, const struct duel_rules *rules,
	const struct source_copy *source)
{
	assert(duels_is_locked(r));
	assert(!duels_named(r, name));
	int64_t now_ms = duels_moment(r).now_ms, id = new_id(r);
	if (id < 0)
		return refuse_saying(r, name, uid, &refusals[REFUSAL_STORE_FAILED], sentence_of_store((int)id));
	struct store_batch b = {.change = STORE_CREATE, .row = {.id = id,
		.ends_boot = r->boot,
		.name = (char *)name,
		.uid = uid,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.state = (char *)"preparing",
		.rules = row_rules(r, rules)}};
	entry_chain_start(b.on.hash, id);
	if (source) {
		b.change |= STORE_SOURCE;
		b.source_path = source->path;
		b.source_text = source->text;
		b.source_len = source->len;
	}
	struct duel *d = duels_add(r, &b.row);
	d->busy = d->hidden = true;
	r->changed_ms = now_ms;
	int err = duels_submit(r, &b);
	free(b.row.rules);
	d->busy = d->hidden = false;
	if (err) {
		duels_forget(d);
		r->broken |= err == -EIO;
	}
	if (err && err != -EEXIST) /* on another host, where others write to the store */
		err = refuse_saying(r, name, uid, rule_of_store(err), sentence_of_store(err));
	return err;
}

/* The defaults may name a source and an evidence root: each is looked at by a thread of its own, the source with the
 * rights of whoever makes the duel, the root with its owner's. As in config.toml: what a path can be told is not about
 * the new directory. */
static int
refuse_default(struct duels *r, const char *name, uid_t uid, const char *what, int err, const char *why)
{
	duels_log(r, LOG_WARNING, "%s: the default %s was refused: %s", name, what, why ? why : "");
	return duels_refuse(r, uid, name_shown(name),
		&refusals[err == -EACCES ? REFUSAL_SEAT_UID : REFUSAL_CONFIG_BAD],
		"the default %s: %s", what, why ? why : "it cannot be read");
}

static int
default_source(struct duels *r, const char *name, const struct caller *who, const struct duel_rules *rules,
	struct source_copy *out)
{
	char *why;
	if (!*rules->source)
		return 0;
	int err = background_source(r, rules, format_find(rules->format), false, who, out, &why);
	if (err) {
		char *fault = source_fault(out, rules->source);
		err = refuse_default(r, name, who->uid, "source", err, fault ? fault : why);
		free(fault);
	}
	free(why);
	return err;
}

static int
default_root(struct duels *r, const char *name, uid_t uid, struct duel_rules *rules)
{
	char *why, *rights;
	if (!*rules->evidence_root)
		return 0;
	int err = background_root(r, rules->evidence_root, NULL, &rights, &why);
	if (err)
		err = refuse_default(r, name, uid, "evidence root", err, why);
	else
		rules_set_text(rules, "evidence_as", rights);
	free(rights);
	free(why);
	return err;
}

int
duels_create(struct duels *r, const char *name, const struct caller *who)
{
	assert(duels_is_locked(r));
	struct duel_rules rules;
	struct source_copy source = {0};
	int err = creation_allowed(r, name, who->uid);
	if (err)
		return err;
	rules_copy(&rules, &r->given.config.defaults);
	err = default_source(r, name, who, &rules, &source);
	if (!err)
		err = default_root(r, name, who->uid, &rules);
	if (!err)
		err = creation_allowed(r, name, who->uid);
	if (!err)
		err = duel_create(r, name, who->uid, &rules, source.path ? &source : NULL);
	source_copy_free(&source);
	rules_free(&rules);
	return err;
}

/* Removing one. */

static int
refuse_stranger(struct duel *d, const struct caller *who)
{
	return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_SEAT_UID],
		"only uid %u, who made this duel, may remove it", (unsigned)d->uid);
}

static int
removal_allowed(struct duel *d, const struct caller *who)
{
	if (d->duels->broken)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_STORE_FAILED],
			"the store failed; it must be mounted again");
	if (!duel_may_make(d, who->uid))
		return refuse_stranger(d, who);
	if (debate_pieces(d->fold->state) || duel_is_closed(d))
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_HISTORY_CHANGED],
			"a duel that was begun is never removed");
	if (d->fold->n_seats)
		return refuse_rule(
			d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY], "somebody has joined; this duel stays");
	if (d->holds || d->turns)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY],
			"somebody has a file of this duel open, or waits in it");
	return 0;
}

/* The store's answer. The duel is gone, by this process or by another before it; or -EAGAIN: somebody else wrote to
 * it, is it to be removed still? */
static int
removed(struct duel *d, const struct caller *who, int err)
{
	struct duels *r = d->duels;
	int read = err == -EAGAIN ? live_read_on(d) : 0;
	if (!err || read == -ENOENT) {
		r->changed_ms = duels_moment(r).now_ms;
		sharing_removed_here(d);
		duels_forget(d);
		return read;
	}
	d->hidden = false;
	if (err == -EAGAIN && !read)
		return -EAGAIN;
	err = read ? -EUCLEAN : err;
	r->broken |= err == -EIO;
	return refuse_rule(
		d, 0, &(struct caller){.uid = who->uid}, ".", rule_of_store(err), "%s", sentence_of_store(err));
}

int
duels_remove(struct duels *r, struct duel *d, const struct caller *who)
{
	assert(duels_is_locked(r));
	assert(d->duels == r);
	int64_t id = d->id;
	int err = duel_settle(d);
	if (!err)
		err = duel_enter(d);
	if (err)
		return err;
	do {
		struct store_batch b = {.change = STORE_REMOVE, .row = {.id = d->id}, .on = d->live->stored};
		err = removal_allowed(d, who);
		if (err)
			break;
		d->hidden = true;
		err = removed(d, who, duels_submit(r, &b));
	} while (err == -EAGAIN);
	if (duels_any(r, id) == d)
		duel_leave(d);
	return err;
}
