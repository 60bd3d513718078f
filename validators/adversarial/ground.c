/*
 * What an argument is lowered for: anywhere in the words of its item stands a name of something else that is there, so
 * that whoever reads the revision can look it up.
 */
#include "validators/adversarial/turn_inner.h"

#include "validators/text/quote.h"

enum named { NAMED_NOTHING, NAMED_ITSELF, NAMED_NOWHERE, NAMED_GROUND };

static enum named
there(bool is_there)
{
	return is_there ? NAMED_GROUND : NAMED_NOWHERE;
}

static enum named
skip_argument(const struct turn_reading *r, const char *target, struct reader *at)
{
	char id[ARGUMENT_BYTES];

	if (!turn_skip_argument(at, id))
		return NAMED_NOTHING;
	return strcmp(id, target) ? there(kb_argument_find(r->ask->kb, id, strlen(id)) != KB_NONE) : NAMED_ITSELF;
}

/* Its name may have blanks in it, and `.md`: the shortest that is there, of the first few. */
#define PATH_BYTES 4096
#define PATH_ENDS 8
static enum named
skip_source(const struct turn_reading *r, const char *target, struct reader *at)
{
	const char *from = at->s;
	struct reader end;

	(void)target;
	if (!skip_text(at, "kb/sources/"))
		return NAMED_NOTHING;
	end = *at;
	end.end = left(&end) < PATH_BYTES ? end.end : end.s + PATH_BYTES;
	for (unsigned i = 0; i < PATH_ENDS && (end.s = memmem(end.s, left(&end), ".md", 3)); i++) {
		end.s += 3;
		if (kb_source_is_there(r->ask->kb, from, (size_t)(end.s - from))) {
			at->s = end.s;
			return NAMED_GROUND;
		}
	}
	while (left(at) && !white_bytes(at->s, at->end) && !strchr(",;)]`", *at->s))
		at->s++;
	return NAMED_NOWHERE;
}

static enum named
skip_contradiction(const struct turn_reading *r, const char *target, struct reader *at)
{
	unsigned number;
	bool alone;

	(void)target;
	if ((!skip_char(at, 'C') && !skip_char(at, 'c')) || !skip_dash(at, &alone) || !skip_number(at, &number) ||
		!turn_ends_word(at))
		return NAMED_NOTHING;
	for (size_t i = 0; i < kb_contradictions(r->ask->kb); i++)
		if (kb_contradiction(r->ask->kb, i)->number == number)
			return NAMED_GROUND;
	return NAMED_NOWHERE;
}

/* Also one that this turn makes. */
static enum named
skip_claim(const struct turn_reading *r, const char *target, struct reader *at)
{
	unsigned number, claims = ledger_claims(r->ask->ledger);

	(void)target;
	if (!turn_skip_claim(at, &number))
		return NAMED_NOTHING;
	for (size_t i = 0; i < r->t->turn.n_items; i++)
		claims += r->t->turn.items[i].move == MOVE_NEW;
	return there(number <= claims);
}

static enum named
skip_turn(const struct turn_reading *r, const char *target, struct reader *at)
{
	unsigned number;

	(void)target;
	if (!skip_word(at, "turn"))
		return NAMED_NOTHING;
	skip_word(at, "s");
	skip_white(at);
	if (!skip_number(at, &number))
		return NAMED_NOTHING;
	return there(number && number < r->ask->number);
}

static enum named
skip_named(const struct turn_reading *r, const char *target, struct reader *at)
{
	static enum named (*const skip[])(const struct turn_reading *r, const char *target, struct reader *at) = {
		skip_argument, skip_source, skip_contradiction, skip_claim, skip_turn};

	for (size_t i = 0; i < sizeof skip / sizeof skip[0]; i++) {
		struct reader in = *at;
		enum named named = skip[i](r, target, &in);

		if (named != NAMED_NOTHING) {
			*at = in;
			return named;
		}
	}
	return NAMED_NOTHING;
}

/* Is there a ground in it? The first name of something that is not there is told. */
static bool
find_ground(const struct turn_reading *r, const char *target, const char *words, struct reader *missing)
{
	struct reader at = {words, words + strlen(words)};

	while (left(&at)) {
		struct reader from = at;
		enum named named = skip_named(r, target, &at);

		if (named == NAMED_GROUND)
			return true;
		if (named == NAMED_NOWHERE && !left(missing))
			*missing = without_white((struct reader){from.s, at.s});
		/* A name begins where a word does. */
		if (named == NAMED_NOTHING && turn_ends_word(&at))
			at.s++;
		else
			while (!turn_ends_word(&at))
				at.s++;
	}
	return false;
}

void
turn_judge_ground(struct turn_reading *r, const struct mutation_item *m)
{
	struct reader missing = {m->words, m->words};
	bool found = find_ground(r, m->target, m->words, &missing);
	char *nowhere;

	for (size_t i = 0; i < m->n_links && !found; i++)
		found = find_ground(r, m->target, m->links[i].ref, &missing);
	if (found)
		return;
	nowhere = left(&missing) ? mem_format(", and %s is not there", quote(missing.s, left(&missing)).s)
				 : mem_strdup("");
	REPORT(r, RULE_MUTATION_UNTRACED, m->line,
		"%s is lowered, and \"%s\" names no ground for it%s: beside itself another argument, `arg-021`, a "
		"source, `kb/sources/…`, a contradiction, `C-002`, a claim, `L-003`, or an earlier turn, `Turn 6`",
		m->target, quote(m->words, strlen(m->words)).s, nowhere);
	free(nowhere);
}
