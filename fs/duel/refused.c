/* A list of refusals, and that of what stands beside the duels. */
#include "fs/duel/refused.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "fs/duel/clock.h"
#include "fs/duel/live.h"
#include "validators/mem.h"
#include "validators/text.h"

static void
refused_free(struct refused *r)
{
	free(r->who);
	free(r->file);
	free(r->about);
	findings_free(&r->findings);
}

void
refused_clear(struct refused_list *l)
{
	for (unsigned i = 0; i < l->n; i++)
		refused_free(&l->v[i]);
	l->n = 0;
}

bool
refused_again(const struct refused_list *l, const struct refused *r)
{
	const struct refused *last = &l->v[0];
	return r->err && l->n && last->err == r->err && last->seat == r->seat && !strcmp(last->who, r->who) && !strcmp(last->file, r->file) &&
		findings_equal(&last->findings, &r->findings);
}

static void
refused_drop(struct refused_list *l, unsigned at)
{
	refused_free(&l->v[at]);
	memmove(l->v + at, l->v + at + 1, (--l->n - at) * sizeof *l->v);
}

void
refused_push(struct refused_list *l, struct refused *r, unsigned out)
{
	l->changed_ms = r->time_ms > l->changed_ms ? r->time_ms : l->changed_ms + 1;
	if (refused_again(l, r)) {
		l->v[0].count++;
		l->v[0].time_ms = r->time_ms;
		refused_free(r);
		return;
	}
	if (l->n == LIMIT_LAST_ERRORS)
		refused_drop(l, out);
	memmove(l->v + 1, l->v, l->n++ * sizeof *l->v);
	l->v[0] = *r;
}

void
refused_print(const struct refused *r, UT_string *out)
{
	char time[RFC3339_BYTES];
	clock_rfc3339(r->time_ms, time);
	utstring_printf(out, "%s %s %s: %s", time, r->who, r->file, r->err ? errno_name(r->err) : "accepted");
	if (r->count > 1)
		utstring_printf(out, " (%u times)", r->count);
	utstring_printf(out, "\n");
	findings_print(&r->findings, r->about, out);
}

void
refused_print_all(const struct refused_list *l, UT_string *out)
{
	for (unsigned i = 0; i < l->n; i++) {
		if (i)
			utstring_printf(out, "\n");
		refused_print(&l->v[i], out);
	}
}

/* Beside the duels. */

static unsigned
count_of(const struct refused_list *l, uid_t uid)
{
	unsigned n = 0;
	for (unsigned i = 0; i < l->n; i++)
		n += l->v[i].uid == uid;
	return n;
}

/* The oldest one of whoever has most of them makes place: nobody pushes out what others have to read. */
static unsigned
crowded_out(const struct refused_list *l)
{
	unsigned out = 0, most = 0;
	for (unsigned i = 0; i < l->n; i++) {
		unsigned n = count_of(l, l->v[i].uid);
		if (n >= most)
			out = i, most = n;
	}
	return out;
}

int
registry_refuse(struct registry *r, uid_t uid, const char *name, const struct rule *rule, const char *format, ...)
{
	struct refused refused = {.time_ms = registry_moment(r).now_ms, .uid = uid, .err = -rule->err, .count = 1};
	UT_string quoted;
	va_list args;
	utstring_init(&quoted);
	text_escape(&quoted, name, strlen(name), LIMIT_QUOTE_BYTES);
	va_start(args, format);
	char *sentence = mem_vformat(format, args);
	va_end(args);
	findings_add(&refused.findings, rule, 0, "%s", sentence);
	free(sentence);
	refused.who = mem_format("uid %u", (unsigned)uid);
	refused.file = mem_strdup(utstring_body(&quoted));
	refused.about = utstring_body(&quoted);
	refused_push(&r->refused, &refused, crowded_out(&r->refused));
	return -rule->err;
}

int64_t
registry_refused_ms(const struct registry *r)
{
	return r->refused.n ? r->refused.changed_ms : r->started_ms;
}

void
registry_last_error(struct registry *r, UT_string *out)
{
	refused_print_all(&r->refused, out);
}
