#include "fs/util/scratch_names.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

#define ALNUM "[A-Za-z0-9]"

/* clang-format off */
static const struct {
	const char *pattern; /* fnmatch(3); a leading dot is nothing special */
	bool exclusive;
} names[] = {
	{"*.tmp*", false}, /* debate.md.tmp.PID.HEX, debate.tmp, .tmp and six letters: atomic writers of all kinds */
	{"*~", false},                           /* vim, emacs, nano, ed scripts, mv -b, cp -b */
	{"[0-9][0-9][0-9][0-9]", false},         /* vim: may a file be made here? 4913, then 123 more each time */
	{"[0-9][0-9][0-9][0-9][0-9]", false},
	{".*.s[a-w][a-z]", false},               /* vim's swap files; nano's locks */
	{".*.un~", false},
	{".#*", false},                          /* emacs: a lock, which is a symlink */
	{"#*#", false},                          /* emacs: auto-save */
	{"*.new", false},
	{"*.old", false},
	{"*.bak", false},
	{"*.orig", false},
	{"*.rej", false},
	{"*.part", false},
	{"*.save", false},                       /* nano, when it is killed */
	{"*.save.[0-9]*", false},
	{"*.md.[0-9]*", false},                  /* node's write-file-atomic */
	{"*.toml.[0-9]*", false},
	{"*___jb_???___", false},                /* JetBrains */
	{".goutputstream-" ALNUM "*", true},     /* GLib */
	{".*.kak." ALNUM "*", true},             /* kakoune */
	{"sed" ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},                           /* sed -i */
	{"*.gawk." ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},                       /* gawk -i inplace */
	{"*.md." ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},                         /* Qt, rsync, mktemp */
	{"*.toml." ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},
	{"*.md" ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},                          /* busybox sed -i */
	{"*.toml" ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},
	{"tmp[a-z0-9_][a-z0-9_][a-z0-9_][a-z0-9_][a-z0-9_][a-z0-9_][a-z0-9_][a-z0-9_]", true}, /* Python's tempfile */
	{"XX" ALNUM ALNUM ALNUM ALNUM ALNUM ALNUM, true},    /* perl -i: mkostemp fills in the last six */
};
/* clang-format on */

/* It is quoted in last_error, and has its place in a listing: without control characters, and no longer than names
 * are. */
bool
scratch_allowed(const char *name, bool exclusive)
{
	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f || c - name == NAME_MAX)
			return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((exclusive || !names[i].exclusive) && !fnmatch(names[i].pattern, name, 0))
			return true;
	return false;
}

bool
scratch_is_draft(const char *name, bool desk)
{
	const char *begin = desk ? SCRATCH_DESK_DRAFT : SCRATCH_DRAFT;
	return !strncmp(name, begin, strlen(begin));
}
