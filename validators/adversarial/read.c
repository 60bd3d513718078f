/*
 * What stands in the sections of a turn. An item is a list item, or a line that looks like one; what it cites stands in
 * brackets anywhere in it, or is a link, and the rest of it is its words. Items that have not their form are told and
 * left out.
 */
#include "validators/adversarial/turn_inner.h"

#include <assert.h>
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

/* clang-format off */
const struct section_row adversarial_sections[SECTIONS] = {
	[SECTION_ANSWERS]     = { .title = "Answers", .optional = true },
	[SECTION_CLAIMS]      = { .title = "Claims" },
	[SECTION_ARGUMENT]    = { .title = "Argument", .prose = true },
	[SECTION_RULINGS]     = { .title = "Rulings", .optional = true },
	[SECTION_DEFLECTIONS] = { .title = "Deflections", .optional = true },
	[SECTION_PRESS]       = { .title = "Press", .optional = true },
	[SECTION_FINDINGS]    = { .title = "Findings", .optional = true },
	[SECTION_MUTATIONS]   = { .title = "Mutations", .optional = true },
};
/* clang-format on */

/* -- pieces of an item -- */

bool
turn_ends_word(const struct reader *r)
{
	return !left(r) || !(isalnum((unsigned char)*r->s) || *r->s == '_');
}

/* `L-003`, as anybody types it. */
bool
turn_skip_claim(struct reader *r, unsigned *number)
{
	struct reader at = *r;
	bool alone;

	skip_white(&at);
	if (!skip_char(&at, 'L') && !skip_char(&at, 'l'))
		return false;
	skip_dash(&at, &alone);
	if (!skip_number(&at, number) || !*number || !turn_ends_word(&at))
		return false;
	*r = at;
	return true;
}

/* `arg-014`, with its slug behind it or not. */
bool
turn_skip_argument(struct reader *r, char id[ARGUMENT_BYTES])
{
	struct reader at = *r;
	unsigned number;
	bool alone;

	skip_white(&at);
	for (const char *c = "arg"; *c; c++)
		if (!skip_char(&at, *c) && !skip_char(&at, (char)toupper((unsigned char)*c)))
			return false;
	skip_dash(&at, &alone);
	if (!skip_number(&at, &number) || number > 999999)
		return false;
	if (left(&at) > 1 && *at.s == '-' && isalpha((unsigned char)at.s[1]))
		while (left(&at) && (isalnum((unsigned char)*at.s) || *at.s == '-'))
			at.s++;
	if (!turn_ends_word(&at))
		return false;
	snprintf(id, ARGUMENT_BYTES, "arg-%03u", number);
	*r = at;
	return true;
}

/* Words with hyphens, whatever dash or space stands for them. */
static bool
skip_hyphened(struct reader *r, const char *words)
{
	struct reader at = *r;

	skip_white(&at);
	for (bool alone; *words; words++)
		if (*words == '-' ? !skip_dash(&at, &alone) && !skip_white(&at)
				  : !skip_char(&at, *words) && !skip_char(&at, (char)toupper((unsigned char)*words)))
			return false;
	if (!turn_ends_word(&at))
		return false;
	*r = at;
	return true;
}

/* One of n names; n: none of them. */
static size_t
skip_name(struct reader *r, const char *const *names, size_t n)
{
	size_t i = 0;

	while (i < n && !skip_hyphened(r, names[i]))
		i++;
	return i;
}

/* `Turn 6`, `Turns 3, 5 and 7`, `Turns 3–5`: appended. */
#define TURNS_MAX 400
#define NUMBER_PLACES 1024
struct numbers {
	unsigned v[TURNS_MAX];
	size_t n;
	unsigned short at[NUMBER_PLACES]; /* where a number stands in v, from 1: found by its hash */
};

/* Each once, in a few steps: of a range that is written again and again, all its numbers are added again and again. */
static void
add_number(struct numbers *to, unsigned number)
{
	unsigned place = number * 2654435761u % NUMBER_PLACES;

	_Static_assert(TURNS_MAX < NUMBER_PLACES, "there is always a free place");
	for (; to->at[place]; place = (place + 1) % NUMBER_PLACES)
		if (to->v[to->at[place] - 1] == number)
			return;
	if (to->n == TURNS_MAX)
		return;
	to->v[to->n++] = number;
	to->at[place] = (unsigned short)to->n;
}

