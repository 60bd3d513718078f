/* Of which format a text is: of the one that knows where it begins, the first where several know something in it. */
#include "fs/check/transcript_inner.h"
#include "validators/formats.h"

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

const struct format *
transcript_format(const char *text, size_t len, const struct format *otherwise, UT_string *why)
{
	const struct format *found = NULL;
	UT_string names; /* of those that know the first line that any knows */
	int first = 0;
	utstring_init(&names);
	for (size_t i = 0; formats[i]; i++) {
		int line = 0;
		formats[i]->split(text, len, meet_part, &line);
		if (!line || (first && line > first))
			continue;
		if (line != first)
			utstring_clear(&names);
		found = line == first ? NULL : formats[i];
		first = line;
		add_name(&names, formats[i]->name);
	}
	for (const char *const *name = format_names(); !first && *name; name++)
		add_name(&names, *name);
	if (!found && !otherwise)
		utstring_printf(why, "it begins like %s format (%s): --format says which it is",
			first ? "texts of more than one" : "a text of no", utstring_body(&names));
	utstring_done(&names);
	return found ? found : otherwise;
}
