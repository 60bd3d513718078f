/*
 * Claims: what an item cites, and the ledger's table. A row has a move, from which states, who may, and to which.
 */
#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/text/chars.h"
#include "validators/text/text.h"

#define STATE_BIT(s) (1u << CLAIM_##s)
#define NOT_CLOSED (~STATE_BIT(CLOSED))

const char *const claim_state_words[] = {"open", "partially-rebutted", "rebutted", "conceded", "unclaimable", "closed"};

const struct verb_row claim_verbs[MOVES + 1] = {
	[MOVE_NEW] = {.word = "new"},
	[MOVE_REBUT] = {.word = "rebut"},
	[MOVE_CONCEDE] = {.word = "concede"},
	[MOVE_DEFEND] = {.word = "defend"},
	[MOVE_WITHDRAW] = {.word = "withdraw"},
	[MOVE_OBJECT] = {.word = "object"},
	[MOVE_ACCEPT] = {.word = "accept"},
};

/* `own`: it is for the claim's side, else for another one. */
static const struct move_row {
	enum claim_move move;
	unsigned from;
	bool own;
	enum claim_state to;
} moves[] = {
	{MOVE_REBUT, STATE_BIT(OPEN) | STATE_BIT(PARTLY) | STATE_BIT(CONCEDED), false, CLAIM_PARTLY},
	{MOVE_DEFEND, STATE_BIT(PARTLY), true, CLAIM_OPEN},
	{MOVE_DEFEND, STATE_BIT(REBUTTED), true, CLAIM_PARTLY},
	{MOVE_CONCEDE, NOT_CLOSED, false, CLAIM_CONCEDED},
	{MOVE_WITHDRAW, NOT_CLOSED, true, CLAIM_REBUTTED},
	{MOVE_ACCEPT, STATE_BIT(CLOSED), true, CLAIM_CLOSED},
	{MOVE_OBJECT, STATE_BIT(CLOSED), true, CLAIM_CLOSED},
};

/* An item that is read. */
struct moving {
	struct play *play;
	const struct item *item;
	struct reader words; /* of the item, without its labels */
	enum claim_move move;
	struct claim *claim; /* NULL: a new one */
	unsigned number;
};

/* -- what an item cites -- */

bool
same_words(struct reader a, struct reader b)
{
	return len_of(&a) == len_of(&b) && !memcmp(a.s, b.s, len_of(&a));
}

static bool
is_cited(const struct adversarial *a, size_t from, size_t to, const struct citation *c)
{
	for (size_t i = from; i < to; i++)
		if (a->citations[i].argument == c->argument &&
			(c->argument || same_words(a->citations[i].source, c->source)))
			return true;
	return false;
}

/* Did somebody cite this before: in the thread of a claim, or (0) in any? */
static bool
was_cited(const struct adversarial *a, unsigned claim, const struct citation *c)
{
	EACH_OF(step, s, a->steps, a->n_steps)
		if ((!claim || s->claim == claim) && is_cited(a, s->cites, s->cites + s->n_cites, c))
			return true;
	for (size_t i = 0; i < a->n_claims; i++) {
		struct reader r = a->claims[i].ruling, cited;

		while (!c->argument && r.s && (!claim || claim == i + 1) && next_source(&r, &cited))
			if (same_words(cited, c->source))
				return true;
	}
	return false;
}

/* The rating that is said of an argument whose id ends at behind->s: `: contested`, `(contested)`, `, contested]`;
 * moves past it. -1: none. */
static int
rating_said(struct reader *behind)
{
	static const char *const before[] = {"KB-rated", "rated", "status", NULL};
	struct reader r = *behind;
	bool comma, bracket;

	skip_emphasis(&r);
	skip_white(&r);
	comma = skip_char(&r, ',');
	bracket = !comma && (skip_char(&r, '(') || skip_char(&r, '['));
	if (!comma && !bracket)
		skip_char(&r, ':');
	skip_white(&r);
	skip_emphasis(&r);
	for (int i = 0; before[i]; i++)
		if (skip_words(&r, before[i])) {
			skip_char(&r, ':');
			skip_white(&r);
		}
	skip_emphasis(&r);
	for (int i = 0; status_words[i]; i++) {
		struct reader at = r;

		if (!skip_words(&at, status_words[i]))
			continue;
		skip_emphasis(&at);
		skip_white(&at);
		if (skip_char(&at, ']') || skip_char(&at, ')') ||
			(!comma && (skip_char(&at, ',') || skip_char(&at, ';')))) {
			*behind = at;
			return i;
		}
	}
	return -1;
}

/* Does an item have a letter outside of what it cites? */
static bool
has_words(struct reader r)
{
	while (r.s < r.end) {
		struct reader at = r, cited;
		unsigned number;

		if (skip_argument(&at, &number)) {
			rating_said(&at);
		} else if (*r.s != 'k' || !next_source(&at, &cited) || cited.s != r.s) {
			at = reader_of(r.s + char_bytes(r.s, r.end), r.end);
			if (!isdigit((unsigned char)*r.s) && !is_blank(r.s, (size_t)(at.s - r.s)))
				return true;
		}
		r = at;
	}
	return false;
}