static bool
skip_turns(struct reader *r, struct numbers *turns)
{
	struct reader at = *r;
	unsigned first, last;
	bool any = false, alone;

	skip_white(&at);
	if (!skip_word(&at, "turn"))
		return false;
	skip_word(&at, "s");
	while (skip_white(&at), skip_number(&at, &first)) {
		struct reader behind = at;

		skip_white(&behind);
		if (skip_dash(&behind, &alone) && (skip_white(&behind), skip_number(&behind, &last)))
			at = behind;
		else
			last = first;
		for (unsigned i = first; i <= last && i - first < TURNS_MAX; i++)
			add_number(turns, i);
		*r = at;
		any = true;
		skip_white(&at);
		if (!skip_char(&at, ',') && !skip_char(&at, '&') && !skip_word(&at, "and"))
			break;
		skip_white(&at);
		if (skip_word(&at, "and"))
			skip_white(&at);
		skip_word(&at, "turn");
	}
	return any;
}

/* A colon, or a dash that stands for itself. */
static bool
skip_colon(struct reader *r)
{
	struct reader at = *r;

	skip_white(&at);
	if (skip_char(&at, ':') || (at = *r, skip_separator(&at))) {
		*r = at;
		return true;
	}
	return false;
}

/* Of any width. */
static bool
skip_bracket(struct reader *r, bool opens)
{
	return skip_char(r, opens ? '[' : ']') || skip_text(r, opens ? "【" : "】");
}

/* -- what an item cites -- */

struct cites {
	struct turn_text *t;
	struct claim_cite *v;
	size_t n;
};

static void
add_cite(struct cites *c, const char *ref, bool rated, enum kb_status rating)
{
	if (!(c->n & (c->n + 1)))
		c->v = mem_resize(c->v, 2 * (c->n + 1), sizeof *c->v);
	c->v[c->n++] = (struct claim_cite){bag_keep(&c->t->bag, ref), rated, rating};
}

/* One citation: an argument, with its rating or not, or a path below kb/. */
static bool
read_cite(struct cites *c, struct reader r)
{
	char id[ARGUMENT_BYTES], *path;
	struct reader at = r = without_white(r);

	if (turn_skip_argument(&at, id)) {
		bool rated = left(&at);

		if (!skip_colon(&at) && skip_white(&at))
			skip_char(&at, '(');
		add_cite(c, id, rated, rated ? (enum kb_status)skip_name(&at, kb_status_names, KB_STATUSES) : 0);
		return true;
	}
	if (left(&r) < 4 || memcmp(r.s, "kb/", 3))
		return false;
	path = mem_copy(r.s, left(&r));
	add_cite(c, path, false, 0);
	free(path);
	return true;
}

/* All between two brackets, with commas between them; false: it cites nothing, and is words. */
static bool
read_cites(struct cites *c, struct reader in)
{
	bool any = false, more = true;

	while (more) {
		struct reader one = in;

		for (more = false; left(&in) && !more; in.s += !more) {
			one.end = in.s;
			more = skip_char(&in, ',') || skip_char(&in, ';');
		}
		one.end = more ? one.end : in.end;
		any = read_cite(c, one) || any;
	}
	return any;
}

/* Links name what they show, or where they lead. */
static void
read_links(struct cites *c, const struct md *md, size_t off, size_t end)
{
	for (size_t i = md_span_from(md, off); i < md->n_spans && md->spans[i].off < end; i++) {
		const struct md_span *s = &md->spans[i];

		if (s->kind != MD_SPAN_LINK ||
			read_cite(c, (struct reader){md->text + s->off, md->text + s->off + s->len}))
			continue;
		if (s->url_len > 3 && !memcmp(s->url, "kb/", 3))
			read_cite(c, (struct reader){s->url, s->url + s->url_len});
	}
}

/* The words of an item from here on, without what it cites; NULL: they say nothing. */
static const char *
read_words(struct cites *c, struct reader r)
{
	char *words = mem_calloc(left(&r) + 1, 1), *folded;
	size_t n = 0;

	for (struct reader at = r; left(&at);) {
		struct reader in = at;

		if (skip_bracket(&in, true)) {
			struct reader close = in, behind;

			while (left(&close) && (behind = close, !skip_bracket(&behind, false)) &&
				!skip_bracket(&behind, true))
				close.s++;
			in.end = close.s;
			if (skip_bracket(&close, false) && read_cites(c, in)) {
				at.s = close.s;
				continue;
			}
		}
		words[n++] = *at.s++;
	}
	folded = text_fold_space(words, n);
	free(words);
	if (is_blank(folded, strlen(folded))) {
		free(folded);
		return NULL;
	}
	return bag_take(&c->t->bag, folded);
}

