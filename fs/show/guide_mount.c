/* The mount's README.md: what there is to say of it and of each format. */
#include "fs/show/guide_inner.h"

#include <string.h>
#include "validators/formats.h"
#include "validators/text/mem.h"

struct mount_guide {
	const char *mountpoint, *version;
	const struct format *format; /* that is looked at; the first where none is */
};

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
	WORD(moves, guide_put_moves(out)) \
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
