/* Reloading: see reload.h. */
#include "fs/mount/reload.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include "fs/mount/log.h"
#include "fs/mount/mount.h"
#include "fs/show/show.h"
#include "fs/store/pg/pg.h"
#include "validators/formats.h"
#include "validators/text/mem.h"

/* A file system that has not answered for so long may never do so. */
#define STOP_SECONDS 3

int
reload_read(const struct paths *p, struct mount_config *c, UT_string *why)
{
	struct config_error error;
	memset(&error, 0, sizeof error);
	if (!p->config) {
		config_default(c);
		return 0;
	}
	int err = config_load(p->config, format_names(), c, &error);
	if (!err)
		return paths_check_archive(p, c->archive, why);
	if (err == -ENOENT && !p->config_given)
		return 0;
	utstring_printf(why, "%s:", p->config);
	if (error.line)
		utstring_printf(why, "%d:", error.line);
	utstring_printf(why, " %s", error.text);
	return err;
}

int
reload_texts(const struct paths *p, struct text_set **out, UT_string *why)
{
	if (!p->config) {
		*out = text_set_built_in();
		return 0;
	}
	char *path = mem_strdup(p->config);
	int err = text_set_read(dirname(path), guide_texts, GUIDE_TEXTS, out, why);
	free(path);
	return err;
}

void
reload_times(const struct mount_config *c)
{
	pg_poll_ms = c->store_poll_ms;
	pg_stale_ms = 1000 * c->store_stale_seconds;
	pg_patience_ms = 1000 * c->store_patience_seconds;
	pg_answer_ms = 1000 * c->store_answer_seconds;
}

static int
same_database(const struct mount *m, const struct mount_config *c, UT_string *why)
{
	const char *other = NULL;
	if (!m->paths.database && strcmp(c->database, m->database ? m->database : "") != 0)
		other = "database";
	else if (!m->secret_file_given && strcmp(c->secret_file, m->secret_file ? m->secret_file : "") != 0)
		other = "secret_file";
	if (!other)
		return 0;
	utstring_printf(why, "%s: %s: another one wants a new mount", m->paths.config, other);
	return -EINVAL;
}

static void
reload_once(struct mount *m)
{
	struct mount_config c;
	struct text_set *texts = NULL;
	char *refused = NULL;
	UT_string why;
	utstring_init(&why);
	service_tell_reloading(&m->service);
	int err = reload_read(&m->paths, &c, &why);
	if (!err)
		err = same_database(m, &c, &why);
	if (!err)
		err = reload_texts(&m->paths, &texts, &why);
	int level = err ? -1 : log_level(c.log);
	struct mount_config taken = c; /* the registry's from there on */
	if (!err && (err = registry_reload(m->registry, &c, texts, &refused)))
		utstring_printf(&why, "%s", refused ? refused : strerror(-err));
	if (err) {
		utstring_printf(&why, "; nothing was changed");
		log_text(LOG_ERR, "%s", utstring_body(&why));
		config_free(&c);
		text_set_drop(texts);
	} else {
		if (level >= 0)
			log_set_level(level);
		reload_times(&taken);
		utstring_printf(&why, "%s: read anew", m->paths.config ? m->paths.config : "no configuration");
		log_text(LOG_INFO, "%s", utstring_body(&why));
	}
	char *status = mem_format("%s on %s; %s", m->name, m->paths.mountpoint, utstring_body(&why));
	service_tell_ready(&m->service, status);
	free(status);
	free(refused);
	utstring_done(&why);
}

/* Once more where there was another wish meanwhile. */
static void *
run(void *arg)
{
	struct reload *r = arg;
	for (bool again = true; again;) {
		reload_once(r->mount);
		pthread_mutex_lock(&r->lock);
		assert(r->running);
		again = r->running = r->again;
		r->again = false;
		pthread_cond_broadcast(&r->idle);
		pthread_mutex_unlock(&r->lock);
	}
	return NULL;
}

void
reload_init(struct reload *r, struct mount *m)
{
	pthread_condattr_t attr;
	*r = (struct reload){.mount = m};
	pthread_mutex_init(&r->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&r->idle, &attr);
	pthread_condattr_destroy(&attr);
}

void
reload_start(struct reload *r)
{
	pthread_t thread;
	pthread_mutex_lock(&r->lock);
	int err = r->running ? 0 : pthread_create(&thread, NULL, run, r);
	if (!err && !r->running)
		pthread_detach(thread);
	r->again = r->running;
	r->running = !err;
	pthread_mutex_unlock(&r->lock);
	if (err)
		log_text(LOG_ERR, "no thread to read the configuration with: %s", strerror(err));
}

bool
reload_stop(struct reload *r)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += STOP_SECONDS;
	pthread_mutex_lock(&r->lock);
	r->again = false;
	while (r->running && pthread_cond_timedwait(&r->idle, &r->lock, &until) != ETIMEDOUT)
		;
	bool idle = !r->running;
	pthread_mutex_unlock(&r->lock);
	return idle;
}
