/* Words quoted, and commands put together, as guides and prompts are written with them. And the mount's README.md: what
 * there is to say of it and of each format. */
#include "fs/show/guide.h"

#include <ctype.h>
#include <string.h>
#include "validators/formats.h"
#include "validators/text/mem.h"

/* Nothing but ASCII letters, digits and `also`, and what is `wide`, beyond ASCII; and not empty. */
static bool
is_plain(const char *s, const char *also, bool wide)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if ((unsigned char)*s < 0x80 ? !isalnum((unsigned char)*s) && !strchr(also, *s) : !wide)
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
	if (is_plain(s, "_-./:@%+,=", true) && *s != '-' && *s != '=') {
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
	if (is_plain(s, "_-./:@%+,", false)) {
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

/* The mount's README.md. */

struct mount_guide {
	const char *mountpoint, *version;
	const struct format *format; /* that is looked at; the first where none is */
};

/* Every next step in which somebody may move, or all is over, with a bar between two. */
static void
say_moves(UT_string *out)
{
	const char *before = "";

	for (enum next_step step = 0; step < NEXT_STEPS; step++)
		if (!next_steps[step].waits) {
			utstring_printf(out, "%s%s", before, next_steps[step].name);
			before = "|";
		}
}

/* A path in the example of a format. */
static void
put_example_path(const struct mount_guide *g, const char *word, UT_string *out)
{
	char *duel = mem_format("example-%s", g->format->name);

	guide_put_path(out, g->mountpoint, duel, word);
	free(duel);
}

/* A shell's words for an errno of this name. */
static void
put_description(const char *name, UT_string *out)
{
	for (int err = 1; err < 256; err++)
		if (strerrorname_np(err) && !strcmp(strerrorname_np(err), name))
			guide_put(out, strerrordesc_np(err));
}

static bool
at_format(void *arg, size_t i)
{
	struct mount_guide *g = arg;

	g->format = formats[i] ? formats[i] : formats[0];
	return formats[i];
}

/* clang-format off */
#define WORDS(WORD) \
	WORD(version, guide_put(out, g->version)) \
	WORD(path, guide_put_path(out, g->mountpoint, word, "")) \
	WORD(moves, say_moves(out)) \
	WORD(errno, put_description(word, out)) \
	WORD(format, guide_put(out, g->format->name)) \
	WORD(about, guide_put(out, g->format->about)) \
	WORD(example, put_example_path(g, word, out))
#define AS_PUT(name, statement) TEMPLATE_PUT(put_##name, const struct mount_guide, g, statement)
WORDS(AS_PUT)
static const struct template_name names[] = {
	WORDS(TEMPLATE_WORD_ROW) {.name = "format", .kind = TEMPLATE_LIST, .at = at_format}, {.name = NULL}};
/* clang-format on */

void
guide_mount(const char *mountpoint, const char *version, UT_string *out)
{
	struct mount_guide g = {.mountpoint = mountpoint, .version = version, .format = formats[0]};

	template_render(text_guide_mount_md, names, &g, out);
}
