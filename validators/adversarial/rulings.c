/*
 * The moderator's lines: `Ruling:`, `Deflection:`, `Press:`, and anybody's `Finding:`. In such a line, up to the next
 * blank one, only ids, slugs, turn numbers and words in capitals are read, in their order; what stands in quotation
 * marks or (between the two arguments of a deflection) in brackets is passed.
 */
#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/text/text.h"
#include "validators/text/chars.h"

const char *const closed_as_words[] = {"refuted", "baseless", "source-debunked", NULL};
#define BIT(state) (1u << CLAIM_##state)
/* A closed claim takes a ruling only while an objection to its closure waits. */
static const struct ruling_row {
	const char *word;
	unsigned from;
	enum claim_state to;
} ruling_rows[RULINGS] = {
	[RULED_CLOSED] = {"CLOSED", ~BIT(CLOSED), CLAIM_CLOSED},
	[RULED_REAFFIRMED] = {"REAFFIRMED", BIT(CLOSED), CLAIM_CLOSED},
	[RULED_REOPENED] = {"REOPENED", BIT(CLOSED), CLAIM_PARTLY},
	[RULED_REBUTTED] = {"REBUTTED", BIT(OPEN) | BIT(PARTLY), CLAIM_REBUTTED},
	[RULED_UNCLAIMABLE] = {"UNCLAIMABLE", BIT(OPEN) | BIT(PARTLY), CLAIM_UNCLAIMABLE},
};

/* A line without what is quoted in it; malloc'd. */
static char *
without_quotations(struct reader value)
{
	static const char *const marks[][2] = {{"\"", "\""}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}};
	char *s = mem_calloc(len_of(&value) + 1, 1), *to = s;

	value.end = paragraph_end(value);
	while (value.s < value.end) {
		const char *close = NULL;

		for (size_t i = 0; i < sizeof marks / sizeof *marks && !close; i++) {
			struct reader r = value;

			if (skip_text(&r, marks[i][0]) &&
				(close = memmem(r.s, len_of(&r), marks[i][1], strlen(marks[i][1]))))
				close += strlen(marks[i][1]);
		}
		*to++ = close ? ' ' : *value.s;
		value.s = close ? close : value.s + 1;
	}
	return s;
}

/* The first word in capitals that rules; RULINGS: none does. *r goes behind it. */
static enum ruling_word
find_ruling_word(struct reader *r)
{
	for (const char *from = r->s; r->s < r->end; r->s++) {
		if (!isupper((unsigned char)*r->s) || (r->s > from && isalpha((unsigned char)r->s[-1])))
			continue;
		for (int i = 0; i < RULINGS; i++) {
			struct reader at = *r;

			if (skip_text(&at, ruling_rows[i].word) && (at.s == at.end || !isalpha((unsigned char)*at.s))) {
				r->s = at.s;
				return (enum ruling_word)i;
			}
		}
	}
	return RULINGS;
}

/* -- rulings -- */

struct ruled {
	struct play *play;
	int line;
	unsigned number; /* of the claim */
	struct claim *claim;
	unsigned argument; /* that it names; 0: none */
	enum ruling_word word;
	enum closed_as as;
	struct reader words, said; /* the ruling; with its justification */
};

/* Names the claim: by its id, or by its argument where one claim rests on it. */
static bool
read_claim(struct ruled *r, unsigned id)
{
	struct adversarial *a = r->play->a;

	for (unsigned i = 1; !id && r->argument && i <= a->n_claims; i++)
		if (adv_rests_on(a, r->play->d, i, r->argument)) {
			if (r->number)
				return REFUSE(r->play, CLAIM_UNKNOWN, r->line,
					"L-%03u and L-%03u rest on arg-%03u: name the claim", r->number, i,
					r->argument);
			r->number = i;
		}
	r->number = id ? id : r->number;
	if (!r->number || r->number > a->n_claims)
		return REFUSE(r->play, CLAIM_UNKNOWN, r->line,
			"the ruling names no claim that is there, as in `claim L-003`");
	r->claim = &a->claims[r->number - 1];
	return true;
}

static bool
graph_says(const struct ruled *r, unsigned argument)
{
	const struct adversarial *a = r->play->a;
	const struct argument *its = base_numbered(a->live, argument);
	bool criticised = false; /* a source of the argument, in this debate, by somebody else */

	if (!its || !adv_rests_on(a, r->play->d, r->number, argument))
		return false;
	if (r->as != AS_DEBUNKED)
		return its->status == (r->as == AS_REFUTED ? REFUTED : BASELESS);
	EACH_OF(revision, c, a->revisions, a->n_revisions)
		criticised |= c->op == OP_CRITICISM && c->seat != r->play->by.seat &&
			base_has_edge(a->live, argument, DERIVED_FROM_SOURCE, 0, base_find_source(a->live, c->target));
	return its->status >= WEAK && criticised;
}

