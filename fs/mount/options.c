/* Options: see options.h. */
#include "fs/mount/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "validators/text/mem.h"

/* clang-format off */
#define FIELD(name) offsetof(struct options, name)

/* What this program reads itself. */
static const struct fuse_opt own[] = {
	{"config=%s", FIELD(config), 0},
	{"allow_other", FIELD(allow_other), 1},
	{"accept_truncated_log", FIELD(accept_truncated_log), 1},
	{"debug", FIELD(debug), 1},
	{"-d", FIELD(debug), 1},
	{"-f", FIELD(foreground), 1},
	{"--trace=%s", FIELD(trace), 0},
	{"-h", FIELD(help), 1},
	{"--help", FIELD(help), 1},
	{"-V", FIELD(version), 1},
	{"--version", FIELD(version), 1},
	{"--print-config", FIELD(print_config), 1},
	FUSE_OPT_KEY("-s", FUSE_OPT_KEY_DISCARD), /* one thread serves requests always */
	FUSE_OPT_KEY("-n", FUSE_OPT_KEY_DISCARD), /* mount(8)'s, to its helpers */
	FUSE_OPT_KEY("-v", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_KEY("-t ", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_KEY("-N ", FUSE_OPT_KEY_DISCARD),
	FUSE_OPT_END
};

enum use {
	USE_NOT,    /* fstab's own, or without meaning here */
	USE_ALWAYS, /* is so without being asked for; its opposite is taken without a word, since mount.fuse3 always adds it */
	USE_KERNEL, /* handed on */
	USE_REFUSE,
};

/* A name that ends in '=' or '-' is the beginning of a word. */
static const struct word {
	const char *name;
	enum use use;
	const char *why;
} words[] = {
	{"ro", USE_KERNEL, NULL},
	{"auto_unmount", USE_KERNEL, NULL},
	{"context=", USE_KERNEL, NULL},
	{"fscontext=", USE_KERNEL, NULL},
	{"defcontext=", USE_KERNEL, NULL},
	{"rootcontext=", USE_KERNEL, NULL},
	{"nosuid", USE_ALWAYS, NULL}, {"suid", USE_ALWAYS, NULL},
	{"nodev", USE_ALWAYS, NULL}, {"dev", USE_ALWAYS, NULL},
	{"noexec", USE_ALWAYS, NULL}, {"exec", USE_ALWAYS, NULL},
	{"rw", USE_NOT, NULL}, {"defaults", USE_NOT, NULL},
	{"auto", USE_NOT, NULL}, {"noauto", USE_NOT, NULL}, {"nofail", USE_NOT, NULL}, {"_netdev", USE_NOT, NULL},
	{"user", USE_NOT, NULL}, {"user=", USE_NOT, NULL}, {"nouser", USE_NOT, NULL}, {"users", USE_NOT, NULL},
	{"nousers", USE_NOT, NULL}, {"owner", USE_NOT, NULL}, {"noowner", USE_NOT, NULL}, {"group", USE_NOT, NULL},
	{"nogroup", USE_NOT, NULL}, {"comment=", USE_NOT, NULL}, {"x-", USE_NOT, NULL}, {"X-", USE_NOT, NULL},
	{"async", USE_NOT, NULL}, {"sync", USE_NOT, NULL}, {"dirsync", USE_NOT, NULL},
	{"atime", USE_NOT, NULL}, {"noatime", USE_NOT, NULL}, {"relatime", USE_NOT, NULL}, {"norelatime", USE_NOT, NULL},
	{"diratime", USE_NOT, NULL}, {"nodiratime", USE_NOT, NULL}, {"strictatime", USE_NOT, NULL},
	{"nostrictatime", USE_NOT, NULL}, {"lazytime", USE_NOT, NULL}, {"nolazytime", USE_NOT, NULL},
	{"mand", USE_NOT, NULL}, {"nomand", USE_NOT, NULL}, {"silent", USE_NOT, NULL}, {"loud", USE_NOT, NULL},
	{"default_permissions", USE_REFUSE, "the filesystem checks every operation itself, so that each refusal has its reason"},
	{"remount", USE_REFUSE, "unmount and mount again; SIGHUP reads the configuration anew"},
};

static const struct {
	const char *option, *text;
} help[] = {
	{"-o config=FILE", "read FILE instead of STORE/duelfs.toml"},
	{"-o allow_other", "let other users in (always so as root; else /etc/fuse.conf must allow it)"},
	{"-o accept_truncated_log", "mount although accepted entries may be missing from duelfs.db-wal: they are gone then"},
	{"-o auto_unmount", "unmount when the daemon dies, whatever the reason"},
	{"-o ro", "mount read-only"},
	{"-f", "stay in the foreground"},
	{"-d", "the same, and show every request"},
	{"-s", "taken, and changes nothing"},
	{"--trace=WORD,WORD", "show more of what is done, by subject"},
	{"--print-config", "print the configuration, each key with its meaning, and exit"},
	{"-V, --version", "print the version and exit"},
	{"-h, --help", "print this and exit"},
};
/* clang-format on */
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool
word_matches(const struct word *w, const char *arg)
{
	size_t len = strlen(w->name);
	char last = w->name[len - 1];
	return last == '=' || last == '-' ? !strncmp(w->name, arg, len) : !strcmp(w->name, arg);
}

static int
take_place(struct options *o, const char *arg)
{
	char **to = !o->store ? &o->store : !o->mountpoint ? &o->mountpoint : &o->more;
	if (!*to)
		*to = mem_strdup(arg);
	return 0;
}

/* 1: keep for libfuse, 0: drop, -1: an error. */
static int
take_word(const char *arg)
{
	for (size_t i = 0; i < COUNT(words); i++) {
		if (!word_matches(&words[i], arg))
			continue;
		if (words[i].use == USE_REFUSE)
			fprintf(stderr, "duelfs: -o %s: %s\n", arg, words[i].why);
		return words[i].use == USE_REFUSE ? -1 : words[i].use == USE_KERNEL;
	}
	fprintf(stderr, "duelfs: %s%s: unknown option\n", arg[0] == '-' ? "" : "-o ", arg);
	return -1;
}

static int
take(void *data, const char *arg, int key, struct fuse_args *args)
{
	(void)args;
	return key == FUSE_OPT_KEY_NONOPT ? take_place(data, arg) : take_word(arg);
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
	return fuse_opt_parse(&o->args, o, own, take) < 0 ? -EINVAL : 0;
}

void
options_free(struct options *o)
{
	free(o->store);
	free(o->mountpoint);
	free(o->more);
	free(o->config);
	free(o->trace);
	fuse_opt_free_args(&o->args);
}

void
options_help(UT_string *out)
{
	for (size_t i = 0; i < COUNT(help); i++)
		utstring_printf(out, "    %-25s %s\n", help[i].option, help[i].text);
}
