#include "validators/socratic/socratic.h"

#include <stdlib.h>
#include <uthash.h>
#include "validators/text/mem.h"
#include "validators/text/novelty.h"

int
socratic_stance(const struct parsed *p)
{
	const struct field *label = parts_label(p, parts_section(p, NULL), NULL, "Stance");
	struct reader heading = p->heading, said = reader_of(heading.end, heading.end);

	if (label)
		return field_word(label) >= 0 ? field_word(label) : STANCES;
	if (!p->heading_line)
		return -1;
	for (const char *s = heading.end; s > heading.s;) { /* what stands behind its last dash */
		struct reader at = reader_of(--s, heading.end);

		if (*s != '-' && *s != ':' && (unsigned char)*s < 0xc0)
			continue;
		at.s -= s > heading.s ? white_bytes_before(heading.s, s) : 0;
		if ((*s != ':' || at.s < s) && skip_sep(&at, false)) {
			said = at;
			break;
		}
	}
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
			return reader_of(words.s, line);
	}
	return words;
}

/* Without white space round it, and dashes behind it. */
static struct reader
without_dashes(struct reader r)
{
	for (;;) {
		r = without_white(r);
		if (len_of(&r) && r.end[-1] == '-')
			r.end--;
		else if (len_of(&r) > 3 && (!memcmp(r.end - 3, "—", 3) || !memcmp(r.end - 3, "–", 3)))
			r.end -= 3;
		else
			return r;
	}
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
		*words = without_dashes(reader_of(item->prose.s, r.s));
		if (!len_of(words)) {
			const char *close = memchr(at.s, ')', len_of(&at));

			*words = without_white(reader_of(close ? close + 1 : at.s, item->prose.end));
			if (!len_of(words))
				*words = without_white(reader_of(at.s, close ? close : item->prose.end));
		}
	}
	return blocks;
}

/* `"old" — "new"`: the old words stand once in the statement. */
static bool
replace_words(struct reader amendment, UT_string *statement)
{
	struct reader old, new;

	if (!quotation_next(&amendment, &old) || !quotation_next(&amendment, &new) || !len_of(&old))
		return false;
	const char *s = utstring_body(statement), *end = s + utstring_len(statement);
	const char *hit = memmem(s, (size_t)(end - s), old.s, len_of(&old));
	if (!hit || memmem(hit + 1, (size_t)(end - hit - 1), old.s, len_of(&old)))
		return false;
	char *replaced = mem_format("%.*s%.*s%s", (int)(hit - s), s, (int)len_of(&new), new.s, hit + len_of(&old));

	utstring_clear(statement);
	utstring_printf(statement, "%s", replaced);
	free(replaced);
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
			utstring_printf(statement, "\n\n%.*s", (int)len_of(&added), added.s);
	}
	return good;
}

static void
read_consensus(struct socratic_facts *f, const struct parsed *p, unsigned seat, unsigned turn)
{
	const struct section *s = parts_section(p, "Consensus");

	if (!s || is_blank(s->body.s, len_of(&s->body)) || says_none(s->body))
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
		utstring_bincpy(&f->statement, body.s, len_of(&body));
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
	debate_read(d, &d->texts[d->n - 1], &p);
	said = field_word(parts_label(&p, parts_section(&p, NULL), NULL, "Outcome"));
	parsed_free(&p);
	return said < 0 ? OUTCOMES : (enum outcome)said;
}

/* An item by its words. */
struct worded {
	uint64_t hash;
	size_t item; /* of the facts, from 1; 0: it is new */
	UT_hash_handle hh;
};

/* The first one with these words, which is made where there is none. */
static struct worded *
worded_find(struct worded **all, uint64_t hash)
{
	struct worded *w;

	HASH_FIND(hh, *all, &hash, sizeof hash, w);
	if (!w) {
		w = mem_calloc(1, sizeof *w);
		w->hash = hash;
		HASH_ADD(hh, *all, hash, sizeof w->hash, w);
	}
	return w;
}

