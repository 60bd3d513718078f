/* [[duel]] entries, at the mount. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "fs/registry/looking.h"
#include "fs/registry/registry_inner.h"
#include "validators/formats.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

struct waiting {
	pthread_mutex_t lock;
	pthread_cond_t over;
	bool done;
	int err;
};

static void
waiting_done(void *arg, int err)
{
	struct waiting *w = arg;
	pthread_mutex_lock(&w->lock);
	w->done = true;
	w->err = err;
	pthread_cond_signal(&w->over);
	pthread_mutex_unlock(&w->lock);
}

static int
waiting_end(struct waiting *w)
{
	pthread_mutex_lock(&w->lock);
	while (!w->done)
		pthread_cond_wait(&w->over, &w->lock);
	pthread_mutex_unlock(&w->lock);
	pthread_mutex_destroy(&w->lock);
	pthread_cond_destroy(&w->over);
	return w->err;
}

__attribute__((format(printf, 5, 6))) static int
entry_fault(const struct mount_config *c, int line, const char *key, char **why, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	*why = mem_format("%s:%d: %s: %s", c->path, line, key, text);
	free(text);
	return -EINVAL;
}

/* Names are ASCII: another slug stands for itself by the first bytes of its hash. */
static char *
name_of_slug(const char *slug)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	for (const char *s = slug; *s; s++)
		if ((unsigned char)*s >= 0x80) {
			crypto_hash_sha256(hash, (const unsigned char *)slug, strlen(slug));
			return mem_format("duel-%02x%02x%02x%02x", hash[0], hash[1], hash[2], hash[3]);
		}
	return mem_copy(slug, strnlen(slug, LIMIT_DUEL_NAME_BYTES));
}

/* What a [[duel]] entry is called: its name, else by the slug of its topic, else of its source's. */
static char *
entry_name(const struct duel_entry *e, const struct source_copy *source)
{
	if (*e->name)
		return mem_strdup(e->name);
	char *topic = *e->rules.topic ? mem_strdup(e->rules.topic)
		: source->path	      ? source_topic(source, format_find(e->rules.format))
				      : mem_strdup("");
	char *slug = text_slug(topic, strlen(topic)), *name = name_of_slug(slug);
	free(topic);
	free(slug);
	return name;
}

/* An entry and what its duel is called. */
struct named {
	const struct duel_entry *e;
	char *name;
	char *rights; /* of its evidence root; NULL: it has none */
	UT_hash_handle hh;
};

static int
read_source(struct registry *r, const struct mount_config *c, const struct text_set *texts, const struct duel_entry *e,
	struct source_copy *source, char **why)
{
	char *fault = NULL;
	*source = (struct source_copy){0};
	if (!*e->rules.source)
		return 0;
	struct source_kind kind = {.format = format_find(e->rules.format), .stable = e->rules.stable};
	kind.texts = text_set_of(texts, kind.format);
	int err = source_read(e->rules.source, &kind, NULL, r->mount_dev, source, &fault);
	if (source->found.n)
		fault = source_fault(source, e->rules.source);
	if (err)
		err = entry_fault(c, e->source_line, "source", why, "%s", fault ? fault : strerror(-err));
	if (err)
		source_copy_free(source);
	free(fault);
	return err;
}

static int
check_root(struct registry *r, const struct mount_config *c, struct named *n, char **why)
{
	const struct duel_entry *e = n->e;
	char *fault = NULL;
	if (!*e->rules.evidence_root)
		return 0;
	int err = looking_at_root_now(r, e->rules.evidence_root, &n->rights, &fault);
	if (err)
		err = entry_fault(c, e->root_line, "evidence_root", why, "%s", fault ? fault : strerror(-err));
	free(fault);
	return err;
}

static int
name_one(struct registry *r, const struct mount_config *c, const struct text_set *texts, struct named *n, char **why)
{
	struct source_copy source;
	int err = read_source(r, c, texts, n->e, &source, why);
	if (!err && (err = check_root(r, c, n, why)))
		source_copy_free(&source);
	if (err)
		return err;
	n->name = entry_name(n->e, &source);
	source_copy_free(&source);
	const char *fault = duel_name_fault(n->name);
	return fault ? entry_fault(c, n->e->name_line, "name", why, "%s", fault) : 0;
}

/* In which key they differ; NULL: in none. Entries that are called by their slugs are one where these are, however the
 * topics are written. */
