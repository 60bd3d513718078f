#include "fs/command.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/paths.h"
#include "fs/mount/reload.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
command_fail(const char *format, ...)
{
	UT_string clean;
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	utstring_init(&clean);
	text_escape(&clean, text, strlen(text), SIZE_MAX);
	fprintf(stderr, "duelfs: %s\n", utstring_body(&clean));
	utstring_done(&clean);
	free(text);
	return EXIT_UNKNOWN;
}

int
command_say(const UT_string *said, int status)
{
	fwrite(utstring_body(said), 1, utstring_len(said), stdout);
	if (fflush(stdout) || ferror(stdout))
		return command_fail("the answer cannot be written: %s", strerror(errno));
	return status;
}

bool
command_words(struct command_words *w, int argc, char **argv, bool takes_json)
{
	static const struct option options[] = {
		{"help", no_argument, NULL, 'h'},
		{"json", no_argument, NULL, 'j'},
		{0},
	};
	*w = (struct command_words){0};
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
		if (option == 'h')
			w->help = true;
		else if (option == 'j' && takes_json)
			w->json = true;
		else
			return false;
	}
	w->v = argv + optind;
	w->n = argc - optind;
	return true;
}

struct ids {
	int64_t *v;
	size_t n, room;
};

static int
keep_id(void *arg, const struct store_duel *d)
{
	struct ids *ids = arg;
	if (ids->n == ids->room) {
		ids->room = ids->room ? 2 * ids->room : 256;
		ids->v = mem_resize(ids->v, ids->room, sizeof *ids->v);
	}
	ids->v[ids->n++] = d->id;
	return 0;
}

/* The store must not be read while it lists its duels: first the list, then each. */
int
command_each_duel(struct store *s, int (*each)(void *arg, struct store *s, const struct store_duel *row), void *arg)
{
	struct ids ids = {0};
	int res = s->ops->each_duel(s, keep_id, &ids);
	for (size_t i = 0; !res && i < ids.n; i++) {
		struct store_duel row;
		res = s->ops->duel(s, ids.v[i], &row);
		if (res)
			break;
		res = each(arg, s, &row);
		store_duel_free(&row);
	}
	free(ids.v);
	return res;
}

int
command_texts(const char *store, struct text_set **out)
{
	char *config = mem_format("%s/duelfs.toml", store);
	UT_string why;
	utstring_init(&why);
	int err = reload_texts(&(struct paths){.config = config}, out, &why);
	if (err)
		command_fail("%s", utstring_body(&why));
	utstring_done(&why);
	free(config);
	return err;
}
