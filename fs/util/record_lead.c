#include "fs/util/record_lead.h"

#include <string.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

const char *
record_gap(const char *before, size_t len)
{
	if (!len)
		return "";
	if (before[len - 1] != '\n')
		return "\n\n";
	const char *newline = memrchr(before, '\n', len - 1);

	return record_line_is_blank(&(struct reader){newline ? newline + 1 : before, before + len - 1}) ? "" : "\n";
}

const char *
record_needs(const char *tail, size_t tail_len, const char *body, size_t len)
{
	static const char *const rules[] = {RECORD_RULE, "\n" RECORD_RULE, "\n\n" RECORD_RULE};
	const char *newline = tail_len ? memrchr(tail, '\n', tail_len - 1) : NULL, *last = newline ? newline + 1 : tail;
	/* An item or a quotation begins in the last line: no rule makes a heading of that. */
	bool marked = tail + tail_len - last > 2 && (!memcmp(last, "- ", 2) || *last == '>');
	struct reader at = {body, body + len}, line = at;
	size_t missing = strlen(record_gap(tail, tail_len)), brought = 0;

	for (; next_line(&at, &line) && record_line_is_blank(&line); line = at)
		brought++;
	if (tail_len && len_of(&line) && *line.s == ' ')
		return rules[missing];
	if ((len_of(&line) && *line.s == '#') || marked)
		return missing == 2 && !brought ? "\n" : "";
	return &"\n\n"[2 - (missing > brought ? missing - brought : 0)];
}

/* So much of a reason stands in the record's line; the whole of it is in `status`. */
#define REASON_BYTES 1024

char *
record_maker(const char *text, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES], *line = text_fold_space(text, strlen(text));
	size_t len = strlen(line), cut = text_cut(line, len, REASON_BYTES);
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> duelfs: maker: ");
	line[cut] = '\0';
	md_escape(&out, line);
	utstring_printf(&out, "%s, %s\n", cut < len ? "…" : "", record_time(time_ms, time));
	free(line);
	return utstring_body(&out);
}
