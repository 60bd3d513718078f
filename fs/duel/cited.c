/*
 * `evidence.json`: what the files that were cited said when each text was handed in. It follows from the entries, which
 * hold it beside their texts; nothing is looked up for it. A text that a seat handed in and that is still hidden is
 * left out.
 */
#include "fs/duel/fold.h"

#include "validators/text/mem.h"

void
cited_fold(struct fold *fold, const struct entry *e, const json_t *data)
{
	const json_t *list = json_object_get(data, "evidence");
	const struct seat *seat = fold_seat(fold, e->seat);
	UT_string *lines = &fold->cited.lines;
	size_t i, at = utstring_len(lines);
	json_t *one;
	char time[RECORD_TIME_BYTES];
	if (!json_is_array(list))
		return;
	json_array_foreach(list, i, one) {
		if (!json_is_object(one))
			continue;
		json_t *line = json_pack("{s:s,s:I,s:s}", "seat", seat ? seat->name : "", "seq", (json_int_t)e->seq,
			"time", record_time(e->time_ms, time));
		json_object_update(line, one);
		char *text = mem_check(json_dumps(line, JSON_COMPACT));
		if (utstring_len(lines))
			fold_append(lines, ",\n", 2);
		fold_append(lines, text, strlen(text));
		free(text);
		json_decref(line);
	}
	fold->cited.texts = mem_resize(fold->cited.texts, fold->cited.n + 1, sizeof *fold->cited.texts);
	fold->cited.texts[fold->cited.n++] = (struct cited_text){e->seat, at, utstring_len(lines)};
}

/* Is it the last one of a seat of which it is hidden what that handed in last? */
static bool
is_hidden(const struct fold *fold, size_t i)
{
	unsigned seat = fold->cited.texts[i].seat;
	for (size_t k = i + 1; k < fold->cited.n; k++)
		if (fold->cited.texts[k].seat == seat)
			return false;
	return format_is_sealed(fold->state, seat);
}

/* The lines of each text that is not, as they stand. */
void
cited_print(const struct fold *fold, UT_string *out)
{
	const char *lines = utstring_body(&fold->cited.lines);
	bool any = false;
	utstring_printf(out, "[");
	for (size_t i = 0; i < fold->cited.n; i++) {
		const struct cited_text *t = &fold->cited.texts[i];
		size_t at = t->at + (lines[t->at] == ',' ? 2 : 0);
		if (t->end <= at || is_hidden(fold, i))
			continue;
		utstring_printf(out, any ? ",\n" : "\n");
		utstring_bincpy(out, lines + at, t->end - at);
		any = true;
	}
	utstring_printf(out, any ? "\n]\n" : "]\n");
}