/* The argument that a claim is closed over: the one that is named, else the first that the graph says so of. */
static bool
find_closed(struct ruled *r)
{
	struct reader at = r->claim->words;
	unsigned number;

	if (r->argument)
		return graph_says(r, r->argument);
	while (next_argument(&at, &number))
		if (graph_says(r, number)) {
			r->argument = number;
			return true;
		}
	return false;
}

/* Does a text name a turn that has been? */
static bool
names_turn(const struct play *play, struct reader r)
{
	for (const char *from = r.s; r.s < r.end; r.s++) {
		struct reader at = r;
		unsigned number;

		if (r.s > from && isalpha((unsigned char)r.s[-1]))
			continue;
		if ((skip_word(&at, "turns") || skip_word(&at, "turn")) && skip_white(&at) &&
			skip_number(&at, &number) && number && number < play->by.text)
			return true;
	}
	return false;
}

static bool
judge_ruling(struct ruled *r)
{
	const struct ruling_row *row = &ruling_rows[r->word];
	struct reader said = r->said, cited;
	bool names_source = false;
	char takes[64] = "";

	if (r->claim->state == CLAIM_CLOSED && !r->claim->waits)
		return REFUSE(r->play, CLAIM_MOVE, r->line,
			"L-%03u is closed, and no objection to that waits for a ruling", r->number);
	for (int i = 0; i < RULINGS; i++)
		if (ruling_rows[i].from >> r->claim->state & 1)
			snprintf(takes + strlen(takes), sizeof takes - strlen(takes), "%s%s", *takes ? " or " : "",
				ruling_rows[i].word);
	if (!(row->from >> r->claim->state & 1))
		return REFUSE(r->play, CLAIM_MOVE, r->line, "L-%03u is %s, and takes no such ruling, but %s", r->number,
			claim_state_words[r->claim->state], takes);
	if (r->word != RULED_CLOSED)
		return true;
	while (next_source(&said, &cited))
		names_source |= base_find_source(r->play->a->live, cited) > 0;
	if (!find_closed(r))
		return REFUSE(r->play, RULING_GRAPH, r->line, "L-%03u rests on no argument that the graph has as %s%s",
			r->number, closed_as_words[r->as], r->as != AS_DEBUNKED ? ""
			: ": weak or below, with a source that somebody else criticised in this debate");
	if (!names_turn(r->play, r->said) || !names_source)
		return REFUSE(r->play, RULING_GROUNDS, r->line,
			"`Justification:` of the closure of L-%03u names a turn and a source, as in `Turn 3, "
			"kb/sources/…`",
			r->number);
	return true;
}

/* Reads what a ruling says; false: it says none. */
static bool
read_ruling(struct ruled *r, unsigned *id)
{
	char *line = without_quotations(r->words);
	struct reader at = reader_of(line, line + strlen(line)), before, behind;
	struct ref ref;

	r->word = find_ruling_word(&at);
	before = reader_of(line, at.s);
	behind = at;
	*id = 0;
	for (struct reader in = before; !*id && ref_next(adv_refs, NULL, line, &in, &ref);)
		*id = ref.kind == &adv_refs[REF_CLAIM] ? ref.number[0] : 0;
	if (!next_argument(&before, &r->argument))
		r->argument = 0;
	bool said = r->word < RULINGS;
	if (r->word == RULED_CLOSED) {
		said = false;
		for (const char *s = behind.s; s < behind.end && !said; s++)
			for (int i = 0; closed_as_words[i] && !said; i++) {
				struct reader word = reader_of(s, behind.end);

				said = skip_words(&word, closed_as_words[i]);
				r->as = said ? (enum closed_as)i : r->as;
			}
	}
	free(line);
	return said;
}

