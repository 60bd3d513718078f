/*
 * Making and removing duels: mkdir and rmdir. A duel's name is taken from the moment it is asked for; it is found from
 * when it is durable until it is being removed.
 */
#include <assert.h>
#include <errno.h>
#include <syslog.h>

#include "fs/registry/looking.h"
#include "fs/registry/registry_inner.h"
#include "fs/registry/sourcing.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

struct creation {
	struct store_batch batch;
	struct registry *r;
	struct duel *d;
	struct store_duel row;
	char *rules;
	struct source_copy source;
	done_fn done;
	void *arg;
};

static void
creation_free(struct creation *c)
{
	free(c->row.name);
	free(c->rules);
	source_copy_free(&c->source);
	free(c);
}

/* What is full, or failed, is for whoever runs the mount as well. */
static int
refuse_saying(struct registry *r, const char *name, uid_t uid, const struct rule *rule, const char *sentence)
{
	registry_log(r, LOG_WARNING, "mkdir %s by uid %u: [%s] %s", name_shown(name), (unsigned)uid,
		rule->id, sentence);
	return registry_refuse(r, uid, name_shown(name), rule, "%s", sentence);
}

static int
refuse_making(struct registry *r, const char *name, uid_t uid, const struct rule *rule)
{
	return refuse_saying(r, name, uid, rule, rule->gloss);
}

static int
refuse_quietly(struct registry *r, const char *name, uid_t uid, const char *sentence)
{
	return registry_refuse(r, uid, name_shown(name), &refusals[REFUSAL_STORE_FAILED], "%s", sentence);
}

static int
refuse_name(struct registry *r, const char *name, uid_t uid, const char *fault)
{
	const char *maker = name_maker(name);
	return registry_refuse(
		r, uid, name_shown(name), &refusals[REFUSAL_VALUE_BAD], "%s%s%s", fault, maker ? "; " : "",
		maker ? maker : "");
}

/* What the store said of a batch, as the mount says it: of its own errnos nobody outside knows any. */
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

/* Its name is taken from the moment it is asked for: the struct is there, and is dropped again if the store refuses. */
static void
creation_done(struct store_batch *b, int err)
{
	struct creation *c = b->arg;
	struct registry *r = c->r;
	registry_lock(r);
	struct duel *d = c->d;
	assert(d->hidden && d->queue.busy);
	d->queue.busy = d->hidden = false;
	if (err) {
		registry_forget(d);
		r->broken |= err == -EIO;
	}
	if (err && err != -EEXIST) /* on another host, where others write to the store */
		err = refuse_saying(r, c->row.name, c->row.uid, rule_of_store(err), sentence_of_store(err));
	c->done(c->arg, err);
	registry_job_end(r);
	registry_unlock(r);
	creation_free(c);
}

static int
creation_allowed(struct registry *r, const char *name, uid_t uid)
{
	const char *fault = duel_name_fault(name);
	if (fault)
		return refuse_name(r, name, uid, fault);
	if (registry_named(r, name))
		return -EEXIST;
	if (r->broken)
		return refuse_quietly(r, name, uid, "the store failed; it must be mounted again");
	if ((int64_t)r->n_duels >= r->given.config.limits.duels || r->last_id >= LIMIT_DUEL_ID)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_DUELS]);
	if (registry_usage(r, uid)->duels >= r->given.config.limits.duels_per_uid)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_UID_DUELS]);
	return 0;
}

/* Of a store that others write to it says which; -errno. */
static int64_t
new_id(struct registry *r)
{
	struct store *s = r->given.store;
	int64_t id = s->ops->take_id ? s->ops->take_id(s) : r->last_id + 1;
	if (id > r->last_id)
		r->last_id = id;
	return id;
}

