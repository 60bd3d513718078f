/* The templates that guides and prompts are written with: words quoted, and commands put together. */
#include "fs/show/guide_inner.h"
#include "validators/kit/format.h"

#include <ctype.h>
#include <string.h>

/* Nothing but ASCII letters, digits and `also`, and not empty. */
static bool
is_plain(const char *s, const char *also)
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
	if (is_plain(s, "_-./:@%+,=") && *s != '-' && *s != '=') {
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
	if (is_plain(s, "_-./:@%+,")) {
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
}

void
guide_put_moves(UT_string *out)
{
	const char *before = "";

	for (enum next_step step = 0; step < NEXT_STEPS; step++)
		if (strncmp(next_step_names[step], "wait_", strlen("wait_"))) {
			utstring_printf(out, "%s%s", before, next_step_names[step]);
			before = "|";
		}
}
