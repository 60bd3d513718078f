/*
 * Making and removing duels: mkdir and rmdir. A duel's name is taken from the moment it is asked for; it is found from
 * when it is durable until it is being removed.
 */
#include <assert.h>
#include <errno.h>
#include <syslog.h>

#include "fs/duels/background.h"
#include "fs/duels/duels_inner.h"
#include "fs/util/names.h"
#include "validators/formats.h"

/* A full or failed store is told to the one who runs the mount as well. */
static int
refuse_saying(struct duels *r, const char *name, uid_t uid, const struct rule *rule, const char *sentence)
{
	duels_log(r, LOG_WARNING, "mkdir %s by uid %u: [%s] %s", name_shown(name), (unsigned)uid,
		rule->id, sentence);
	return duels_refuse(r, uid, name_shown(name), rule, "%s", sentence);
}

/* A store that is away comes back, and one that failed does not. */
static const char *
sentence_of_store(int err)
{
	return err == -EIO || err == -ENOSPC ? store_rule(err)->gloss : store_refusal(err);
}

static int
creation_allowed(struct duels *r, const char *name, uid_t uid)
{
	const struct mount_limits *l = &r->given.config.limits;
	const char *fault = duel_name_fault(name);
	if (fault)
		return duels_refuse(r, uid, name_shown(name), &refusals[REFUSAL_VALUE_BAD], "%s", fault);
	if (duels_named(r, name))
		return -EEXIST;
	if (r->broken)
		return duels_refuse(r, uid, name_shown(name), &refusals[REFUSAL_STORE_FAILED],
			"the store failed; it must be mounted again");
	bool full = (int64_t)r->n_duels >= l->duels || r->last_id >= LIMIT_DUEL_ID;
	const struct rule *rule = &refusals[full ? REFUSAL_LIMIT_DUELS : REFUSAL_LIMIT_UID_DUELS];
	if (full || duels_usage(r, uid)->duels >= l->duels_per_uid)
		return refuse_saying(r, name, uid, rule, rule->gloss);
	return 0;
}

/* A duel of this name, which nobody has. The name is taken from the moment it is asked for: the struct is there, and is
 * dropped again if the store refuses. The id is the store's, or -errno, or 0: the next. */
static int
create_duel(struct duels *r, const char *name, uid_t uid, const struct duel_rules *rules,
	const struct source_copy *source, int64_t id)
{
	assert(duels_is_locked(r));
	assert(!duels_named(r, name));
	struct store *s = r->given.store;
	int64_t now_ms = duels_moment(r).now_ms;
	struct duel_rules hashed;
	UT_string text;
	id = id ? id : r->last_id + 1;
	if (id > r->last_id)
		r->last_id = id;
	if (id < 0)
		return refuse_saying(r, name, uid, &refusals[REFUSAL_STORE_FAILED], sentence_of_store((int)id));
	rules_copy(&hashed, rules);
	const char *fault = maker_token_hash(s->secret, &hashed, NULL);
	assert(!fault); /* what it may be was seen to when it was read */
	(void)fault;
	utstring_init(&text);
	rules_print(&hashed, true, &text);
	rules_free(&hashed);
	struct store_batch b = {.change = STORE_CREATE, .row = {.id = id,
		.ends_boot = r->boot,
		.name = (char *)name,
		.uid = uid,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.state = (char *)"preparing",
		.rules = utstring_body(&text)}};
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
	utstring_done(&text);
	d->busy = d->hidden = false;
	if (err) {
		duels_forget(d);
		r->broken |= err == -EIO;
	}
	if (err && err != -EEXIST) /* on another host, where others write to the store */
		err = refuse_saying(r, name, uid, store_rule(err), sentence_of_store(err));
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

int
duels_create(struct duels *r, const char *name, const struct caller *who)
{
	assert(duels_is_locked(r));
	struct duel_rules rules;
	struct source_copy source = {0};
	char *why, *rights;
	int err = creation_allowed(r, name, who->uid);
	if (err)
		return err;
	rules_copy(&rules, &r->given.config.defaults);
	if (*rules.source) {
		err = background_source(r, &rules, format_find(rules.format), false, who, &source, &why);
		char *fault = err ? source_fault(&source, rules.source) : NULL;
		if (err)
			err = refuse_default(r, name, who->uid, "source", err, fault ? fault : why);
		free(fault);
		free(why);
		if (err)
			goto out;
	}
	if (*rules.evidence_root) {
		err = background_root(r, rules.evidence_root, NULL, &rights, &why);
		if (err)
			err = refuse_default(r, name, who->uid, "evidence root", err, why);
		else
			rules_set_text(&rules, "evidence_as", rights);
		free(rights);
		free(why);
		if (err)
			goto out;
	}
	int64_t (*take_id)(struct store *s) = r->given.store->ops->take_id, id = 0;
	if (take_id) { /* a database may have to be asked */
		duels_unlock(r);
		id = take_id(r->given.store);
		duels_lock(r);
	}
	err = creation_allowed(r, name, who->uid); /* others may have made one meanwhile */
	if (!err)
		err = create_duel(r, name, who->uid, &rules, source.path ? &source : NULL, id);
out:
	source_copy_free(&source);
	rules_free(&rules);
	return err;
}

/* Removing one. */

static int
removal_allowed(struct duel *d, const struct caller *who)
{
	if (d->duels->broken)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_STORE_FAILED],
			"the store failed; it must be mounted again");
	if (!duel_may_make(d, who->uid))
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_SEAT_UID],
			"only uid %u, who made this duel, may remove it", (unsigned)d->uid);
	if (debate_pieces(d->fold->state) || duel_is_closed(d))
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_HISTORY_CHANGED],
			"a duel that was begun is never removed");
	if (d->fold->n_seats)
		return refuse_rule(
			d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY], "somebody has joined; this duel stays");
	if (d->holds || d->entrants)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY],
			"somebody has a file of this duel open, or waits in it");
	return 0;
}

int
duels_remove(struct duels *r, struct duel *d, const struct caller *who)
{
	assert(duels_is_locked(r));
	assert(d->duels == r);
	int err = duel_settle(d), read = 0;
	if (!err)
		err = duel_enter(d);
	if (err)
		return err;
	do {
		struct store_batch b = {.change = STORE_REMOVE, .row = {.id = d->id}, .on = d->live->stored};
		err = removal_allowed(d, who);
		if (err)
			goto out;
		d->hidden = true;
		err = duels_submit(r, &b);
		read = err == -EAGAIN ? live_read_on(d) : 0;
		if (!err || read == -ENOENT) { /* it is gone, by this process or by another before it */
			r->changed_ms = duels_moment(r).now_ms;
			sharing_removed_here(d);
			duels_forget(d);
			return read;
		}
		d->hidden = false;
	} while (err == -EAGAIN && !read); /* somebody else wrote to it: is it to be removed still? */
	err = read ? -ETIMEDOUT : err;
	r->broken |= err == -EIO;
	err = refuse_rule(d, 0, who, ".", store_rule(err), "%s", sentence_of_store(err));
out:
	duel_leave(d);
	return err;
}
