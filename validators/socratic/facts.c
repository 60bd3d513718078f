#include "validators/socratic/socratic.h"

#include <stdlib.h>
#include "validators/text/mem.h"

int
socratic_stance(const struct parsed *p)
{
	const struct field *label = parts_label(p, parts_section(p, NULL), NULL, "Stance");
	struct reader said = heading_behind_dash(p->heading);

	if (label)
		return field_word(label) >= 0 ? field_word(label) : STANCES;
	if (!p->heading_line)
		return -1;
	for (int i = 0; i < STANCES; i++)
		if (says_only(said, stance_words[i]))
			return i;
	return STANCES;
}

struct reader
socratic_unsupported(const struct parsed *p, struct reader words)
{
	for (size_t i = 0; i < p->n_fields; i++) {
		const char *line = p->lines.v[p->fields[i].line - 1].all.s;

		if (!p->fields[i].item && line >= words.s && line < words.end)
			return between(words.s, line);
	}
	return words;
}

int
socratic_flag(const struct item *item, struct reader *words)
{
	int blocks = -1;

	*words = item->prose;
	for (struct reader r = item->prose; r.s < r.end; r.s++) {
		struct reader at = r;

		if ((*r.s != '(' && (unsigned char)*r.s < 0x80) || !skip_char(&at, '('))
			continue;
		skip_white(&at);
		skip_emphasis(&at);
		bool not = skip_words(&at, "non-blocking");

		if (!not && !skip_words(&at, "blocking"))
			continue;
		blocks = !not;
		*words = without_dashes(between(item->prose.s, r.s));
		if (!left(words)) {
			const char *close = memchr(at.s, ')', left(&at));

			*words = without_white(between(close ? close + 1 : at.s, item->prose.end));
			if (!left(words))
				*words = without_white(between(at.s, close ? close : item->prose.end));
		}
	}
	return blocks;
}

/* `"old" — "new"`: the old words stand once in the statement. */
static bool
replace_words(struct reader amendment, UT_string *statement)
{
	struct reader old, new;

	if (!quotation_next(&amendment, &old) || !quotation_next(&amendment, &new) || !left(&old))
		return false;
	const char *s = utstring_body(statement), *end = s + utstring_len(statement);
	const char *hit = memmem(s, (size_t)(end - s), old.s, left(&old));
	if (!hit || memmem(hit + 1, (size_t)(end - hit - 1), old.s, left(&old)))
		return false;
	char *tail = mem_copy(hit + left(&old), (size_t)(end - hit) - left(&old));
	size_t tail_len = (size_t)(end - hit) - left(&old);

	statement->i = (size_t)(hit - s);
	utstring_bincpy(statement, new.s, left(&new));
	utstring_bincpy(statement, tail, tail_len);
	free(tail);
	return true;
}

bool
socratic_amend(const struct parsed *p, const struct section *consensus, UT_string *statement)
{
	bool good = true;

	for (size_t i = 0; i < p->n_fields && good; i++) {
		const struct field *f = &p->fields[i];
		struct reader value = f->value, added;

		if (f->line <= consensus->line || f->line > consensus->end_line)
			continue;
		if (!strcmp(f->label->word, "Replace"))
			good = replace_words(value, statement);
		else if (!strcmp(f->label->word, "Add") && (good = quotation_next(&value, &added)))
			utstring_printf(statement, "\n\n%.*s", (int)left(&added), added.s);
	}
	return good;
}

static void
read_consensus(struct socratic_facts *f, const struct parsed *p, unsigned seat, unsigned turn)
{
	const struct section *s = parts_section(p, "Consensus");

	if (!s || is_blank(s->body.s, left(&s->body)) || says_none(s->body))
		return;
	if (parts_label(p, s, NULL, "Accepts")) {
		if (!parts_label(p, s, NULL, "Replace") && !parts_label(p, s, NULL, "Add")) {
			f->accepted = turn;
			return;
		}
		socratic_amend(p, s, &f->statement);
	} else {
		struct reader body = without_white(s->body);

		utstring_clear(&f->statement);
		utstring_bincpy(&f->statement, body.s, left(&body));
	}
	f->accepted = 0;
	f->turn = turn;
	f->by = seat;
}

enum outcome
socratic_outcome(const struct debate *d)
{
	struct parsed p;
	int said = -1;

	if (!d->n || d->texts[d->n - 1].kind != KIND_CONCLUSION)
		return OUTCOMES;
	debate_read(d, d->n - 1, &p);
	said = field_word(parts_label(&p, parts_section(&p, NULL), NULL, "Outcome"));
	parsed_free(&p);
	return said < 0 ? OUTCOMES : (enum outcome)said;
}

/* The point that an item of turn `turn` is: the ledger has its words from there, in the order in which they stand.
 * *point and *move go on from the item before. SIZE_MAX: it is none. */
static size_t
point_of(const struct ledger *l, const struct item *item, unsigned turn, size_t *point, size_t *move)
{
	const char *words = item->all.s;

	while (*point < l->n && l->points[*point].text == turn &&
		(!socratic_is_item(&l->points[*point]) || l->points[*point].words.s < words))
		++*point;
	while (*move < l->n_moves && l->moves[*move].text == turn && l->moves[*move].words.s < words)
		++*move;
	if (*point < l->n && l->points[*point].words.s == words)
		return *point;
	return *move < l->n_moves && l->moves[*move].words.s == words ? l->moves[*move].point : SIZE_MAX;
}