static const char *
differ(const struct duel_entry *a, const struct duel_entry *b)
{
	struct duel_rules rules;
	rules_copy(&rules, &b->rules);
	if (!*a->name && !*b->name)
		rules_set_text(&rules, "topic", a->rules.topic);
	const char *key = rules_differ(&a->rules, &rules);
	rules_free(&rules);
	return key;
}

/* Of two entries of one name the second adds nothing, or contradicts the first. */
static int
check_name(const struct mount_config *c, struct named **by_name, struct named *n, char **why)
{
	struct named *first;
	HASH_FIND_STR(*by_name, n->name, first);
	if (!first) {
		HASH_ADD_KEYPTR(hh, *by_name, n->name, strlen(n->name), n);
		return 0;
	}
	const char *key = differ(first->e, n->e);
	return !key ? 0
		    : entry_fault(c, n->e->name_line, "name", why,
			      "\"%s\" is the entry of line %d, too, and they differ in %s: name one of them "
			      "otherwise",
			      n->name, first->e->name_line, key);
}

static void
free_named(struct named *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(v[i].name);
		free(v[i].rights);
	}
	free(v);
}

/* A bad file changes nothing: every entry is looked at before the first is made. *out: one for each, where it returns
 * 0. */
static int
name_all(struct registry *r, const struct mount_config *c, const struct text_set *texts, struct named **out, char **why)
{
	struct named *v = mem_calloc(c->n_duels + 1, sizeof *v), *by_name = NULL;
	int err = 0;
	for (size_t i = 0; !err && i < c->n_duels; i++) {
		v[i].e = &c->duels[i];
		err = name_one(r, c, texts, &v[i], why);
		if (!err)
			err = check_name(c, &by_name, &v[i], why);
	}
	HASH_CLEAR(hh, by_name);
	if (err)
		free_named(v, c->n_duels);
	else
		*out = v;
	return err;
}

/* One that is there, from before or from an entry of the same name, stays as it is. */
static int
make_one(
	struct registry *r, const struct mount_config *c, const struct named *n, struct source_copy *source, char **why)
{
	struct waiting w = {.lock = PTHREAD_MUTEX_INITIALIZER, .over = PTHREAD_COND_INITIALIZER};
	registry_lock(r);
	struct duel *d;
	while ((d = registry_named(r, n->name)) &&
		d->hidden) /* being made or removed by somebody else at this moment */
		registry_await(r, NULL);
	bool there = d;
	if (!there && (int64_t)r->n_duels >= r->given.config.limits.duels) {
		registry_unlock(r);
		return entry_fault(c, n->e->name_line, "name", why, "the mount may hold no more duels");
	}
	struct duel_rules rules;
	rules_copy(&rules, &n->e->rules);
	rules_set_text(&rules, "evidence_as", n->rights ? n->rights : "");
	if (there)
		waiting_done(&w, 0);
	else
		duel_create(r, n->name, geteuid(), &rules, source->path ? source : NULL, waiting_done, &w);
	registry_unlock(r);
	rules_free(&rules);
	int err = waiting_end(&w);
	return err && err != -EEXIST
		? entry_fault(c, n->e->name_line, "name", why, "the duel could not be stored: %s", strerror(-err))
		: 0;
}

/* Whoever only reads makes none: they are there where one who writes has made them. */
int
registry_configure(struct registry *r, char **why)
{
	const struct mount_config *c = &r->given.config;
	const struct text_set *texts = r->given.texts;
	struct named *v = NULL;
	struct source_copy source;
	if (r->given.store->read_only)
		return 0;
	int err = name_all(r, c, texts, &v, why);
	if (err)
		return err;
	for (size_t i = 0; !err && i < c->n_duels; i++) {
		err = read_source(r, c, texts, v[i].e, &source, why);
		if (!err)
			err = make_one(r, c, &v[i], &source, why);
		source_copy_free(&source);
	}
	free_named(v, c->n_duels);
	return err;
}

void
registry_mounted(struct registry *r)
{
	struct statx st;
	/* Without asking the daemon, who may be the one that asks. */
	if (statx(AT_FDCWD, r->given.mountpoint, AT_STATX_DONT_SYNC | AT_NO_AUTOMOUNT, STATX_TYPE, &st))
		return;
	registry_lock(r);
	r->mount_dev = makedev(st.stx_dev_major, st.stx_dev_minor);
	registry_unlock(r);
}
