/* What both guides are written with: words quoted, commands put together. */
#include "fs/duel/guide_inner.h"

#include <ctype.h>
#include <string.h>

bool
guide_is_plain(const char *s, const char *also)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (!((unsigned char)*s < 0x80 && isalnum((unsigned char)*s)) && !strchr(also, *s))
			return false;
	return true;
}

void
guide_put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

void
guide_quote_shell(UT_string *out, const char *s)
{
	if (guide_is_plain(s, "_-./:@%+,=") && *s != '-' && *s != '=') {
		guide_put(out, s);
		return;
	}
	guide_put(out, "'");
	for (; *s; s++) {
		if (*s == '\'')
			guide_put(out, "'\\''");
		else
			utstring_bincpy(out, s, 1);
	}
	guide_put(out, "'");
}

void
guide_quote_verb(UT_string *out, const char *s)
{
	if (guide_is_plain(s, "_-./:@%+,")) {
		guide_put(out, s);
		return;
	}
	guide_put(out, "\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			guide_put(out, "\\");
		utstring_bincpy(out, s, 1);
	}
	guide_put(out, "\"");
}

void
guide_put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file)
{
	UT_string path;

	utstring_init(&path);
	utstring_printf(&path, "%s%s%s%s%s", mountpoint, *duel ? "/" : "", duel, *file ? "/" : "", file);
	guide_quote_shell(out, utstring_body(&path));
	utstring_done(&path);
}

/* dash's echo would read a backslash as its own. */
void
guide_put_lock(UT_string *out, const char *mountpoint, const char *duel, const char *line)
{
	guide_put(out, strchr(line, '\\') ? "printf '%s\\n' " : "echo ");
	guide_quote_shell(out, line);
	guide_put(out, " > ");
	guide_put_path(out, mountpoint, duel, "lock");
	guide_put(out, "\n");
}

void
guide_put_append(UT_string *out, const char *mountpoint, const char *duel, const char *text)
{
	guide_put(out, "cat >> ");
	guide_put_path(out, mountpoint, duel, "debate.md");
	utstring_printf(out, " <<'" TURN_END "'\n%s" TURN_END "\n", text);
}

void
guide_put_cat(UT_string *out, const char *mountpoint, const char *duel, const char *file)
{
	guide_put(out, "cat ");
	guide_put_path(out, mountpoint, duel, file);
	guide_put(out, "\n");
}

void
guide_sh_begin(UT_string *out)
{
	guide_put(out, "\n```sh\n");
}

void
guide_sh_end(UT_string *out)
{
	guide_put(out, "```\n");
}
