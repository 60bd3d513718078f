/*
 * Any bytes, as a debate of any format: a script (script.h), which a mount goes through without a fault. A refused text
 * changes nothing that was accepted (a claim that has to wait joins), the blank of whoever is next is refused, and
 * words of lines for `lock` hold together again.
 */
#include "fs/util/words.h"
#include "tests/fuzz/script.h"

/* Quoted, every word of a line is the same word again. */
static void
words_hold(const char *line)
{
	struct words w, again;
	if (words_split(line, strlen(line), &w)) {
		words_free(&w);
		return;
	}
	for (size_t i = 0; i < w.n; i++) {
		const char *whole = w.v[i].text;
		char *quoted = mem_calloc(2 * strlen(whole) + 3, 1), *to = quoted;
		*to++ = '"';
		for (const char *s = whole; *s; s++) {
			if (*s == '"' || *s == '\\')
				*to++ = '\\';
			*to++ = *s;
		}
		*to = '"';
		const char *fault = words_split(quoted, strlen(quoted), &again);
		assert(!fault && again.n == 1 && again.v[0].quoted && !strcmp(again.v[0].text, whole));
		words_free(&again);
		free(quoted);
	}
	words_free(&w);
}

static void
go_on(struct script *s, const char *word, const char *text)
{
	script_duel(s); /* what fell due is there */
	const char *before = core_accepted(s->duel);
	int err = script_do(s, word, text);
	assert(err <= 0);
	if (getenv("SHOW")) /* to look at a finding */
		fprintf(stderr, "=== %s: %d\n%s", word, err, err ? shown(core, s->duel, render_last_error, 0) : "");
	const char *after = core_accepted(s->duel);
	bool joined = strchr("!<=", *word) && strtoul(after, NULL, 10) == strtoul(before, NULL, 10) + 1;
	assert(!err || joined || !strcmp(before, after));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *all = mem_copy(data, size), *word, *text;
	struct script s;
	script_begin(&s, all);
	while ((text = script_next(&s, &word))) {
		if (*word == '!')
			words_hold(word + 1);
		go_on(&s, word, text);
	}
	unsigned seat = script_seat(script_duel(&s), "");
	assert(!seat ||
		append_to(core, s.duel, INTAKE_FILE_DESK + (int)seat, 0,
			shown(core, s.duel, render_seat_template, seat)) < 0);
	script_end(&s, core_chosen(data, size));
	free(all);
	return 0;
}