static void
play_ruling(struct play *play, const struct field *f, const struct field *next)
{
	struct ruled r = {.play = play, .line = f->line, .words = f->value, .said = f->value};
	struct adversarial *a = play->a;
	unsigned id;

	if (next && !strcmp(next->label->word, "Justification"))
		r.said.end = next->value.end;
	if (!read_ruling(&r, &id)) {
		play_refuse(play, &kit_rules[KIT_LABEL_WORD], f->line,
			"`Ruling:` names a claim, and says CLOSED as refuted, baseless or source-debunked, or "
			"REAFFIRMED, REOPENED, REBUTTED or UNCLAIMABLE");
		return;
	}
	if (!read_claim(&r, id) || (play->out && !judge_ruling(&r)))
		return;
	struct claim *c = r.claim;
	c->state = ruling_rows[r.word].to;
	c->waits = false;
	c->moved = play->by.text;
	c->final |= r.word == RULED_REAFFIRMED;
	if (r.word == RULED_CLOSED) {
		if (!r.argument)
			find_closed(&r);
		c->objected = c->final = c->accepted = false;
		c->as = r.as;
		c->argument = r.argument;
		c->closed_in = play->by.text;
		c->ruling = r.said;
	}
	if (r.word == RULED_REOPENED)
		c->withdrawn = false;
	else
		play_owe(play, play->d->seats[c->seat - 1].role, 0, "a ruling against it");
	*GROW(a->steps, a->n_steps) =
		(struct step){r.number, play->by.text, play->by.seat, MOVE_RULED, r.said, a->n_citations, 0};
}

/* -- deflections -- */

struct deflected {
	struct deflection d;
	unsigned *turns;
	size_t n;
};

/* A position's slug, as a word of its own, or as its debater's role. */
static unsigned
position_in(const struct base *b, struct reader r)
{
	for (const char *from = r.s; r.s < r.end; r.s += char_bytes(r.s, r.end)) {
		struct reader word = r;
		unsigned position;

		if (r.s > from && (isalnum((unsigned char)r.s[-1]) || strchr("-_", r.s[-1])))
			continue;
		skip_word(&word, "debater-");
		for (unsigned i = 0; i < b->fixed->n_positions; i++) {
			word.end = word.s + strlen(base_position(b, i));
			if (word.end > r.end || (position = base_position_find(b, word)) == NO_POSITION)
				continue;
			if (word.end == r.end || !(isalnum((unsigned char)*word.end) || strchr("-_", *word.end)))
				return position;
		}
	}
	return NO_POSITION;
}

/* The numbers of turns, without what stands in brackets. */
static void
read_turns(struct deflected *d, struct reader r)
{
	unsigned depth = 0, number;

	while (r.s < r.end) {
		if (skip_char(&r, '(')) {
			depth++;
		} else if (skip_char(&r, ')')) {
			depth -= depth > 0;
		} else if (!depth && skip_number(&r, &number)) {
			*GROW(d->turns, d->n) = number;
		} else {
			do
				r.s += char_bytes(r.s, r.end);
			while (r.s < r.end && isalnum((unsigned char)r.s[-1]) && isalnum((unsigned char)*r.s));
		}
	}
}

/* `Position SLUG has cited ARG across turns N, M to address ARG`. */
static bool
read_deflection(const struct base *b, struct reader value, struct deflected *d)
{
	char *line = without_quotations(value);
	struct reader at = reader_of(line, line + strlen(line)), from;

	*d = (struct deflected){.d = {.words = value}};
	if (next_argument(&at, &d->d.cited)) {
		d->d.position = position_in(b, reader_of(line, at.s));
		from = at;
		if (next_argument(&at, &d->d.unaddressed))
			read_turns(d, reader_of(from.s, memrchr(from.s, 'a', (size_t)(at.s - from.s))));
	}
	free(line);
	return d->d.cited && d->d.unaddressed && d->d.position != NO_POSITION && d->n;
}

/* Does the pair differ in layer, or has it a relevance edge that the moderator did not add? */
static bool
is_off_the_point(const struct play *play, const struct argument *cited, const struct argument *other)
{
	const struct adversarial *a = play->a;

	if (cited->layer != other->layer)
		return true;
	for (size_t i = 0; i < a->live->n_edges; i++) {
		const struct edge *e = &a->live->edges[i];
		bool by_moderator = false;

		if (e->type < TANGENTIAL_TO ||
			!((e->from == cited->number && e->to == other->number) ||
				(e->from == other->number && e->to == cited->number)))
			continue;
		for (size_t k = 0; k < a->n_revisions; k++) {
			const struct revision *r = &a->revisions[k];

			by_moderator |= r->op == OP_EDGE && r->seat == play->by.seat && r->edge.from == e->from &&
				r->edge.to == e->to && r->edge.type == e->type;
		}
		if (!by_moderator)
			return true;
	}
	return false;
}

