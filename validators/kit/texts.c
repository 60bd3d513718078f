#include "validators/kit/texts.h"

#include <errno.h>
#include "validators/text/findings.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* As a record's text: what is in it may come to stand in a prompt or a refusal. */
static int
check(const char *bytes, size_t len, int *line, char **fault)
{
	struct findings fs = {0};
	text_check(bytes, len, LIMIT_TEXT_FILE_BYTES, 0, &fs);
	const struct finding *first = findings_first_error(&fs);
	if (first) {
		*line = first->line;
		*fault = mem_strdup(first->text);
	}
	findings_free(&fs);
	return first ? -EINVAL : 0;
}

int
text_take(const struct text_row *row, const char *bytes, size_t len, struct text *out, int *line, char **fault)
{
	const char *why = NULL;
	struct text t = {.bytes = mem_copy(bytes, len)};
	t.len = text_unix(t.bytes, len);
	t.bytes[t.len] = '\0';
	*line = 0;
	int err = check(t.bytes, t.len, line, fault);
	if (!err && row->make) {
		t.made = row->make(row->of, t.bytes, t.len, line, &why);
		if (!t.made) {
			*fault = mem_strdup(why ? why : "it cannot be used");
			err = -EINVAL;
		}
	}
	if (err)
		free(t.bytes);
	else
		*out = t;
	return err;
}

void
text_drop(const struct text_row *row, struct text *t)
{
	if (t->made)
		row->drop(t->made);
	free(t->bytes);
	*t = (struct text){0};
}