void
duel_create(struct registry *r, const char *name, uid_t uid, const struct duel_rules *rules, struct source_copy *source,
	done_fn done, void *arg)
{
	assert(registry_is_locked(r));
	assert(!registry_named(r, name));
	int64_t now_ms = registry_moment(r).now_ms, id = new_id(r);
	if (id < 0) {
		done(arg, refuse_saying(r, name, uid, &refusals[REFUSAL_STORE_FAILED], sentence_of_store((int)id)));
		return;
	}
	struct creation *c = mem_calloc(1, sizeof *c);
	UT_string text;
	struct duel_rules hashed;
	rules_copy(&hashed, rules);
	const char *fault = maker_token_hash(r->given.store->ops->secret(r->given.store), &hashed, NULL);
	assert(!fault); /* what it may be was seen to when it was read */
	(void)fault;
	utstring_init(&text);
	rules_print_kept(&hashed, &text);
	rules_free(&hashed);
	c->r = r;
	c->rules = utstring_body(&text);
	c->done = done;
	c->arg = arg;
	c->row = (struct store_duel){.id = id,
		.ends_boot = r->boot,
		.name = mem_strdup(name),
		.uid = uid,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.state = (char *)"preparing",
		.rules = c->rules};
	c->batch = (struct store_batch){.change = STORE_CREATE, .row = c->row, .done = creation_done, .arg = c};
	entry_chain_start(c->batch.on.hash, c->row.id);
	if (source) {
		c->source = *source;
		*source = (struct source_copy){0};
		c->batch.change |= STORE_SOURCE;
		c->batch.source_path = c->source.path;
		c->batch.source_text = c->source.text;
		c->batch.source_len = c->source.len;
	}
	struct duel *d = c->d = registry_add(r, &c->row);
	d->queue.busy = d->hidden = true;
	r->changed_ms = now_ms;
	registry_job_begin(r);
	r->given.store->ops->submit(r->given.store, &c->batch);
}

/* By the defaults, which may name a source and an evidence root: each is looked at by a thread of its own, the source
 * with the rights of whoever makes the duel, the root with its owner's. */
struct default_creation {
	struct registry *r;
	char *name;
	uid_t uid;
	struct duel_rules rules;
	struct source_copy source;
	done_fn done;
	void *arg;
};

/* As in config.toml: what a path can be told is not about the new directory. */
static int
refuse_default(const struct default_creation *m, const char *what, int err, const char *why)
{
	registry_log(m->r, LOG_WARNING, "%s: the default %s was refused: %s", m->name, what, why ? why : "");
	return registry_refuse(m->r, m->uid, name_shown(m->name),
		&refusals[err == -EACCES ? REFUSAL_SEAT_UID : REFUSAL_CONFIG_BAD],
		"the default %s: %s", what, why ? why : "it cannot be read");
}

static void
default_end(struct default_creation *m, int err)
{
	err = err ? err : creation_allowed(m->r, m->name, m->uid);
	if (err)
		m->done(m->arg, err);
	else
		duel_create(m->r, m->name, m->uid, &m->rules, m->source.path ? &m->source : NULL, m->done, m->arg);
	source_copy_free(&m->source);
	rules_free(&m->rules);
	free(m->name);
	free(m);
}

static void
default_rooted(void *arg, int err, char *rights, const char *why)
{
	struct default_creation *m = arg;
	if (err)
		err = refuse_default(m, "evidence root", err, why);
	else
		rules_set_text(&m->rules, "evidence_as", rights);
	free(rights);
	default_end(m, err);
}

static void
default_root(struct default_creation *m)
{
	if (*m->rules.evidence_root)
		looking_at_root(m->r, m->rules.evidence_root, NULL, default_rooted, m);
	else
		default_end(m, 0);
}

static void
default_sourced(void *arg, int err, struct source_copy *copy, const char *why)
{
	struct default_creation *m = arg;
	if (err) {
		char *fault = source_fault(copy, m->rules.source);
		err = refuse_default(m, "source", err, fault ? fault : why);
		free(fault);
		default_end(m, err);
		return;
	}
	m->source = *copy;
	*copy = (struct source_copy){0};
	default_root(m);
}

