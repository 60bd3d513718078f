#include "validators/kit/ledger.h"

#include <string.h>

static const char *
or_dots(const char *s)
{
	return s ? s : "…";
}

static void
print_labels(const struct label *label, const char *indent, UT_string *out)
{
	for (; label && label->word; label++)
		if (!label->blank || *label->blank)
			utstring_printf(out, "%s%s: %s\n", indent, label->word, or_dots(label->blank));
}

/* An item for each point that is due; false: there is none. */
static bool
print_points(const struct part *part, const struct blank_points *points, UT_string *out)
{
	bool any = false;

	if (!points || strcmp(points->title, part->title))
		return false;
	for (size_t i = 0; i < points->ledger->n; i++) {
		const struct point *point = &points->ledger->points[i];
		const char *between = "";

		if (!point_is_due(point, points->due, points->seat))
			continue;
		utstring_printf(out, "- %s: ", printed_id(&point->id).s);
		for (const struct verb_row *v = part->verbs; v && v->word; v++) {
			if (!(v->from & STATE(point->state)) || (v->needs & NEEDS_BARE && !point->bare))
				continue;
			utstring_printf(out, "%s%s", between, v->word);
			between = "|";
		}
		utstring_printf(out, " — %s\n", or_dots(part->blank));
		print_labels(part->labels, "  ", out);
		any = true;
	}
	return any;
}

/* An item that has no words of its own begins with its first label. */
static void
print_item(const struct part *part, const char *tag, UT_string *out)
{
	const struct label *labels = part->labels;

	utstring_printf(out, "- ");
	if (tag)
		utstring_printf(out, "[%s] ", tag);
	if (part->blank || tag || !labels || labels->need == OPTIONAL) {
		utstring_printf(out, "%s\n", or_dots(part->blank));
	} else {
		utstring_printf(out, "%s: %s\n", labels->word, or_dots(labels->blank));
		labels++;
	}
	print_labels(labels, "  ", out);
}

void
blank_print(const struct kind *kind, const struct blank_points *points, UT_string *out)
{
	if (kind->parts->headed)
		utstring_printf(out, "# …\n\n");
	for (const struct part *part = kind->parts; !part_ends(part); part++) {
		if (part->title)
			utstring_printf(out, kind->parts->headed ? "## %s\n\n" : "**%s**\n", part->title);
		if (part->shape == PROSE) {
			if (part->title)
				utstring_printf(out, "%s\n", or_dots(part->blank));
			print_labels(part->labels, "", out);
		} else if (!print_points(part, points, out)) {
			for (const char *const *tag = part->tags; tag && *tag; tag++)
				print_item(part, *tag, out);
			if (!part->tags || !*part->tags)
				print_item(part, NULL, out);
		}
		if (!part_ends(part + 1))
			utstring_printf(out, "\n");
	}
}
