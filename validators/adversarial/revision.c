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

unsigned
revisions_last(const char *text, size_t len)
{
	static const char heading[] = "## R-";
	const char *end = text + len;
	unsigned last = 0;

	for (const char *s = text; s && s < end; s = memchr(s, '\n', (size_t)(end - s)), s = s ? s + 1 : NULL) {
		unsigned number = 0;
		const char *digit = s + strlen(heading);

		if ((size_t)(end - s) <= strlen(heading) || memcmp(s, heading, strlen(heading)))
			continue;
		for (; digit < end && isdigit((unsigned char)*digit) && number < NUMBER_MAX; digit++)
			number = number * 10 + (unsigned)(*digit - '0');
		if (number < NUMBER_MAX && number > last)
			last = number;
	}
	return last;
}