void
registry_create(struct registry *r, const char *name, const struct caller *who, done_fn done, void *arg)
{
	assert(registry_is_locked(r));
	const struct duel_rules *defaults = &r->given.config.defaults;
	int err = creation_allowed(r, name, who->uid);
	if (err) {
		done(arg, err);
		return;
	}
	struct default_creation *m = mem_calloc(1, sizeof *m);
	*m = (struct default_creation){.r = r, .name = mem_strdup(name), .uid = who->uid, .done = done, .arg = arg};
	rules_copy(&m->rules, defaults);
	if (!*defaults->source)
		default_root(m);
	else
		sourcing_start(r, defaults, format_find(defaults->format), false, who, default_sourced, m);
}

/* Removing one. */

struct removal {
	struct store_batch batch;
	struct duel *d;
	struct caller who;
	done_fn done;
	void *arg;
};

/* What whoever wanted it removed is told. */
static int
removal_refused(struct removal *m, int err)
{
	m->d->registry->broken |= err == -EIO;
	return refuse_rule(
		m->d, 0, &(struct caller){.uid = m->who.uid}, ".", rule_of_store(err), "%s", sentence_of_store(err));
}

static void
removal_done(struct store_batch *b, int err)
{
	struct removal *m = b->arg;
	struct duel *d = m->d;
	struct registry *r = d->registry;
	assert(d->hidden);
	registry_lock(r);
	d->holds--;
	int read = err == -EAGAIN ? live_read_on(d) : 0;
	if (!err || read == -ENOENT) { /* by this process, or by another before it */
		r->changed_ms = registry_moment(r).now_ms;
		sharing_removed_here(d);
		registry_forget(d);
		m->done(m->arg, read);
	} else {
		d->hidden = d->queue.busy = false;
		if (err == -EAGAIN && !read) /* somebody else wrote to it: is it to be removed still? */
			registry_remove(r, d, &m->who, m->done, m->arg);
		else
			m->done(m->arg, removal_refused(m, read ? -EUCLEAN : err));
		if (!d->queue.busy)
			queue_next(&d->queue);
	}
	registry_job_end(r);
	registry_unlock(r);
	free(m);
}

static int
refuse_stranger(struct duel *d, const struct caller *who)
{
	return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_SEAT_UID],
		"only uid %u, who made this duel, may remove it", (unsigned)d->uid);
}

static int
removal_allowed(struct duel *d, const struct caller *who)
{
	int err = duel_settle(d);
	if (err)
		return err;
	if (d->registry->broken)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_STORE_FAILED],
			"the store failed; it must be mounted again");
	if (!duel_may_make(d, who->uid))
		return refuse_stranger(d, who);
	if (duel_turns(d) || duel_is_closed(d))
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_HISTORY_CHANGED],
			"a duel that was begun is never removed");
	if (duel_seats(d))
		return refuse_rule(
			d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY], "somebody has joined; this duel stays");
	if (d->holds || d->queue.busy)
		return refuse_rule(d, 0, who, ".", &refusals[REFUSAL_LEASE_BUSY],
			"somebody has a file of this duel open, or waits in it");
	return 0;
}

void
registry_remove(struct registry *r, struct duel *d, const struct caller *who, done_fn done, void *arg)
{
	assert(registry_is_locked(r));
	assert(d->registry == r);
	int err = removal_allowed(d, who);
	if (err) {
		done(arg, err);
		return;
	}
	struct removal *m = mem_calloc(1, sizeof *m);
	*m = (struct removal){.d = d, .who = *who, .done = done, .arg = arg,
		.batch = {.change = STORE_REMOVE, .row = {.id = d->id}, .on = d->live->stored, .done = removal_done,
			.arg = m}};
	d->queue.busy = d->hidden = true;
	d->holds++;
	registry_job_begin(r);
	r->given.store->ops->submit(r->given.store, &m->batch);
}
