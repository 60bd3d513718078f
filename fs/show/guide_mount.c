/* The mount's README.md: what there is to say of it and of each format. */
#include "fs/show/guide_inner.h"

#include <string.h>
#include "validators/formats.h"
#include "validators/text/mem.h"

struct mount_guide {
	const char *mountpoint, *version;
	const struct format *format; /* that is looked at; the first where none is */
};

#define VALUE(name, statement) TEMPLATE_PUT(put_##name, const struct mount_guide, g, statement)
VALUE(version, guide_put(out, g->version))
VALUE(path, guide_put_path(out, g->mountpoint, word, ""))
VALUE(moves, guide_put_moves(out))
VALUE(format, guide_put(out, g->format->name))
VALUE(about, guide_put(out, g->format->about))

/* A path in the example of a format. */
static void
put_example(void *arg, const char *word, UT_string *out)
{
	const struct mount_guide *g = arg;
	char *duel = mem_format("example-%s", g->format->name);

	guide_put_path(out, g->mountpoint, duel, word);
	free(duel);
}

/* What a shell says for an errno of this name. */
static void
put_errno(void *arg, const char *word, UT_string *out)
{
	(void)arg;
	for (int err = 1; err < 256; err++)
		if (strerrorname_np(err) && !strcmp(strerrorname_np(err), word))
			guide_put(out, strerrordesc_np(err));
}

static bool
at_format(void *arg, size_t i)
{
	struct mount_guide *g = arg;

	g->format = formats[i] ? formats[i] : formats[0];
	return formats[i];
}

static const struct template_name names[] = {
	{.name = "version", .put = put_version},
	{.name = "path", .put = put_path},
	{.name = "moves", .put = put_moves},
	{.name = "errno", .put = put_errno},
	{.name = "format", .kind = TEMPLATE_LIST, .at = at_format},
	{.name = "format", .put = put_format},
	{.name = "about", .put = put_about},
	{.name = "example", .put = put_example},
	{.name = NULL},
};

void
guide_mount(const char *mountpoint, const char *version, UT_string *out)
{
	struct mount_guide g = {.mountpoint = mountpoint, .version = version, .format = formats[0]};

	template_render(guide_texts[GUIDE_MOUNT], names, &g, out);
}
