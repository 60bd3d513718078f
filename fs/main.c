/* duelfs: subcommands, and the mount, which is what runs without one. */
#include <errno.h>
#include <getopt.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <utstring.h>
#include "config/config.h"
#include "config/keys.h"
#include "fs/command.h"
#include "fs/mount/log.h"
#include "fs/mount/mount.h"
#include "fs/mount/options.h"
#include "fs/mount/paths.h"
#include "fs/duels/offline.h"
#include "fs/store/pg/pg.h"
#include "fs/store/store.h"
#include "validators/kit/record.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static int verify_run(const struct command_words *w);

/* The first word of a command line; without one of these it is a mount. */
static const struct command {
	const char *name, *arguments, *help;
	int (*run)(const struct command_words *w);
	int least, most; /* words */
	bool on_store;   /* the first names one */
	bool json;       /* it takes --json */
} commands[] = {
	{"list", "[--json] STORE", "the duels of a store that is not mounted, a line each", list_run, 1, 1,
		.on_store = true, .json = true},
	{"export", "STORE DUEL DIR", "write a duel of a store that is not mounted as plain files", export_run, 3, 3,
		.on_store = true},
	{"remove", "STORE DUEL…", "take closed duels out of a store that is not mounted, and forgotten ones",
		remove_run, 2, INT_MAX, .on_store = true},
	{"verify", "STORE",
		"check a whole store that is not mounted, or a database as it is now: a line for each duel",
		verify_run, 1, 1, .on_store = true},
	{"copy", "FROM TO", "all duels to another store, of which none is mounted: it has them from then on", copy_run,
		2, 2, .on_store = true},
	{"init", "DATABASE [ROLE…]",
		"make the tables of a database, and let roles use them, who then need not make any", init_run, 1,
		INT_MAX, .on_store = true},
	{"check", "DIR", "judge a knowledge base, without a mount: findings as compilers print them", check_run, 1, 1,
		.on_store = false},
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static void
print_usage(FILE *to)
{
	fprintf(to, "usage: duelfs STORE MOUNTPOINT [-o opt,…] [-f] [-d] [-s]\n");
	fprintf(to, "       duelfs postgresql://HOST/DATABASE MOUNTPOINT [-o config=FILE,…] [-f] [-d] [-s]\n");
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
	printf("\n%s\n\n", utstring_body(&text));
	for (size_t i = 0; i < COMMANDS; i++)
		printf("duelfs %s: %s\n", commands[i].name, commands[i].help);
	printf("\nA database, postgresql://HOST/DATABASE, may be named in place of a STORE.\n");
	utstring_done(&text);
	return EXIT_SUCCESS;
}

static int
verify_one(void *arg, struct store *s, const struct store_duel *row)
{
	bool *damaged = arg;
	UT_string why;
	utstring_init(&why);
	int res = verify_duel(s, row, &why);
	if (res >= 0)
		printf("%s: %s\n", row->name, res ? utstring_body(&why) : "ok");
	*damaged |= res > 0;
	utstring_done(&why);
	return res < 0 ? res : 0;
}

static void
print_contradiction(void *arg, const char *what)
{
	bool *damaged = arg;
	printf("%s\n", what);
	*damaged = true;
}

static int
verify_store(void *arg, struct store *s)
{
	char time[RECORD_TIME_BYTES];
	if (s->as_of_ms)
		printf("as of %s%s\n", record_time(s->as_of_ms, time),
			s->standby ? ", which is what a standby has" : "");
	if (s->half_made)
		print_contradiction(arg, STORE_HALF_MADE);
	int err = command_each_duel(s, verify_one, arg);
	return err || !s->ops->contradictions ? err : s->ops->contradictions(s, print_contradiction, arg);
}

/* Nobody may have a directory mounted meanwhile; a database is read as it is at one moment. */
static int
verify_run(const struct command_words *w)
{
	bool damaged = false;
	int status = command_read(w->store, STORE_OPEN_VERIFY, "", verify_store, &damaged);
	return status ? status : damaged ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* The configuration of the store or file that was named, else the defaults. */
static int
print_config(const struct options *o)
{
	struct mount_config c;
	UT_string text;
	int err = 0;
	utstring_init(&text);
	if (o->config || (o->store && !store_pg_names(o->store))) {
		char *beside = o->config ? NULL : mem_format("%s/duelfs.toml", o->store);
		struct paths at = {.config = beside ? beside : o->config, .config_given = o->config};
		err = paths_read_config(&at, &c, &text);
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
	struct stat st;
	if (o->help)
		return print_help();
	if (o->version)
		return printf("duelfs %s (libfuse %s)\n", DUELFS_VERSION, fuse_pkgversion()) < 0;
	if (o->print_config)
		return print_config(o);
	/* A new store is no word that may be a slip of one. */
	bool word = o->store && !store_pg_names(o->store) && !strchr(o->store, '/');
	if (word && !o->helper && (stat(o->store, &st) || !S_ISDIR(st.st_mode)))
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

/* argv[0] is the command. */
static int
run_command(const struct command *c, int argc, char **argv)
{
	const struct option options[] = {
		{"help", no_argument, NULL, 'h'}, {c->json ? "json" : NULL, no_argument, NULL, 'j'}, {0}};
	struct command_words w = {0};
	struct command_store store = {0};
	bool help = false, wrong = false;
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
		help |= option == 'h';
		w.json |= option == 'j';
		wrong |= option == '?';
	}
	w.v = argv + optind;
	w.n = argc - optind;
	wrong |= !help && (w.n < c->least || w.n > c->most);
	if (!wrong && !help) {
		if (c->on_store && command_find(w.v[0], &store))
			return EXIT_UNKNOWN;
		w.store = c->on_store ? &store : NULL;
		int status = c->run(&w);
		command_store_free(&store);
		return status;
	}
	fprintf(wrong ? stderr : stdout, "usage: duelfs %s %s\n", c->name, c->arguments);
	if (wrong)
		return EXIT_UNKNOWN;
	printf("\n%s\n\n%s    --help        print this and exit\n", c->help,
		c->json ? "    --json        one JSON object a line, with keys as in status.json\n" : "");
	return EXIT_SUCCESS;
}

/* Jansson's memory is as all other (validators/text/mem.h): where it gave NULL an object would lack what was put into
 * it, or an assert would find nothing. */
static void *
json_memory(size_t bytes)
{
	return mem_check(malloc(bytes ? bytes : 1));
}

int
main(int argc, char **argv)
{
	struct options o;
	json_set_alloc_funcs(json_memory, free);
	log_take_libfuse();
	for (size_t i = 0; i < COMMANDS; i++)
		if (argc > 1 && !options_helper(argv[0]) && !strcmp(argv[1], commands[i].name))
			return run_command(&commands[i], argc - 1, argv + 1);
	int status = options_parse(&o, argc, argv) ? EXIT_FAILURE : run_options(&o);
	options_free(&o);
	return status;
}