/* -- items -- */

struct item {
	int line;
	size_t off, end; /* in md.text */
	struct reader at;
};

#define FORM(r, item, ...) REPORT(r, RULE_ITEM_FORM, (item)->line, __VA_ARGS__)

static struct quote
quote_item(const struct item *item, const struct md *md)
{
	return quote(md->text + item->off, item->end - item->off);
}

/* Its words and citations; false: it has no words, which is told. */
static bool
read_rest(struct turn_reading *r, const struct item *item, struct claim_item *to)
{
	struct cites c = {.t = r->t};
	struct reader at = item->at;

	to->line = item->line;
	to->words = read_words(&c, at);
	read_links(&c, &r->h->md, (size_t)(at.s - r->h->md.text), item->end);
	to->cites = bag_take(&r->t->bag, c.v);
	to->n_cites = c.n;
	if (!to->words)
		FORM(r, item, "\"%s\" says nothing behind the colon", quote_item(item, &r->h->md).s);
	return to->words;
}

static void
add_item(struct turn_reading *r, const struct item *item, struct claim_item read)
{
	if (read_rest(r, item, &read))
		r->items[r->t->turn.n_items++] = read;
}

#define CLAIM_FORM \
	"`new: …`, or `rebut`, `concede`, `defend`, `withdraw`, `object` or `accept` with a claim: `rebut L-003: …`"
static void
read_claim(struct turn_reading *r, struct item *item)
{
	struct claim_item read = {.move = (enum claim_move)skip_name(&item->at, claim_move_names, MOVE_ACCEPT + 1)};
	const char *verb = read.move <= MOVE_ACCEPT ? claim_move_names[read.move] : "";

	if (read.move > MOVE_ACCEPT)
		FORM(r, item, "a claim begins with " CLAIM_FORM ", and this one says \"%s\"",
			quote_item(item, &r->h->md).s);
	else if (read.move != MOVE_NEW && !turn_skip_claim(&item->at, &read.claim))
		FORM(r, item, "behind `%s` stands a claim, `%s L-003: …`, and this says \"%s\"", verb, verb,
			quote_item(item, &r->h->md).s);
	else if (!skip_colon(&item->at))
		FORM(r, item, "`%s%s` has a colon and words behind it, and this says \"%s\"", verb,
			read.move == MOVE_NEW ? "" : " L-…", quote_item(item, &r->h->md).s);
	else
		add_item(r, item, read);
}

/* ` (arg-014) as refuted`. */
static bool
skip_closing(struct turn_reading *r, struct reader *at, struct claim_item *read)
{
	char id[ARGUMENT_BYTES];

	skip_white(at);
	if (!skip_char(at, '(') || !turn_skip_argument(at, id) || (skip_white(at), !skip_char(at, ')')) ||
		!skip_hyphened(at, "as"))
		return false;
	read->argument = bag_keep(&r->t->bag, id);
	read->as = (enum closed_as)skip_name(at, closed_as_names, CLOSED_AS);
	return read->as < CLOSED_AS;
}

#define RULING_FORM \
	"`close L-003 (arg-014) as refuted: …` (or baseless, source-debunked), `reaffirm L-003: …`, `reopen L-003: " \
	"…`, " \
	"`find L-003 rebutted: …` or `find L-003 unclaimable: …`"
static void
read_ruling(struct turn_reading *r, struct item *item)
{
	enum { CLOSE, REAFFIRM, REOPEN, FIND, VERBS };
	static const char *const verbs[] = {"close", "reaffirm", "reopen", "find"},
				 *const found[] = {"rebutted", "unclaimable"};
	static const enum claim_move moves[] = {MOVE_CLOSE, MOVE_REAFFIRM, MOVE_REOPEN, MOVE_FIND_REBUTTED};
	struct claim_item read = {.move = MOVE_CLOSE};
	size_t verb = skip_name(&item->at, verbs, VERBS), as = 0;
	bool good = verb < VERBS && turn_skip_claim(&item->at, &read.claim);

	if (good && verb == FIND)
		good = (as = skip_name(&item->at, found, 2)) < 2;
	if (good && verb == CLOSE)
		good = skip_closing(r, &item->at, &read);
	if (!good || !skip_colon(&item->at)) {
		FORM(r, item, "a ruling is " RULING_FORM ", and this one says \"%s\"", quote_item(item, &r->h->md).s);
		return;
	}
	read.move = moves[verb] + as;
	add_item(r, item, read);
}

