/* Options: see options.h. */
#include "fs/mount/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "validators/text/mem.h"

/* clang-format off */
#define FIELD(name) offsetof(struct options, name)

/* The options that this program reads itself. */
static const struct fuse_opt read_here[] = {
	{"config=%s", FIELD(config), 0},
	{"allow_other", FIELD(allow_other), 1},
	{"debug", FIELD(debug), 1},
	{"-d", FIELD(debug), 1},
	{"-f", FIELD(foreground), 1},
	{"-h", FIELD(help), 1},
	{"--help", FIELD(help), 1},
	{"-V", FIELD(version), 1},
	{"--version", FIELD(version), 1},
	{"--print-config", FIELD(print_config), 1},
	FUSE_OPT_KEY("-s", FUSE_OPT_KEY_DISCARD), /* for one thread: a pool serves all the same */
	FUSE_OPT_KEY("-n", FUSE_OPT_KEY_DISCARD), /* mount(8)'s, to its helpers */
	FUSE_OPT_KEY("-v", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_KEY("-t ", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_KEY("-N ", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_END
};

/* Words of -o. A name that ends in '=' or '-' is the beginning of one. */
static const char *const handed_on[] = {"ro", "auto_unmount", "context=", "fscontext=", "defcontext=", "rootcontext=",
	NULL};

static const char *const dropped[] = {
	/* So without being asked for; the opposite is taken without a word, since mount.fuse3 always adds it. */
	"nosuid", "suid", "nodev", "dev", "noexec", "exec",
	/* fstab's own, or without meaning here. */
	"rw", "defaults", "auto", "noauto", "nofail", "_netdev", "user", "user=", "nouser", "users", "nousers",
	"owner", "noowner", "group", "nogroup", "comment=", "x-", "X-", "async", "sync", "dirsync", "atime",
	"noatime", "relatime", "norelatime", "diratime", "nodiratime", "strictatime", "nostrictatime", "lazytime",
	"nolazytime", "mand", "nomand", "silent", "loud",
	NULL,
};

static const struct {
	const char *name[2], *why;
} refused[] = {
	{{"default_permissions"}, "the filesystem checks every operation itself, so that each refusal has its reason"},
	{{"remount"}, "unmount and mount again"},
};

static const struct {
	const char *option, *text;
} help[] = {
	{"-o config=FILE", "read FILE instead of STORE/duelfs.toml"},
	{"-o allow_other", "let other users in (always so as root; else /etc/fuse.conf must allow it)"},
	{"-o auto_unmount", "unmount when the daemon dies, whatever the reason"},
	{"-o ro", "mount read-only; to a database nothing is written then, and a standby will do"},
	{"-f", "stay in the foreground"},
	{"-d", "the same, and show every request"},
	{"-s", "taken, and changes nothing"},
	{"--print-config", "print the configuration, each key with its meaning, and exit"},
	{"-V, --version", "print the version and exit"},
	{"-h, --help", "print this and exit"},
};
/* clang-format on */
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool
has_word(const char *const *names, const char *arg)
{
	for (; *names; names++) {
		size_t len = strlen(*names);
		char last = (*names)[len - 1];
		if (last == '=' || last == '-' ? !strncmp(*names, arg, len) : !strcmp(*names, arg))
			return true;
	}
	return false;
}

/* 1: keep for libfuse, 0: drop, -1: an error. */
static int
take_option(void *data, const char *arg, int key, struct fuse_args *args)
{
	struct options *o = data;
	(void)args;
	if (key == FUSE_OPT_KEY_NONOPT) {
		char **to = !o->store ? &o->store : !o->mountpoint ? &o->mountpoint : &o->more;
		if (!*to)
			*to = mem_strdup(arg);
		return 0;
	}
	o->read_only |= !strcmp(arg, "ro");
	if (has_word(handed_on, arg) || has_word(dropped, arg))
		return has_word(handed_on, arg);
	const char *why = NULL;
	for (size_t i = 0; i < COUNT(refused); i++)
		if (has_word(refused[i].name, arg))
			why = refused[i].why;
	if (why)
		fprintf(stderr, "duelfs: -o %s: %s\n", arg, why);
	else
		fprintf(stderr, "duelfs: %s%s: unknown option\n", arg[0] == '-' ? "" : "-o ", arg);
	return -1;
}

bool
options_helper(const char *program)
{
	const char *slash = strrchr(program, '/');
	return !strncmp(slash ? slash + 1 : program, "mount.", strlen("mount."));
}

int
options_parse(struct options *o, int argc, char **argv)
{
	memset(o, 0, sizeof *o);
	o->args = (struct fuse_args)FUSE_ARGS_INIT(argc, argv);
	o->helper = options_helper(argv[0]);
	return fuse_opt_parse(&o->args, o, read_here, take_option) < 0 ? -EINVAL : 0;
}

void
options_free(struct options *o)
{
	free(o->store);
	free(o->mountpoint);
	free(o->more);
	free(o->config);
	fuse_opt_free_args(&o->args);
}

void
options_help(UT_string *out)
{
	for (size_t i = 0; i < COUNT(help); i++)
		utstring_printf(out, "    %-25s %s\n", help[i].option, help[i].text);
}
