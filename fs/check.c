#include "fs/check.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/command.h"
#include "fs/check/base.h"
#include "fs/check/transcript.h"
#include "fs/mount/paths.h"
#include "fs/mount/reload.h"
#include "fs/util/clock.h"
#include "fs/util/read_up_to.h"
#include "validators/formats.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Bytes that are read: line ends may double a record, and one byte more is too many. */
#define READ_MAX (2 * (size_t)LIMIT_RECORD_BYTES + 1)

/* clang-format off */
static const struct option options[] = {
	{"format", required_argument, NULL, 'f'},
	{"source", required_argument, NULL, 's'},
	{"config", required_argument, NULL, 'c'},
	{"help",   no_argument,       NULL, 'h'},
	{0},
};
/* clang-format on */

/* The format that a directory is judged by. */
#define BASE_FORMAT "adversarial"

struct check {
	const char *format, *source, *config; /* NULL: not given */
	const char *file;
	bool help;
};

static void
usage(FILE *to)
{
	fprintf(to, "usage: duelfs check " CHECK_ARGUMENTS "\n");
}

static int
print_help(void)
{
	usage(stdout);
	printf("\nJudge FILE (- is standard input): a whole record, some turns, or one turn.\n\n"
	       "    --format F    by the rules of this format, whatever FILE begins like:");
	for (const char *const *name = format_names(); *name; name++)
		printf(" %s", *name);
	printf("\n    --format F    of DIR, a knowledge base: " BASE_FORMAT
	       "\n    --source S    with this document, a .md or .markdown file, as its source\n"
	       "    --config C    by the rules and texts of the mount whose configuration file this is\n"
	       "    --help        print this and exit\n\n"
	       "Exit status 0: nothing is refused, 1: something is, 2: nothing could be judged.\n");
	return 0;
}

static bool
read_options(struct check *c, int argc, char **argv)
{
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
		switch (option) {
		case 'f':
			c->format = optarg;
			break;
		case 's':
			c->source = optarg;
			break;
		case 'c':
			c->config = optarg;
			break;
		case 'h':
			c->help = true;
			break;
		default:
			return false;
		}
	}
	c->file = argv[optind];
	return c->help || optind + 1 == argc;
}

/* The whole file, or its first READ_MAX bytes; NULL and errno. */
static char *
read_file(const char *name, size_t *len)
{
	bool standard = !strcmp(name, "-");
	int fd = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return NULL;
	char *text = mem_check(malloc(READ_MAX)); /* of which only pages that are used are there */
	ssize_t n = read_up_to(fd, text, READ_MAX);
	if (!standard)
		close(fd);
	if (n >= 0) {
		*len = (size_t)n;
		return text;
	}
	free(text);
	errno = (int)-n;
	return NULL;
}

/* A source is named by its absolute path, everywhere but on a command line. */
static int
read_source(const char *name, struct source_copy *out)
{
	char *here = *name == '/' ? NULL : getcwd(NULL, 0), *why;
	if (*name != '/' && !here)
		return command_fail("%s: %s", name, strerror(errno));
	char *path = here ? mem_format("%s/%s", here, name) : mem_strdup(name);
	int err = source_read(path, NULL, NULL, 0, out, &why);
	if (err) {
		command_fail("%s", why);
		free(why);
	}
	free(path);
	free(here);
	return err;
}

static int
judge_file(struct transcript *t)
{
	UT_string said;
	size_t len;
	char *text = read_file(t->file, &len);
	if (!text)
		return command_fail("%s: %s", t->file, strerror(errno));
	utstring_init(&said);
	int errors = transcript_judge(t, text, len, &said);
	int status = errors < 0 ? command_fail("%s: %s", t->file, utstring_body(&said)) :
		command_say(&said, errors ? EXIT_REFUSED : EXIT_SUCCESS);
	utstring_done(&said);
	free(text);
	return status;
}

static bool
is_folder(const char *name)
{
	struct stat st;
	return strcmp(name, "-") != 0 && !stat(name, &st) && S_ISDIR(st.st_mode);
}

static int
judge_folder(const struct check *c)
{
	UT_string said;
	if (c->format && strcmp(c->format, BASE_FORMAT) != 0)
		return command_fail(
			"%s: a directory is judged by --format=" BASE_FORMAT ", not %s", c->file, c->format);
	if (c->source)
		return command_fail("%s: a knowledge base has its sources in it: there is no --source", c->file);
	struct base_check b = {.name = c->file};
	b.dir = open(c->file, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (b.dir < 0)
		return command_fail("%s: %s", c->file, strerror(errno));
	utstring_init(&said);
	int errors = base_judge(&b, &said);
	int status = errors < 0 ? command_fail("%s: %s", c->file, utstring_body(&said)) :
		command_say(&said, errors ? EXIT_REFUSED : EXIT_SUCCESS);
	utstring_done(&said);
	close(b.dir);
	return status;
}

static int
judge(const struct check *c, const struct duel_rules *rules)
{
	struct source_copy source = {0};
	struct transcript t = {.file = c->file, .format = c->format ? format_find(c->format) : NULL,
		.otherwise = c->config ? format_find(rules->format) : NULL, .rules = rules,
		.source = c->source ? &source : NULL, .now_ms = clock_system.now_ms(clock_system.arg)};
	if (is_folder(c->file))
		return judge_folder(c);
	if (c->format && !strcmp(c->format, BASE_FORMAT))
		return command_fail("%s: --format=" BASE_FORMAT
				    " judges a knowledge base, a directory, and this is none; a turn is "
				    "judged in its debate, over its base: write it to participants/NAME/check there",
			c->file);
	if (c->format && !t.format) {
		UT_string known;
		utstring_init(&known);
		for (const char *const *n = format_names(); *n; n++)
			utstring_printf(&known, "%s%s", utstring_len(&known) ? ", " : "", *n);
		command_fail("--format=%s: there is no such format; there is %s", c->format, utstring_body(&known));
		utstring_done(&known);
		return EXIT_UNKNOWN;
	}
	if (c->source && read_source(c->source, &source))
		return EXIT_UNKNOWN;
	int status = judge_file(&t);
	source_copy_free(&source);
	return status;
}

/* What the mount of that configuration would judge by; else every default. */
static int
read_config(const char *path, struct mount_config *config)
{
	const struct paths p = {.config = (char *)path, .config_given = true};
	UT_string why;
	if (!path) {
		config_default(config);
		return 0;
	}
	utstring_init(&why);
	int err = reload_read(&p, config, &why);
	if (err)
		command_fail("%s", utstring_body(&why));
	utstring_done(&why);
	return err;
}

int
check_run(int argc, char **argv)
{
	struct check c = {0};
	struct mount_config config;
	if (!read_options(&c, argc, argv)) {
		usage(stderr);
		return EXIT_UNKNOWN;
	}
	if (c.help)
		return print_help();
	int status = read_config(c.config, &config) ? EXIT_UNKNOWN : judge(&c, &config.defaults);
	config_free(&config);
	return status;
}
