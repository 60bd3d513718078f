/*
 * Any lines written to `lock`, one after the other, by two users: whatever is in them, a refused one leaves record and seats as they were
 * (a claim that has to wait joins), and the log of those that were taken folds to the same duel. Each line alone: its words hold together again.
 */
#include "fs/util/words.h"
#include "tests/fuzz/core.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Quoted, every word of a line is the same word again. */
static void
words_hold(const char *line, size_t len)
{
	struct words w, again;
	if (words_split(line, len, &w)) {
		words_free(&w);
		return;
	}
	for (size_t i = 0; i < w.n; i++) {
		char *whole = words_whole(&w.v[i]), *quoted = mem_calloc(2 * strlen(whole) + 3, 1), *to = quoted;
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
		free(whole);
	}
	words_free(&w);
}

static int
run_line(const char *duel, uid_t uid, const char *line, size_t len)
{
	struct answer a = ANSWER;
	struct caller who = caller_of(uid);
	struct duel *d = the_duel(core, duel);
	registry_lock(core->r);
	verb_run(d, &who, line, len, answered, &a);
	registry_unlock(core->r);
	return answer_wait(&a);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = {"socratic", "dialectic", "rounds", "adversarial"};
	char duel[32];
	if (size < 2 || size > 4096)
		return 0;
	core_begin(duel, formats[data[0] % 4]);
	const char *at = (const char *)data + 1, *end = (const char *)data + size;
	for (unsigned n = 0; at < end && n < 40; n++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at)) ?: end;
		words_hold(at, (size_t)(stop - at));
		char *before = core_accepted(duel);
		/* the second user is who begins a line with a blank */
		int err = run_line(duel, *at == ' ' ? 1000 : 0, at, (size_t)(stop - at));
		assert(err <= 0);
		char *after = core_accepted(duel);
		/* whoever has to wait has joined, and the head says who has */
		bool joined = err == -EBUSY && strtoul(after, NULL, 10) == strtoul(before, NULL, 10) + 1;
		if (err && !joined)
			assert(!strcmp(before, after));
		free(before);
		free(after);
		at = stop + 1;
	}
	if (core_chosen(data, size))
		core_replays(duel);
	return 0;
}
