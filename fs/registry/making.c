/*
 * Making and removing duels: mkdir and rmdir. A duel's name is taken from the moment it is asked for; it is found from
 * when it is durable until it is being removed.
 */
#include <assert.h>
#include <errno.h>
#include <syslog.h>

#include "fs/registry/registry_inner.h"
#include "fs/registry/sourcing.h"
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
refuse_making(struct registry *r, const char *name, uid_t uid, const struct rule *rule)
{
	registry_log(r, LOG_WARNING, "mkdir %s by uid %u: [%s] %s", name, (unsigned)uid, rule->id, rule->gloss);
	return registry_refuse(r, uid, name, rule, "%s", rule->gloss);
}

static int
refuse_name(struct registry *r, const char *name, uid_t uid, const char *fault)
{
	const char *maker = name_maker(name);
	return registry_refuse(
		r, uid, name, &refusals[REFUSAL_VALUE_BAD], "%s%s%s", fault, maker ? "; " : "", maker ? maker : "");
}

/* What the store said of a batch, as the mount says it: of its own errnos nobody outside knows any. */
static const struct rule *
rule_of_store(int err)
{
	return &refusals[err == -ENOSPC ? REFUSAL_STORE_FULL : REFUSAL_STORE_FAILED];
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
		err = refuse_making(r, c->row.name, c->row.uid, rule_of_store(err));
	}
	if (r->given.changed)
		r->given.changed(r->given.arg, NULL);
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
		return registry_refuse(
			r, uid, name, &refusals[REFUSAL_STORE_FAILED], "the store failed; it must be mounted again");
	if ((int64_t)r->n_duels >= r->given.config.limits.duels || r->last_id >= LIMIT_DUEL_ID)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_DUELS]);
	if (registry_usage(r, uid)->duels >= r->given.config.limits.duels_per_uid)
		return refuse_making(r, name, uid, &refusals[REFUSAL_LIMIT_UID_DUELS]);
	return 0;
}

void
duel_create(struct registry *r, const char *name, uid_t uid, const struct duel_rules *rules, struct source_copy *source,
	done_fn done, void *arg)
{
	assert(registry_is_locked(r));
	assert(!registry_named(r, name));
	int64_t now_ms = registry_moment(r).now_ms;
	struct creation *c = mem_calloc(1, sizeof *c);
	UT_string text;
	utstring_init(&text);
	rules_print(rules, &text);
	c->r = r;
	c->rules = utstring_body(&text);
	c->done = done;
	c->arg = arg;
	c->row = (struct store_duel){.id = ++r->last_id,
		.name = mem_strdup(name),
		.uid = uid,
		.created_ms = now_ms,
		.updated_ms = now_ms,
		.state = (char *)"preparing",
		.rules = c->rules};
	c->batch = (struct store_batch){.change = STORE_CREATE, .row = c->row, .done = creation_done, .arg = c};
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

struct default_creation {
	struct registry *r;
	char *name;
	uid_t uid;
	done_fn done;
	void *arg;
};

/* The defaults may name a source: it is opened by its own thread, with the rights of whoever makes the duel. */
static void
default_sourced(void *arg, int err, struct source_copy *copy, const char *why)
{
	struct default_creation *m = arg;
	struct registry *r = m->r;
	if (err) {
		registry_log(r, LOG_WARNING, "%s: the default source was refused: %s", m->name, why ? why : "");
		/* As in config.toml: what a path can be told is not about the new directory. */
		err = registry_refuse(r, m->uid, m->name,
			&refusals[err == -EACCES ? REFUSAL_SEAT_UID : REFUSAL_CONFIG_BAD], "the default source: %s",
			why ? why : "it cannot be read");
	}
	err = err ? err : creation_allowed(r, m->name, m->uid);
	if (err)
		m->done(m->arg, err);
	else
		duel_create(r, m->name, m->uid, &r->given.config.defaults, copy, m->done, m->arg);
	free(m->name);
	free(m);
}

void
registry_create(struct registry *r, const char *name, const struct caller *who, done_fn done, void *arg)
{
	assert(registry_is_locked(r));
	int err = creation_allowed(r, name, who->uid);
	if (err) {
		done(arg, err);
		return;
	}
	if (!*r->given.config.defaults.source) {
		duel_create(r, name, who->uid, &r->given.config.defaults, NULL, done, arg);
		return;
	}
	struct default_creation *m = mem_calloc(1, sizeof *m);
	*m = (struct default_creation){.r = r, .name = mem_strdup(name), .uid = who->uid, .done = done, .arg = arg};
	err = sourcing_start(r, r->given.config.defaults.source, who, default_sourced, m);
	if (err) {
		free(m->name);
		free(m);
		done(arg, refuse_making(r, name, who->uid, &refusals[REFUSAL_LIMIT_HANDLES]));
	}
}

/* Removing one. */

struct removal {
	struct store_batch batch;
	struct duel *d;
	uid_t uid;
	done_fn done;
	void *arg;
};

static void
removal_done(struct store_batch *b, int err)
{
	struct removal *m = b->arg;
	struct duel *d = m->d;
	struct registry *r = d->registry;
	assert(d->hidden);
	registry_lock(r);
	r->broken |= err == -EIO;
	d->holds--;
	if (err) {
		const struct rule *rule = rule_of_store(err);
		err = refuse_rule(d, 0, m->uid, ".", rule, "%s", rule->gloss);
		d->hidden = false;
		queue_next(&d->queue);
	} else {
		r->changed_ms = registry_moment(r).now_ms;
		registry_forget(d);
		if (r->given.changed)
			r->given.changed(r->given.arg, NULL);
	}
	m->done(m->arg, err);
	registry_job_end(r);
	registry_unlock(r);
	free(m);
}

static int
removal_allowed(struct duel *d, const struct caller *who)
{
	int err = duel_touch(d);
	if (err)
		return err;
	if (d->registry->broken)
		return refuse_rule(d, 0, who->uid, ".", &refusals[REFUSAL_STORE_FAILED],
			"the store failed; it must be mounted again");
	if (who->uid && who->uid != d->uid)
		return refuse_rule(d, 0, who->uid, ".", &refusals[REFUSAL_SEAT_UID],
			"only uid %u, who made this duel, may remove it", (unsigned)d->uid);
	if (duel_turns(d) || duel_is_closed(d))
		return refuse_rule(d, 0, who->uid, ".", &refusals[REFUSAL_HISTORY_CHANGED],
			"a duel that was begun is never removed");
	if (duel_seats(d))
		return refuse_rule(
			d, 0, who->uid, ".", &refusals[REFUSAL_LEASE_BUSY], "somebody has joined; this duel stays");
	if (d->holds || d->queue.busy)
		return refuse_rule(d, 0, who->uid, ".", &refusals[REFUSAL_LEASE_BUSY],
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
	*m = (struct removal){.d = d, .uid = who->uid, .done = done, .arg = arg,
		.batch = {.change = STORE_REMOVE, .row = {.id = d->id}, .done = removal_done, .arg = m}};
	d->queue.busy = d->hidden = true;
	d->holds++;
	registry_job_begin(r);
	r->given.store->ops->submit(r->given.store, &m->batch);
}