static bool
judge_deflection(struct play *play, const struct deflected *d, int line)
{
	const struct argument *cited = base_numbered(play->a->live, d->d.cited),
			      *other = base_numbered(play->a->live, d->d.unaddressed);

	if (!cited || !other)
		return REFUSE(
			play, DEFLECTION_NONE, line, "there is no arg-%03u", cited ? d->d.unaddressed : d->d.cited);
	for (size_t i = 0; i < d->n; i++) {
		bool cites = false;

		EACH_OF(step, s, play->a->steps, play->a->n_steps)
			for (size_t k = s->cites; k < s->cites + s->n_cites; k++)
				cites |= s->text == d->turns[i] && play->a->citations[k].argument == d->d.cited &&
					adv_position(play->d, s->seat) == d->d.position;
		if (!cites)
			return REFUSE(play, DEFLECTION_NONE, line, "%s has not cited arg-%03u in turn %u",
				base_position(play->a->live, d->d.position), d->d.cited, d->turns[i]);
	}
	if (base_has_edge(play->a->snapshot, d->d.cited, ADDRESSES, d->d.unaddressed, 0) ||
		base_has_edge(play->a->snapshot, d->d.unaddressed, ADDRESSES, d->d.cited, 0))
		return REFUSE(play, DEFLECTION_NONE, line,
			"an `addresses` edge of the snapshot joins arg-%03u and arg-%03u", d->d.cited,
			d->d.unaddressed);
	return is_off_the_point(play, cited, other) ||
		REFUSE(play, DEFLECTION_NONE, line,
			"arg-%03u and arg-%03u are of one layer, and no relevance edge of "
			"somebody else's joins them",
			d->d.cited, d->d.unaddressed);
}

static void
play_deflection(struct play *play, const struct field *f)
{
	struct deflected d;

	if (!read_deflection(play->a->live, f->value, &d)) {
		REFUSE(play, DEFLECTION_NONE, f->line,
			"the line is `Deflection: Position SLUG has cited arg-NNN across turns N, M to address "
			"arg-NNN.`");
	} else if (play->out ? judge_deflection(play, &d, f->line)
			     : base_numbered(play->a->live, d.d.cited) &&
			base_numbered(play->a->live, d.d.unaddressed)) {
		d.d.text = play->by.text;
		*GROW(play->a->deflections, play->a->n_deflections) = d.d;
		play_owe(play, ROLE_DEBATER + d.d.position, 0, "a deflection of its side");
	}
	free(d.turns);
}

/* -- remarks -- */

static void
play_remark(struct play *play, const struct field *f, bool press)
{
	struct adversarial *a = play->a;
	struct reader r = f->value;
	bool named = !press, unknown = false;
	struct ref ref;

	*GROW(a->remarks, a->n_remarks) = (struct remark){play->by.text, !press, f->value};
	while (press && ref_next(adv_refs, NULL, f->value.s, &r, &ref)) {
		unsigned claim = ref.kind == &adv_refs[REF_CLAIM] ? ref.number[0] : 0;

		named |= claim;
		unknown |= claim > a->n_claims;
		if (claim && claim <= a->n_claims)
			a->claims[claim - 1].pressed = play->by.text;
	}
	if (!named || unknown)
		REFUSE(play, CLAIM_UNKNOWN, f->line, "`Press:` names claims that are there, as in `L-003`");
}

void
play_rulings(struct play *play)
{
	const struct parsed *p = play->p;
	bool rules = play->d->seats[play->by.seat - 1].role == ROLE_MODERATOR;
	size_t n = 0;

	for (size_t i = 0; i < p->n_fields; i++) {
		const struct field *f = &p->fields[i];
		bool finding = !strcmp(f->label->word, "Finding"), press = !strcmp(f->label->word, "Press");

		n++;
		if (finding || (rules && press))
			play_remark(play, f, press);
		else if (rules && !strcmp(f->label->word, "Ruling"))
			play_ruling(play, f, i + 1 < p->n_fields ? f + 1 : NULL);
		else if (rules && !strcmp(f->label->word, "Deflection"))
			play_deflection(play, f);
		else
			n--;
	}
	if (rules && !n)
		play_refuse(play, &kit_rules[KIT_LABEL_MISSING], 0,
			"a moderator's turn has a line `Ruling: …`, `Deflection: …`, `Press: …` or `Finding: …`");
}

void
refuse_rulings(struct play *play)
{
	for (size_t i = 0; i < play->p->n_fields; i++) {
		const struct field *f = &play->p->fields[i];
		struct ruled r = {.words = f->value};
		struct deflected d = {.n = 0};
		unsigned id;

		if ((!strcmp(f->label->word, "Ruling") && read_ruling(&r, &id)) ||
			(!strcmp(f->label->word, "Deflection") && read_deflection(play->a->live, f->value, &d)))
			REFUSE(play, MODERATOR_ALONE, f->line, "`%s:` is the moderator's", f->label->word);
		free(d.turns);
	}
}
