/* What guides and prompts are written with: words quoted, commands put together, texts fenced. */
#include "fs/show/guide_inner.h"
#include "validators/kit/format.h"
#include "validators/text/markdown.h"

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

static void
put_heredoc(UT_string *out, const char *text)
{
	utstring_printf(out, " <<'" TURN_END "'\n%s" TURN_END "\n", text);
}

void
guide_put_append(UT_string *out, const char *mountpoint, const char *duel, const char *text)
{
	guide_put(out, "cat >> ");
	guide_put_path(out, mountpoint, duel, "debate.md");
	put_heredoc(out, text);
}

void
guide_put_draft(UT_string *out, const char *text)
{
	guide_put(out, "cat > " DRAFT);
	put_heredoc(out, text);
}

void
guide_put_check(UT_string *out, const char *mountpoint, const char *duel)
{
	guide_put(out, "cat " DRAFT " > ");
	guide_put_path(out, mountpoint, duel, "check");
	guide_put(out, "; ");
	guide_put_cat(out, mountpoint, duel, "check");
}

void
guide_put_hand_in(UT_string *out, const char *mountpoint, const char *duel, const char *file)
{
	guide_put(out, "cat " DRAFT " >> ");
	guide_put_path(out, mountpoint, duel, file);
	guide_put(out, "\n");
}

static void
put_wait(UT_string *out, const char *mountpoint, const char *duel, const char *name)
{
	UT_string file;

	utstring_init(&file);
	utstring_printf(&file, "participants/%s/wait", name);
	utstring_printf(out, "timeout %d cat ", WAIT_SECONDS);
	guide_put_path(out, mountpoint, duel, utstring_body(&file));
	utstring_done(&file);
}

void
guide_put_wait(UT_string *out, const char *mountpoint, const char *duel, const char *name)
{
	put_wait(out, mountpoint, duel, name);
	guide_put(out, "\n");
}

static bool
is_wait(enum next_step step)
{
	return !strncmp(next_step_names[step], "wait_", strlen("wait_"));
}

void
guide_put_wait_loop(UT_string *out, const char *mountpoint, const char *duel, const char *name)
{
	const char *before = "";

	guide_put(out, "until ");
	put_wait(out, mountpoint, duel, name);
	guide_put(out, " | grep -E '^next_step = \"(");
	for (enum next_step step = 0; step < NEXT_STEPS; step++)
		if (!is_wait(step)) {
			utstring_printf(out, "%s%s", before, next_step_names[step]);
			before = "|";
		}
	guide_put(out, ")\"'; do sleep 1; done\n");
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

void
guide_put_fenced(UT_string *out, const char *info, const char *text, size_t len)
{
	guide_put(out, "\n");
	md_fence(out, info, text, len);
}
