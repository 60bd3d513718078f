/* Entries of kb/revisions.md. */
#include "validators/adversarial/mutation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"

static void
put_item(UT_string *out, const char *title, const char *words)
{
	char *line = text_fold_space(words, strlen(words));
	size_t len = strlen(line), cut = text_cut(line, len, REVISION_WORDS_BYTES);

	utstring_printf(out, "- **%s**: %.*s%s\n", title, (int)cut, line, cut < len ? QUOTE_MORE : "");
	free(line);
}

void
revision_put(UT_string *out, const struct revision *r)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "\n## R-%03u — %.10s — %s, debate turn %u\n\n", r->number, record_time(r->time_ms, time),
		r->handle, r->turn);
	put_item(out, "Type", mutation_type_names[r->mutation->type]);
	put_item(out, "Target", r->mutation->target);
	put_item(out, "Change", r->mutation->change);
	put_item(out, "Justification", r->justification);
	put_item(out, "Triggered by", r->trigger);
}

/* A number that no counter reaches says nothing. */
#define NUMBER_MAX 1000000

static const char heading[] = "## R-";

#define NONE {"", 0}
static const struct revision_said nothing_said = {0, 0, NONE, NONE, NONE, NONE, NONE};
#undef NONE

/* The number that stands at `s`; 0: none. */
static unsigned
read_number(const char *s, const char *end)
{
	unsigned number = 0;

	for (; s < end && isdigit((unsigned char)*s) && number < NUMBER_MAX; s++)
		number = number * 10 + (unsigned)(*s - '0');
	return number < NUMBER_MAX ? number : 0;
}

/* Of a heading: `## R-NNN — date — handle, debate turn N`. */
static void
read_heading(const char *s, const char *end, struct revision_said *r)
{
	static const char dash[] = " — ", before[] = ", debate turn ";
	const char *date = memmem(s, (size_t)(end - s), dash, strlen(dash)), *handle, *turn;

	*r = nothing_said;
	r->number = read_number(s + strlen(heading), end);
	if (!date || !(handle = memmem(date + 1, (size_t)(end - date) - 1, dash, strlen(dash))))
		return;
	handle += strlen(dash);
	turn = memmem(handle, (size_t)(end - handle), before, strlen(before));
	r->handle = (struct revision_words){handle, (size_t)((turn ? turn : end) - handle)};
	if (turn)
		r->turn = read_number(turn + strlen(before), end);
}

/* Of an item: `- **Title**: words`. */
static void
read_item(const char *s, const char *end, struct revision_said *r)
{
	const struct {
		const char *title;
		struct revision_words *to;
	} items[] = {{"- **Type**: ", &r->type}, {"- **Target**: ", &r->target}, {"- **Change**: ", &r->change},
		{"- **Justification**: ", &r->justification}};

	for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
		size_t len = strlen(items[i].title);

		if ((size_t)(end - s) > len && !memcmp(s, items[i].title, len))
			*items[i].to = (struct revision_words){s + len, (size_t)(end - s) - len};
	}
}

void
revisions_each(const char *text, size_t len, void (*each)(void *arg, const struct revision_said *r), void *arg)
{
	struct revision_said r = nothing_said;

	for (const char *s = text, *end = text + len, *next; s < end; s = next) {
		const char *newline = memchr(s, '\n', (size_t)(end - s)), *line_end = newline ? newline : end;

		next = newline ? newline + 1 : end;
		if ((size_t)(line_end - s) <= strlen(heading) || memcmp(s, heading, strlen(heading))) {
			read_item(s, line_end, &r);
			continue;
		}
		if (r.number)
			each(arg, &r);
		read_heading(s, line_end, &r);
	}
	if (r.number)
		each(arg, &r);
}

static void
take_last(void *arg, const struct revision_said *r)
{
	unsigned *last = arg;

	*last = r->number > *last ? r->number : *last;
}

unsigned
revisions_last(const char *text, size_t len)
{
	unsigned last = 0;

	revisions_each(text, len, take_last, &last);
	return last;
}
