#include "validators/next/socratic/socratic.h"

#include "validators/text/mem.h"
#include "validators/text/wordcount.h"

/* Behind the last dash of a heading. */
static struct reader
behind_dash(struct reader r)
{
	struct reader behind = between(r.end, r.end);

	for (; r.s < r.end; r.s++) {
		struct reader at = r;

		if (skip_sep(&at, false) && *r.s != ':')
			behind = at;
	}
	return behind;
}

int
socratic_stance(const struct parsed *p)
{
	const struct field *label = parts_label(p, parts_section(p, NULL), NULL, "Stance");
	struct reader said = behind_dash(p->heading);

	if (label)
		return field_word(label) >= 0 ? field_word(label) : STANCES;
	if (!p->heading_line)
		return -1;
	for (int i = 0; i < STANCES; i++)
		if (says_only(said, stance_words[i]))
			return i;
	return STANCES;
}

int
socratic_flag(const struct item *item, struct reader *words)
{
	int blocks = -1;

	*words = item->prose;
	for (struct reader r = item->prose; r.s < r.end; r.s++) {
		struct reader at = r;

		if (!skip_char(&at, '('))
			continue;
		skip_white(&at);
		skip_emphasis(&at);
		bool not = skip_words(&at, "non-blocking");

		if (!not && !skip_words(&at, "blocking"))
			continue;
		blocks = !not;
		*words = without_white(between(item->prose.s, r.s));
		if (is_blank(words->s, left(words)))
			*words = without_white(between(at.s, item->prose.end));
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

static bool
amends(const struct parsed *p, const struct section *s)
{
	return parts_label(p, s, NULL, "Replace") || parts_label(p, s, NULL, "Add");
}

static void
read_consensus(struct socratic_facts *f, const struct parsed *p, unsigned seat, unsigned turn)
{
	const struct section *s = parts_section(p, "Consensus");

	if (!s || is_blank(s->body.s, left(&s->body)))
		return;
	if (parts_label(p, s, NULL, "Accepts")) {
		f->accepted = !amends(p, s);
		if (f->accepted)
			return;
		socratic_amend(p, s, &f->statement);
	} else {
		struct reader body = without_white(s->body);

		utstring_clear(&f->statement);
		utstring_bincpy(&f->statement, body.s, left(&body));
		f->accepted = false;
	}
	f->turn = turn;
	f->by = seat;
}

void
socratic_facts_read(struct socratic_facts *f, const struct debate *d)
{
	*f = (struct socratic_facts){0};
	utstring_init(&f->statement);
	for (size_t i = 0; i < d->n; i++) {
		unsigned seat = d->texts[i].seat;
		struct parsed p;
		struct reader words;

		if (d->texts[i].kind != KIND_TURN)
			continue;
		debate_read(d, i, &p);
		int stance = socratic_stance(&p);
		if (stance >= 0 && stance < STANCES)
			f->stance[seat] = (enum stance)stance;
		f->spoke[seat] = true;
		f->last = seat;
		f->blocking[seat] = 0;
		for (size_t n = 0; n < p.n_items; n++)
			if (!strcmp(p.items[n].part->title, "Unresolved Items") && !p.items[n].verb)
				f->blocking[seat] += socratic_flag(&p.items[n], &words) == 1;
		read_consensus(f, &p, seat, (unsigned)i + 1);
		parsed_free(&p);
	}
	f->silent = f->last && !d->order.last;
}

void
socratic_facts_free(struct socratic_facts *f)
{
	utstring_done(&f->statement);
}
