#include "fs/util/scratch_names.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

/* fnmatch(3); a leading dot is nothing special. */
static const char *const names[] = {
	"*.tmp*", /* debate.md.tmp.PID.HEX: atomic writers of all kinds */
	"*~", /* vim, emacs, nano, mv -b, cp -b */
	".*.sw?", /* vim's swap files; nano's locks */
	".#*", /* emacs: a lock, which is a symlink */
	"#*#", /* emacs: auto-save */
	"4913", /* vim: may a file be made here? */
	"sed??????", /* sed -i */
	"*.new", "*.bak", "*.orig", "*.part",
};

/* It is quoted in last_error, and has its place in a listing: without control characters, and no longer than names
 * are. */
bool
scratch_allowed(const char *name)
{
	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f || c - name == NAME_MAX)
			return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!fnmatch(names[i], name, 0))
			return true;
	return false;
}

bool
scratch_is_draft(const char *name, bool desk)
{
	const char *begin = desk ? SCRATCH_DESK_DRAFT : SCRATCH_DRAFT;
	return !strncmp(name, begin, strlen(begin));
}