/* An item is one that was there by its id or by its words; or it is new, and gets an id. */
static void
apply_unresolved(struct debate *d, struct socratic_facts *f, const struct parsed *p, const struct mover *by)
{
	struct ledger *l = &d->ledger;
	struct worded *all = NULL, *same, *next;

	for (size_t i = 0; i < f->n_items; i++) {
		f->items[i].now[by->seat] = LISTED_NOT;
		if (f->items[i].hash && !(same = worded_find(&all, f->items[i].hash))->item)
			same->item = i + 1;
	}
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		bool has_id = item->has_id && item->id.kind == &socratic_refs[REF_ITEM];
		struct point *point = has_id ? ledger_find(l, &item->id) : NULL;
		struct reader words;

		if (strcmp(item->part->title, "Unresolved Items") || (has_id ? !point : says_none(item->prose)))
			continue;
		uint64_t hash = 0;
		if (!has_id) {
			socratic_flag(&(struct item){.prose = item->all}, &words);
			hash = words_hash(words.s, len_of(&words));
		}
		same = hash ? worded_find(&all, hash) : NULL;
		size_t at = point ? point->id.number[0] - 1 : same && same->item ? same->item - 1 : f->n_items;
		if (at < f->n_items) {
			ledger_note(l, &l->points[f->items[at].point], item, by);
		} else {
			*GROW(f->items, f->n_items) = (struct socratic_item){.point = l->n, .hash = hash};
			ledger_raise(l, &socratic_refs[REF_ITEM], 0, p, item, by, 0);
		}
		if (same)
			same->item = at + 1;
		int flag = item->verb && item->has_id ? -1 : socratic_flag(item, &words);
		if (flag < 0)
			continue;
		struct socratic_item *listed = &f->items[at];
		if (listed->now[by->seat] != LISTED_BLOCKING)
			listed->now[by->seat] = flag ? LISTED_BLOCKING : LISTED_OPEN;
		listed->turn[by->seat] = by->text;
		listed->let_go[by->seat] = 0;
		listed->words[by->seat] = has_id ? words : (struct reader){0};
	}
	f->blocking[by->seat] = 0;
	for (size_t i = 0; i < f->n_items; i++) {
		struct socratic_item *item = &f->items[i];

		f->blocking[by->seat] += item->now[by->seat] == LISTED_BLOCKING;
		if (item->turn[by->seat] && !item->now[by->seat] && !item->let_go[by->seat])
			item->let_go[by->seat] = by->text;
	}
	HASH_ITER(hh, all, same, next) {
		HASH_DEL(all, same);
		free(same);
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

void
socratic_apply_turn(struct debate *d, const struct parsed *p, const struct mover *by)
{
	struct socratic_facts *f = d->own;
	const struct section *novel = parts_section(p, "Novel Argument"), *agreements = parts_section(p, "Agreements");
	const struct section *revision = parts_section(p, "Stance Revision Support");
	int said = socratic_stance(p);
	enum stance stance = said >= 0 && said < STANCES ? (enum stance)said : f->stance[by->seat];

	for (size_t i = 0; i < p->n_items; i++)
		if (!strcmp(p->items[i].part->title, "Counterpoints"))
			ledger_raise(&d->ledger, &socratic_refs[REF_POINT], by->text, p, &p->items[i], by, 0);
	if (novel && !says_none(novel->body)) {
		const struct item item = {.part = novel->part, .all = without_white(novel->body)};

		ledger_raise(&d->ledger, &socratic_refs[REF_POINT], by->text, p, &item, by, 0);
	}
	apply_unresolved(d, f, p, by);
	while (f->n_answered < d->ledger.n)
		*GROW(f->answered, f->n_answered) = 0;
	if (f->spoke[by->seat] && stance != f->stance[by->seat])
		*GROW(f->changes, f->n_changes) = (struct stance_change){by->text, by->seat, f->stance[by->seat],
			stance, revision ? without_white(revision->body) : (struct reader){0}};
	f->stance[by->seat] = stance;
	f->spoke[by->seat] = true;
	f->last = by->seat;
	for (size_t i = 0; i < p->n_fields; i++)
		if (!strcmp(p->fields[i].label->word, "Addresses"))
			read_answers(f, &d->ledger, p->fields[i].value, by->seat, by->text);
	if (agreements)
		read_answers(f, &d->ledger, agreements->body, by->seat, by->text);
	read_consensus(f, p, by->seat, by->text);
}

void *
socratic_facts_new(const struct context *ctx)
{
	struct socratic_facts *f = mem_calloc(1, sizeof *f);

	(void)ctx;
	utstring_init(&f->statement);
	return f;
}

void *
socratic_facts_copy(const void *facts)
{
	const struct socratic_facts *f = facts;
	struct socratic_facts *copy = mem_calloc(1, sizeof *copy);

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

	utstring_done(&f->statement);
	free(f->items);
	free(f->answered);
	free(f->changes);
	free(f);
}