static void
judge_argument(const struct moving *m, unsigned number)
{
	const struct argument *a = base_numbered(m->play->a->live, number);
	bool rated = false;
	unsigned named;

	if (!a) {
		REFUSE(m->play, CLAIM_UNKNOWN, m->item->line, "there is no arg-%03u", number);
		return;
	}
	for (struct reader r = m->words; next_argument(&r, &named);) {
		int said = named == number ? rating_said(&r) : -1;

		if (said >= 0 && said != (int)a->status)
			REFUSE(m->play, CLAIM_RATING, m->item->line, "arg-%03u is %s, not %s", number,
				status_words[a->status], status_words[said]);
		rated |= said >= 0;
	}
	if (rated || !adv_asserts(m->move) || a->status < CONTESTED)
		return;
	if (a->status >= REFUTED)
		REFUSE(m->play, CLAIM_RATING, m->item->line,
			"arg-%03u is %s: an item that names it, of whichever side, says so once, as `[arg-%03u: %s]`",
			number, status_words[a->status], number, status_words[a->status]);
	else
		REFUSE(m->play, CLAIM_UNRATED, m->item->line, "arg-%03u is %s: `[arg-%03u: %s]` would say so", number,
			status_words[a->status], number, status_words[a->status]);
}

/* Judges and keeps what an item cites: arguments, then sources. *news: something that its thread has not cited;
 * *source: a source that nobody cited before. false: it cites nothing. */
static bool
read_citations(const struct moving *m, bool *news, bool *source)
{
	struct adversarial *a = m->play->a;
	size_t first = a->n_citations;
	struct reader r = m->words;
	struct citation c = {0};
	bool cites = false;

	while (next_argument(&r, &c.argument)) {
		cites = true;
		if (is_cited(a, first, a->n_citations, &c))
			continue;
		if (m->play->out)
			judge_argument(m, c.argument);
		if (!base_numbered(a->live, c.argument))
			continue;
		*news |= !was_cited(a, m->number, &c);
		*GROW(a->citations, a->n_citations) = c;
	}
	r = m->words;
	for (c.argument = 0; next_source(&r, &c.source);) {
		cites = true;
		if (is_cited(a, first, a->n_citations, &c))
			continue;
		if (!base_find_source(a->live, c.source))
			REFUSE(m->play, CLAIM_UNKNOWN, m->item->line, "there is no `%s`",
				quote(c.source.s, len_of(&c.source)).s);
		*news |= !was_cited(a, m->number, &c);
		*source |= !was_cited(a, 0, &c);
		*GROW(a->citations, a->n_citations) = c;
	}
	return cites;
}

bool
adv_rests_on(const struct adversarial *a, const struct debate *d, unsigned claim, unsigned argument)
{
	const struct claim *c = &a->claims[claim - 1];
	const struct step *s = &a->steps[c->step];
	const struct argument *node = base_numbered(a->live, argument);

	return node && (node->position == NO_POSITION || node->position == adv_position(d, c->seat)) &&
		is_cited(a, s->cites, s->cites + s->n_cites, &(struct citation){.argument = argument});
}

/* -- moves -- */

/* May the claim be moved so? */
static bool
judge_move(const struct moving *m, const struct move_row *row, bool news, bool source)
{
	const struct claim *c = m->claim;
	bool own = c->seat == m->play->by.seat;
	uint64_t bit = UINT64_C(1) << (m->play->by.seat - 1);
	char may[128] = "";

	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
		if (moves[i].own == own && moves[i].from >> c->state & 1)
			snprintf(may + strlen(may), sizeof may - strlen(may), "%s`%s`", *may ? " or " : "",
				claim_verbs[moves[i].move].word);
	if (c->state == CLAIM_CLOSED && (!row || !own))
		return REFUSE(m->play, CLAIM_CLOSED, m->item->line, "L-%03u is closed: %s", m->number,
			own ? "its side accepts that, or objects once" : "only its side may say something of that");
	if (!row)
		return REFUSE(m->play, CLAIM_MOVE, m->item->line, "L-%03u is %s%s: behind it stands %s",
			m->number, claim_state_words[c->state], own ? ", and this side's own" : "", may);
	if (m->move == MOVE_ACCEPT)
		return true;
	if (m->move == MOVE_OBJECT && c->objected)
		return REFUSE(m->play, CLAIM_CLOSED, m->item->line, "L-%03u is closed, and %s; its side accepts that",
			m->number, c->waits ? "an objection waits for its ruling" : "was objected to once");
	if (m->move == MOVE_OBJECT && !source)
		return REFUSE(m->play, CLAIM_CLOSED, m->item->line,
			"an objection to the closure of L-%03u cites a source that nobody cited before", m->number);
	if (m->move == MOVE_REBUT && c->conceded & bit)
		return REFUSE(m->play, CLAIM_MOVE, m->item->line, "this side has conceded L-%03u", m->number);
	if ((m->move == MOVE_CONCEDE && c->conceded & bit) || (m->move == MOVE_WITHDRAW && c->withdrawn))
		return REFUSE(m->play, CLAIM_MOVE, m->item->line, "this side has %s L-%03u already",
			m->move == MOVE_CONCEDE ? "conceded" : "withdrawn", m->number);
	if (m->move == MOVE_DEFEND && c->state == CLAIM_REBUTTED && c->withdrawn)
		return REFUSE(m->play, CLAIM_MOVE, m->item->line, "this side has withdrawn L-%03u", m->number);
	if (m->move == MOVE_DEFEND && c->state == CLAIM_REBUTTED && !news)
		return REFUSE(m->play, CLAIM_MOVE, m->item->line,
			"L-%03u is rebutted: a defence cites an argument or a source that its thread has not",
			m->number);
	return true;
}