static bool
skip_arrow(struct reader *r)
{
	bool alone;

	skip_white(r);
	if (skip_text(r, "→") || skip_text(r, "⇒") || skip_text(r, "⟶") || skip_hyphened(r, "to"))
		return true;
	return (skip_dash(r, &alone) || skip_char(r, '=')) && skip_char(r, '>');
}

static void
read_deflection(struct turn_reading *r, struct item *item)
{
	struct reader at = item->at, slug;
	char cited[ARGUMENT_BYTES], unaddressed[ARGUMENT_BYTES];
	struct numbers turns = {.n = 0};
	struct claim_item rest;

	skip_hyphened(&at, "deflection");
	skip_white(&at);
	skip_word(&at, ADVERSARIAL_DEBATER);
	slug = at;
	while (left(&at) && !white_bytes(at.s, at.end))
		at.s++;
	slug.end = at.s;
	if (!left(&slug) || !turn_skip_argument(&at, cited) || !skip_arrow(&at) ||
		!turn_skip_argument(&at, unaddressed) || (skip_white(&at), !skip_char(&at, '(')) ||
		!skip_turns(&at, &turns) || (skip_white(&at), !skip_char(&at, ')')) || !skip_colon(&at)) {
		FORM(r, item,
			"a deflection is `deflection POSITION arg-007 → arg-022 (Turns 3, 5): …`, and this one says "
			"\"%s\"",
			quote_item(item, &r->h->md).s);
		return;
	}
	item->at = at;
	if (!read_rest(r, item, &rest))
		return;
	unsigned *copy = bag_take(&r->t->bag, mem_calloc(turns.n, sizeof *copy));
	memcpy(copy, turns.v, turns.n * sizeof *copy);
	r->deflections[r->t->turn.n_deflections++] =
		(struct deflection_item){.side = bag_take(&r->t->bag, mem_copy(slug.s, left(&slug))),
			.cited = bag_keep(&r->t->bag, cited),
			.unaddressed = bag_keep(&r->t->bag, unaddressed),
			.turns = copy,
			.n_turns = turns.n,
			.words = rest.words,
			.line = item->line};
}

static void
read_press(struct turn_reading *r, struct item *item)
{
	struct claim_item read = {.move = MOVE_NEW};

	skip_hyphened(&item->at, "press");
	if (!turn_skip_claim(&item->at, &read.claim) || !skip_colon(&item->at))
		FORM(r, item, "what is pressed is a claim, `press L-003: …`, and this says \"%s\"",
			quote_item(item, &r->h->md).s);
	else if (read_rest(r, item, &read))
		r->press[r->t->turn.n_press++] = read;
}

static void
read_finding(struct turn_reading *r, struct item *item)
{
	struct claim_item read;

	if (skip_hyphened(&item->at, "finding"))
		skip_colon(&item->at);
	if (read_rest(r, item, &read)) {
		/* What it cites is said with it. */
		const char *whole = bag_take(&r->t->bag, text_fold_space(item->at.s, left(&item->at)));
		r->findings[r->t->turn.n_findings++] = whole;
	}
}

/* Of a file, which is Markdown, and may have blanks in its name. */
static void
skip_path(struct reader *r)
{
	struct reader at = *r;

	for (const char *s = r->s; (s = memmem(s, (size_t)(r->end - s), ".md", 3)); s++) {
		at.s = s + 3;
		if (skip_white(&(struct reader){at.s, at.end}) || skip_char(&(struct reader){at.s, at.end}, ':')) {
			*r = at;
			return;
		}
	}
	while (left(r) && !white_bytes(r->s, r->end) && !skip_char(&(struct reader){r->s, r->end}, ':'))
		r->s++;
}

