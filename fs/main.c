/* duelfs: subcommands, and the mount, which is what runs without one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <utstring.h>
#include "config/config.h"
#include "config/keys.h"
#include "fs/check.h"
#include "fs/mount/log.h"
#include "fs/mount/mount.h"
#include "fs/mount/options.h"
#include "fs/registry/verify.h"
#include "fs/store/store.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Exit of verify where it cannot tell: no store, in use, the structure of its database is damaged, or its log lost a
 * part. */
#define EXIT_UNKNOWN 2

static int run_verify(int argc, char **argv);

/* The first word of a command line; without one of these it is a mount. */
static const struct command {
	const char *name, *arguments, *help;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"verify", "STORE", "check a whole store that is not mounted: a line for each duel", run_verify},
	{"check", CHECK_ARGUMENTS, "judge a draft or a whole record, without a mount: findings as compilers print them",
		check_run},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static void
print_usage(FILE *to)
{
	fprintf(to, "usage: duelfs STORE MOUNTPOINT [-o opt,…] [-f] [-d] [-s]\n");
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(to, "       duelfs %s %s\n", commands[i].name, commands[i].arguments);
	fprintf(to, "       duelfs --help, --version, --print-config\n");
}

static int
print_help(void)
{
	UT_string text;
	utstring_init(&text);
	print_usage(stdout);
	options_help(&text);
	utstring_printf(&text, "\nWORD of --trace: ");
	log_categories(&text);
	printf("\n%s\n\n", utstring_body(&text));
	for (size_t i = 0; i < COMMANDS; i++)
		printf("duelfs %s: %s\n", commands[i].name, commands[i].help);
	utstring_done(&text);
	return EXIT_SUCCESS;
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

/* 0: as it was accepted, 1: not so, or a negative errno. */
static int
verify_one(struct store *s, struct text_set *texts, int64_t id)
{
	struct store_duel d;
	UT_string why;
	int res = s->ops->duel(s, id, &d);
	if (res)
		return res;
	utstring_init(&why);
	res = verify_duel(s, texts, &d, &why);
	if (res >= 0)
		printf("%s: %s\n", d.name, res ? utstring_body(&why) : "ok");
	utstring_done(&why);
	store_duel_free(&d);
	return res;
}

/* The store must not be read while it lists its duels: first the list, then each. */
static int
verify_store(struct store *s, const char *path)
{
	struct ids ids = {0};
	struct text_set *texts = text_set_built_in();
	bool damaged = false;
	int res = s->ops->each_duel(s, keep_id, &ids);
	for (size_t i = 0; res >= 0 && i < ids.n; i++) {
		res = verify_one(s, texts, ids.v[i]);
		damaged |= res > 0;
	}
	free(ids.v);
	text_set_drop(texts);
	if (res < 0) {
		fprintf(stderr, "duelfs: %s: %s\n", path, strerror(-res));
		return EXIT_UNKNOWN;
	}
	return damaged ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int
run_verify(int argc, char **argv)
{
	struct store *s;
	char *why = NULL;
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return print_help();
	if (argc != 2) {
		print_usage(stderr);
		return EXIT_UNKNOWN;
	}
	int err = store_sqlite_open(argv[1], STORE_OPEN_VERIFY, "", &s, &why);
	if (err) {
		fprintf(stderr, "duelfs: %s\n", why ? why : strerror(-err));
		free(why);
		return EXIT_UNKNOWN;
	}
	if (why)
		printf("%s\n", why);
	int status = verify_store(s, argv[1]);
	s->ops->close(s);
	status = why ? EXIT_UNKNOWN : status;
	free(why);
	return status;
}

/* Of the store or the file that was named, else the defaults. */
static int
print_config(const struct options *o)
{
	struct mount_config c;
	UT_string text;
	int err = 0;
	utstring_init(&text);
	if (o->config || o->store) {
		char *beside = o->config ? NULL : mem_format("%s/duelfs.toml", o->store);
		err = reload_read(&(struct paths){.config = beside ? beside : o->config, .config_given = o->config}, &c,
			&text);
		free(beside);
	} else {
		config_default(&c);
	}
	if (!err)
		config_print(&c, &text);
	fprintf(err ? stderr : stdout, err ? "duelfs: %s\n" : "%s", utstring_body(&text));
	config_free(&c);
	utstring_done(&text);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}

static int
unknown_command(const char *word)
{
	UT_string known, shown;
	const char *near = NULL;
	utstring_init(&known);
	utstring_init(&shown);
	for (size_t i = 0; i < COMMANDS; i++) {
		near = config_nearer(word, commands[i].name, near);
		utstring_printf(&known, "%s%s", i ? ", " : "there are ", commands[i].name);
	}
	text_escape(&shown, word, strlen(word), LIMIT_QUOTE_BYTES);
	fprintf(stderr, "duelfs: %s: there is no such command; %s%s%s (a new store of this name is ./%s)\n",
		utstring_body(&shown), near ? "did you mean " : utstring_body(&known), near ? near : "",
		near ? "?" : "", utstring_body(&shown));
	utstring_done(&known);
	utstring_done(&shown);
	return EXIT_FAILURE;
}

static int
run_options(struct options *o)
{
	const char *unknown;
	struct stat st;
	if (o->help)
		return print_help();
	if (o->version)
		return printf("duelfs %s (libfuse %s)\n", DUELFS_VERSION, fuse_pkgversion()) < 0;
	if (o->print_config)
		return print_config(o);
	if (o->trace && !log_trace(o->trace, &unknown)) {
		UT_string known;
		utstring_init(&known);
		log_categories(&known);
		fprintf(stderr, "duelfs: --trace=%.*s: there is no such word; there are %s\n",
			(int)strcspn(unknown, ","), unknown, utstring_body(&known));
		utstring_done(&known);
		return EXIT_FAILURE;
	}
	/* A new store is no word that may be a slip of one. */
	if (o->store && !o->helper && !strchr(o->store, '/') && (stat(o->store, &st) || !S_ISDIR(st.st_mode)))
		return unknown_command(o->store);
	if (o->more) {
		fprintf(stderr, "duelfs: %s: one argument too many\n", o->more);
		return EXIT_FAILURE;
	}
	if (!o->mountpoint) {
		fprintf(stderr, "duelfs: %s\n",
			o->store ? "a mountpoint is missing" : "a store and a mountpoint are missing");
		print_usage(stderr);
		return EXIT_FAILURE;
	}
	if (o->helper && o->foreground)
		return EXIT_SUCCESS;
	o->foreground |= o->debug;
	return mount_run(o);
}

int
main(int argc, char **argv)
{
	struct options o;
	log_take_libfuse();
	for (size_t i = 0; i < COMMANDS; i++)
		if (argc > 1 && !options_helper(argv[0]) && !strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	int status = options_parse(&o, argc, argv) ? EXIT_FAILURE : run_options(&o);
	options_free(&o);
	return status;
}