static void
read_items(struct socratic_facts *f, const struct ledger *l, const struct parsed *p, unsigned seat, unsigned turn)
{
	size_t point = l->n, move = l->n_moves;

	while (point && l->points[point - 1].text == turn)
		point--;
	while (move && l->moves[move - 1].text == turn)
		move--;
	f->blocking[seat] = 0;
	for (size_t i = 0; i < f->n_items; i++)
		f->items[i].now[seat] = LISTED_NOT;
	for (size_t i = 0; i < p->n_items; i++) {
		struct reader words;

		if (strcmp(p->items[i].part->title, "Unresolved Items"))
			continue;
		size_t at = point_of(l, &p->items[i], turn, &point, &move);
		int flag = p->items[i].verb ? -1 : socratic_flag(&p->items[i], &words);
		if (at == SIZE_MAX || flag < 0)
			continue;
		struct socratic_item *listed = &f->items[l->points[at].id.number[0] - 1];
		if (listed->now[seat] != LISTED_BLOCKING)
			listed->now[seat] = flag ? LISTED_BLOCKING : LISTED_OPEN;
		listed->turn[seat] = turn;
		listed->let_go[seat] = 0;
		listed->words[seat] = p->items[i].has_id ? words : (struct reader){0};
	}
	for (size_t i = 0; i < f->n_items; i++) {
		struct socratic_item *item = &f->items[i];

		f->blocking[seat] += item->now[seat] == LISTED_BLOCKING;
		if (item->turn[seat] && !item->now[seat] && !item->let_go[seat])
			item->let_go[seat] = turn;
	}
}

/* Points that are named here, of the other side, are answered. */
static void
read_answers(struct socratic_facts *f, const struct ledger *l, struct reader r, unsigned seat, unsigned turn)
{
	const char *before = r.s;
	struct ref ref;

	while (r.s && ref_next(socratic_refs, NULL, before, &r, &ref)) {
		const struct point *point = ref.kind == &socratic_refs[REF_POINT] ? ledger_find(l, &ref) : NULL;

		if (point && point->seat != seat && point->text < turn && !f->answered[point - l->points])
			f->answered[point - l->points] = turn;
	}
}

static void
read_turn(struct socratic_facts *f, const struct debate *d, const struct parsed *p, unsigned seat, unsigned turn)
{
	const struct section *agreements = parts_section(p, "Agreements");
	const struct section *revision = parts_section(p, "Stance Revision Support");
	int said = socratic_stance(p);
	enum stance stance = said >= 0 && said < STANCES ? (enum stance)said : f->stance[seat];

	if (f->spoke[seat] && stance != f->stance[seat])
		*GROW(f->changes, f->n_changes) = (struct stance_change){turn, seat, f->stance[seat], stance,
			revision ? without_white(revision->body) : (struct reader){0}};
	f->stance[seat] = stance;
	f->spoke[seat] = true;
	f->last = seat;
	read_items(f, &d->ledger, p, seat, turn);
	for (size_t i = 0; i < p->n_fields; i++)
		if (!strcmp(p->fields[i].label->word, "Addresses"))
			read_answers(f, &d->ledger, p->fields[i].value, seat, turn);
	if (agreements)
		read_answers(f, &d->ledger, agreements->body, seat, turn);
	read_consensus(f, p, seat, turn);
}

void
socratic_facts_add(struct debate *d, const struct parsed *p, const struct mover *by)
{
	struct socratic_facts *f = d->own ? d->own : socratic_facts_copy(socratic_facts(d));

	d->own = f;
	for (size_t i = f->n_answered; i < d->ledger.n; i++) {
		*GROW(f->answered, f->n_answered) = 0;
		if (socratic_is_item(&d->ledger.points[i]))
			*GROW(f->items, f->n_items) = (struct socratic_item){.point = i};
	}
	read_turn(f, d, p, by->seat, by->text);
}

const struct socratic_facts *
socratic_facts(const struct debate *d)
{
	static char nothing[1];
	static const struct socratic_facts none = {.statement = {.d = nothing}};

	return d->own ? d->own : &none;
}

void *
socratic_facts_copy(const void *facts)
{
	const struct socratic_facts *f = facts;
	struct socratic_facts *copy;

	if (!f)
		return NULL;
	copy = mem_calloc(1, sizeof *copy);
	*copy = *f;
	copy->items = GROWN_COPY(f->items, f->n_items);
	copy->answered = GROWN_COPY(f->answered, f->n_answered);
	copy->changes = GROWN_COPY(f->changes, f->n_changes);
	utstring_init(&copy->statement);
	utstring_concat(&copy->statement, &f->statement);
	return copy;
}

void
socratic_facts_drop(void *facts)
{
	struct socratic_facts *f = facts;

	if (!f)
		return;
	utstring_done(&f->statement);
	free(f->items);
	free(f->answered);
	free(f->changes);
	free(f);
}