static void
read_mutation(struct turn_reading *r, struct item *item)
{
	struct cites links = {.t = r->t};
	struct reader target;
	char id[ARGUMENT_BYTES], *path = NULL;
	bool argument;

	skip_white(&item->at);
	target = item->at;
	argument = turn_skip_argument(&item->at, id);
	if (!argument)
		skip_path(&item->at);
	path = argument ? mem_strdup(id) : mem_copy(target.s, (size_t)(item->at.s - target.s));
	if ((!argument && strncmp(path, "kb/", 3)) || !skip_colon(&item->at)) {
		FORM(r, item, "a mutation is `arg-014: why` or `kb/edges.md: why`, and this says \"%s\"",
			quote_item(item, &r->h->md).s);
	} else {
		const char *words = bag_take(&r->t->bag, text_fold_space(item->at.s, left(&item->at)));

		read_links(&links, &r->h->md, (size_t)(item->at.s - r->h->md.text), item->end);
		bag_take(&r->t->bag, links.v);
		if (is_blank(words, strlen(words)))
			FORM(r, item, "\"%s\" does not say why: the words behind the colon are the justification",
				path);
		else
			r->mutations[r->t->turn.n_mutations++] =
				(struct mutation_item){.target = bag_keep(&r->t->bag, path),
					.words = words,
					.links = links.v,
					.n_links = links.n,
					.line = item->line};
	}
	free(path);
}

/* A line outside of lists that was meant as an item: behind what looks like a bullet. */
static bool
skip_bullet(struct reader *r)
{
	static const char *const bullets[] = {"•", "·", "・", "‧", "–", "—", "－", "*", "-"};
	struct reader at = without_white(*r);

	for (size_t i = 0; i < sizeof bullets / sizeof bullets[0]; i++)
		if (skip_text(&at, bullets[i])) {
			r->s = at.s;
			return true;
		}
	return false;
}

static bool
begins_item(const struct md *md, const struct md_line *l, struct item *item)
{
	struct reader at = {md->text + l->off, md->text + l->off + l->len};

	if (l->kind != MD_TEXT || l->quoted || !(l->item ? l->item_start && l->depth == 1 : skip_bullet(&at)))
		return false;
	*item = (struct item){.line = l->line, .off = l->off, .end = l->off + l->len, .at = at};
	return true;
}

/* Is it the only one, and says that there are none? */
static bool
says_none(const struct item *item)
{
	struct reader at = without_white(item->at);

	return skip_word(&at, "none") && turn_ends_word(&at) && left(&at) <= 1;
}

static void
read_section(struct turn_reading *r, enum section_id id, void (*read)(struct turn_reading *r, struct item *item))
{
	const struct section *section = &r->sections[id];
	const struct md *md = &r->h->md;
	struct item item;
	unsigned n = 0;
	bool told = false;

	for (size_t i = section->first, next; i < section->end; i = next) {
		next = i + 1;
		if (!begins_item(md, &md->lines[i], &item)) {
			if (md->lines[i].kind != MD_BREAK && md->lines[i].len && !told)
				REPORT(r, RULE_ITEM_FORM, md->lines[i].line,
					"%s is a list, `- …` an item, and beside its items stands \"%s\"",
					adversarial_sections[id].title,
					quote(md->text + md->lines[i].off, md->lines[i].len).s);
			told = told || md->lines[i].len;
			continue;
		}
		for (struct item other; next < section->end && md->lines[next].item == md->lines[i].item &&
			!begins_item(md, &md->lines[next], &other);
			next++)
			item.end = md->lines[next].off + md->lines[next].len;
		item.at.end = md->text + item.end;
		if (n++ == ADVERSARIAL_ITEMS) {
			REPORT(r, RULE_ITEM_MANY, item.line, "%s has more than %d items: say what matters most",
				adversarial_sections[id].title, ADVERSARIAL_ITEMS);
			return;
		}
		if (!says_none(&item))
			read(r, &item);
	}
}

/* -- Answers: a line of its own with what is answered behind a colon, or a section -- */