/* Reads which claim an item is about; false where that says nothing. */
static bool
read_move(struct moving *m)
{
	const struct item *item = m->item;
	struct adversarial *a = m->play->a;
	bool names = item->has_id && item->id.kind == &adv_refs[REF_CLAIM];

	if (!item->verb || (item->verb != &claim_verbs[MOVE_NEW] && !names) ||
		(item->verb == &claim_verbs[MOVE_NEW] && item->has_id))
		return REFUSE(m->play, CLAIM_MOVE, item->line,
			"an item is `- new — …`, or `- L-NNN: ` and one of rebut, concede, defend, withdraw, object, "
			"accept");
	m->move = (enum claim_move)(item->verb - claim_verbs);
	m->number = m->move == MOVE_NEW ? (unsigned)a->n_claims + 1 : item->id.number[0];
	if (m->move == MOVE_NEW)
		return true;
	/* An unknown id is told as ref.unknown. */
	if (!m->number || m->number > a->n_claims || a->claims[m->number - 1].text == m->play->by.text)
		return false;
	m->claim = &a->claims[m->number - 1];
	return true;
}

static void
play_claim(struct play *play, const struct item *item)
{
	struct adversarial *a = play->a;
	struct moving m = {.play = play, .item = item, .words = item->prose};
	bool news = false, source = false;
	const struct move_row *row = NULL;

	if (!read_move(&m))
		return;
	struct step step = {m.number, play->by.text, play->by.seat, m.move, m.words, .cites = a->n_citations};
	bool cites = read_citations(&m, &news, &source);
	if (play->out && adv_asserts(m.move) && !cites)
		REFUSE(play, CLAIM_UNTRACED, item->line, "the item cites no argument and no source");
	else if (play->out && adv_asserts(m.move) && !has_words(m.words))
		REFUSE(play, CLAIM_NONE, item->line,
			"the item cites, and says nothing: behind `%s` stands what is claimed, in words",
			item->verb->word);
	step.n_cites = a->n_citations - step.cites;
	*GROW(a->steps, a->n_steps) = step;
	struct claim *c = m.claim;
	if (!c) {
		*GROW(a->claims, a->n_claims) = (struct claim){.seat = play->by.seat, .text = play->by.text,
			.words = m.words, .step = a->n_steps - 1, .moved = play->by.text};
		return;
	}
	for (size_t i = 0; i < sizeof moves / sizeof *moves && !row; i++)
		if (moves[i].move == m.move && moves[i].own == (c->seat == play->by.seat) &&
			moves[i].from >> c->state & 1)
			row = &moves[i];
	if ((play->out && !judge_move(&m, row, news, source)) || !row)
		return;
	c->state = row->to;
	c->moved = play->by.text;
	if (m.move == MOVE_CONCEDE) {
		c->conceded |= UINT64_C(1) << (play->by.seat - 1);
	} else if (m.move == MOVE_WITHDRAW) {
		c->withdrawn = true;
	} else if (m.move == MOVE_OBJECT) {
		c->objected = c->waits = true;
		play_owe(play, ROLE_MODERATOR, m.number, "an objection");
	} else if (m.move == MOVE_ACCEPT) {
		c->accepted = true;
		c->waits = false;
	}
}

void
play_claims(struct play *play)
{
	const struct section *s = parts_section(play->p, "Claims");
	bool *named = mem_calloc(play->a->n_claims + 1, sizeof *named);
	size_t claims = play->a->n_claims;

	for (size_t i = 0; s && i < s->n_items; i++) {
		const struct item *item = &play->p->items[s->item + i];
		unsigned number = item->has_id && item->id.kind == &adv_refs[REF_CLAIM] ? item->id.number[0] : 0;

		if (play->out && i == CLAIMS_MOST) {
			REFUSE(play, CLAIM_MANY, item->line, "a turn has at most %d items below Claims", CLAIMS_MOST);
			break;
		}
		if (number && number <= claims) {
			if (named[number])
				play_refuse(play, &kit_rules[KIT_ANSWER_TWICE], item->line,
					"this is the second item for L-%03u", number);
			named[number] = true;
		}
		play_claim(play, item);
	}
	free(named);
}
