/* Of which format a text is: of the one that knows where it begins, the first where several know something in it. */
#include "fs/check/transcript_inner.h"
#include "validators/formats.h"

struct beginning {
	const struct format *format;
	int line;       /* 0: no format knows anything in the text */
	unsigned n;     /* so many formats know this line */
	UT_string names; /* of them */
};

static void
add_name(UT_string *names, const char *name)
{
	utstring_printf(names, "%s%s", utstring_len(names) ? ", " : "", name);
}

/* The line at which a format first knows something as its own; 0: nothing. */
static void
meet_part(void *arg, const struct part *p)
{
	int *line = arg;
	if (p->own && !*line)
		*line = p->line;
}

static void
try_format(struct beginning *b, const struct format *f, const char *text, size_t len)
{
	int line = 0;
	f->split(text, len, meet_part, &line);
	if (!line || (b->line && line > b->line))
		return;
	if (line != b->line) {
		b->n = 0;
		utstring_clear(&b->names);
	}
	b->format = f;
	b->line = line;
	b->n++;
	add_name(&b->names, f->name);
}

const struct format *
transcript_format(const char *text, size_t len, UT_string *why)
{
	struct beginning b = {0};
	utstring_init(&b.names);
	for (size_t i = 0; formats[i]; i++)
		try_format(&b, formats[i], text, len);
	if (!b.n)
		for (const char *const *name = format_names(); *name; name++)
			add_name(&b.names, *name);
	if (b.n != 1)
		utstring_printf(why, "it begins like %s format (%s): --format says which it is",
			b.n ? "texts of more than one" : "a text of no", utstring_body(&b.names));
	utstring_done(&b.names);
	return b.n == 1 ? b.format : NULL;
}