static void
read_answers(struct turn_reading *r, struct reader at)
{
	struct numbers claims = {.n = 0}, turns = {.n = 0};
	struct adversarial_turn *turn = &r->t->turn;
	unsigned number;

	while (left(&at)) {
		if (turn_skip_claim(&at, &number))
			add_number(&claims, number);
		else if (!skip_turns(&at, &turns))
			while (left(&at) && isalnum((unsigned char)*at.s))
				at.s++;
		if (left(&at) && !isalnum((unsigned char)*at.s))
			at.s++;
	}
	unsigned *v = bag_take(&r->t->bag, mem_calloc(claims.n + turns.n, sizeof *v));
	memcpy(v, claims.v, claims.n * sizeof *v);
	memcpy(v + claims.n, turns.v, turns.n * sizeof *v);
	turn->answers_claims = v;
	turn->n_answers_claims = claims.n;
	turn->answers_turns = v + claims.n;
	turn->n_answers_turns = turns.n;
}

static void
find_answers(struct turn_reading *r)
{
	const struct section *section = &r->sections[SECTION_ANSWERS];
	const struct md *md = &r->h->md;

	if (section->line) {
		r->answers_line = section->line;
		if (section->first < section->end)
			read_answers(r,
				(struct reader){md->text + md->lines[section->first].off,
					md->text + md->lines[section->end - 1].off + md->lines[section->end - 1].len});
	}
	for (size_t i = r->h->opening.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		struct reader at = {md->text + l->off, md->text + l->off + l->len};

		if (l->kind != MD_TEXT || l->depth || l->quoted || l->bold || !field_skip(&at, "Answers"))
			continue;
		if (r->answers_line) {
			REPORT(r, RULE_SECTION_TWICE, l->line, "Answers stands here again; it began at line %d",
				r->answers_line + r->h->s.line0);
			continue;
		}
		for (size_t id = SECTION_CLAIMS; id < SECTIONS; id++)
			if (r->sections[id].line && r->sections[id].line < l->line) {
				REPORT(r, RULE_SECTION_ORDER, l->line, "Answers stands behind %s and belongs before it",
					adversarial_sections[id].title);
				break;
			}
		r->answers_line = l->line;
		read_answers(r, at);
	}
}

void
turn_read_outline(struct turn_reading *r)
{
	static const char *const labels[] = {NULL};
	struct section_row rows[SECTIONS];
	struct outline o = {.of = "a turn",
		.rows = rows,
		.n = SECTIONS,
		.labels = labels,
		.one = &adversarial_rules[RULE_TURN_ONE],
		.missing = &adversarial_rules[RULE_SECTION_MISSING],
		.empty = &adversarial_rules[RULE_SECTION_EMPTY],
		.order = &adversarial_rules[RULE_SECTION_ORDER],
		.twice = &adversarial_rules[RULE_SECTION_TWICE],
		.unknown = &adversarial_rules[RULE_SECTION_UNKNOWN]};

	memcpy(rows, adversarial_sections, sizeof rows);
	for (size_t id = 0; id < SECTIONS; id++)
		rows[id].optional = rows[id].optional || r->moderator;
	outline_read(r->h, &o, r->sections);
}

void
turn_read_items(struct turn_reading *r)
{
	static void (*const read[SECTIONS])(struct turn_reading * r, struct item * item) = {
		[SECTION_CLAIMS] = read_claim,
		[SECTION_RULINGS] = read_ruling,
		[SECTION_DEFLECTIONS] = read_deflection,
		[SECTION_PRESS] = read_press,
		[SECTION_FINDINGS] = read_finding,
		[SECTION_MUTATIONS] = read_mutation,
	};

	struct adversarial_turn *turn = &r->t->turn;

	turn->items = r->items = bag_take(&r->t->bag, mem_calloc(ADVERSARIAL_ITEMS, sizeof *r->items));
	turn->press = r->press = bag_take(&r->t->bag, mem_calloc(ADVERSARIAL_ITEMS, sizeof *r->press));
	turn->deflections = r->deflections =
		bag_take(&r->t->bag, mem_calloc(ADVERSARIAL_ITEMS, sizeof *r->deflections));
	turn->findings = r->findings = bag_take(&r->t->bag, mem_calloc(ADVERSARIAL_ITEMS, sizeof *r->findings));
	turn->mutations = r->mutations = bag_take(&r->t->bag, mem_calloc(ADVERSARIAL_ITEMS, sizeof *r->mutations));
	find_answers(r);
	for (enum section_id id = 0; id < SECTIONS; id++)
		if (read[id] && r->sections[id].line &&
			(id == SECTION_MUTATIONS || r->moderator == (id != SECTION_CLAIMS)))
			read_section(r, id, read[id]);
}
