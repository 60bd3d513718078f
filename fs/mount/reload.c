/* Reloading: see reload.h. */
#include "fs/mount/reload.h"

#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include "fs/mount/log.h"
#include "fs/mount/mount.h"
#include "validators/formats.h"
#include "validators/text/mem.h"

/* A file system that has not answered for so long may never do so. */
#define STOP_SECONDS 3

int
reload_read(const struct paths *p, struct mount_config *c, UT_string *why)
{
	struct config_error error;
	memset(&error, 0, sizeof error);
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
	char *path = mem_strdup(p->config);
	int err = text_set_read(dirname(path), out, why);
	free(path);
	return err;
}

static void
take(struct mount *m, struct mount_config *c, struct text_set *texts)
{
	char *why = NULL;
	int level = log_level(c->log);
	int err = registry_reload(m->registry, c, texts, &why);
	if (err) {
		log_text(LOG_ERR, "%s; nothing was changed", why ? why : strerror(-err));
		config_free(c);
		text_set_drop(texts);
	} else {
		if (level >= 0)
			log_set_level(level);
		log_text(LOG_INFO, "%s: read anew", m->paths.config);
	}
	free(why);
}

static void
reload_once(struct mount *m)
{
	struct mount_config c;
	struct text_set *texts;
	UT_string why;
	utstring_init(&why);
	if (reload_read(&m->paths, &c, &why) || reload_texts(&m->paths, &texts, &why)) {
		log_text(LOG_ERR, "%s; nothing was changed", utstring_body(&why));
		config_free(&c);
	} else {
		take(m, &c, texts);
	}
	utstring_done(&why);
}

/* Was there another wish meanwhile? */
static bool
goes_on(struct reload *r)
{
	pthread_mutex_lock(&r->lock);
	bool again = r->again;
	r->again = false;
	r->running = again;
	pthread_cond_broadcast(&r->idle);
	pthread_mutex_unlock(&r->lock);
	return again;
}

static void *
run(void *arg)
{
	struct reload *r = arg;
	do
		reload_once(r->mount);
	while (goes_on(r));
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

static int
start_thread(struct reload *r)
{
	pthread_t thread;
	int err = pthread_create(&thread, NULL, run, r);
	if (!err)
		pthread_detach(thread);
	return err;
}

void
reload_start(struct reload *r)
{
	pthread_mutex_lock(&r->lock);
	int err = 0;
	if (r->running)
		r->again = true;
	else
		err = start_thread(r);
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
