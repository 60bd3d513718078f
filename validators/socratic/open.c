/*
 * What a turn says of the open items (items.h): by their ids, in what a counterpoint addresses, and at the beginning of
 * an item of its own or of an agreement. Every blocking one is accounted for, and no id is made up.
 */
#include "validators/socratic/reading.h"

#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

void
open_add(struct reading *r, struct item_said said)
{
	if (r->n_items == r->items_room)
		r->items = mem_resize(r->items, r->items_room = r->items_room ? 2 * r->items_room : 8, sizeof *r->items);
	r->items[r->n_items++] = said;
}

/* Between one id and the next. */
static void
skip_between(struct reader *r)
{
	static const char *const words[] = { "and ", "und ", "et ", "y ", "и ", "και ", "و", "和", "与", "、", "と" };

	skip_white(r);
	while (skip_char(r, ',') || skip_char(r, ';') || skip_char(r, '/') || skip_char(r, '&') || skip_char(r, '+'))
		skip_white(r);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (skip_word(r, words[i]))
			break;
	skip_white(r);
}

/* Takes the ids off with which a text begins, and what parts them from the rest; how many. With `as`, each is added. */
static unsigned
take_ids(struct reading *r, struct reader *text, const enum item_as *as, int line)
{
	struct reader at = *text, next;
	unsigned n = 0, id;
	size_t bytes;
	bool alone;

	skip_white(&at);
	while (skip_char(&at, '[') || skip_char(&at, '('))
		skip_white(&at);
	for (next = at; left(&next) && (bytes = item_id_read(next.s, next.end, &id)); n++) {
		next.s += bytes;
		if (as)
			open_add(r, (struct item_said){ .id = id, .as = *as, .line = line });
		at = next;
		skip_between(&next);
	}
	if (!n)
		return 0;
	skip_white(&at);
	while (skip_char(&at, ']') || skip_char(&at, ')') || skip_char(&at, ':') || skip_char(&at, ',') ||
		skip_dash(&at, &alone))
		skip_white(&at);
	*text = at;
	return n;
}

unsigned
open_read_item(struct reading *r, struct reader text, enum item_as as, int line)
{
	struct reader said = text;
	unsigned n = take_ids(r, &text, &as, line);

	if (n && as != ITEM_AS_NAMED && is_blank(text.s, left(&text)) && r->h.ctx &&
		hearing_has(&r->h, &socratic_rules[RULE_SECTION_THIN]))
		REPORT(r, RULE_SECTION_THIN, line, "the item \"%s\" has no words behind its number: say what of it is open",
			quote(said.s, left(&said)).s);
	return n;
}

void
open_read_addressed(struct reading *r, struct reader text, int line)
{
	bool begins = true;

	while (left(&text)) {
		unsigned id;
		size_t bytes = begins ? item_id_read(text.s, text.end, &id) : 0;

		if (bytes)
			open_add(r, (struct item_said){ .id = id, .as = ITEM_AS_NAMED, .line = line });
		begins = char_parts_words(text.s, text.end) || char_is_dense(text.s, text.end);
		text.s += bytes ? bytes : char_bytes(text.s, text.end);
	}
}

/* Words of `settled, since …` at least. */
#define SETTLED_WORDS 3

/* What stands behind an id under Agreements, where it says anything. */
static bool
read_agreement(const struct reader *words, enum item_as *as)
{
	static const char *const settles[] = { "settled", "resolved", "withdrawn" };
	struct reader r = *words;

	*as = ITEM_AS_NAMED;
	for (size_t i = 0; i < sizeof settles / sizeof settles[0]; i++)
		if (skip_word(&r, settles[i]) && !(left(&r) && isalnum((unsigned char)*r.s))) {
			*as = ITEM_AS_SETTLED;
			return wordcount(words->s, left(words)) >= SETTLED_WORDS;
		}
	return !is_blank(r.s, left(&r));
}

/* An item ends where the next begins, whether it is one to CommonMark or by its looks. */
static size_t
agreement_end(const struct reading *r, const struct section *section, size_t i)
{
	for (i++; i < section->end; i++) {
		const struct md_line *l = &r->h.md.lines[i];

		if (l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len))
			break;
	}
	return i;
}

void
open_read_agreements(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_AGREEMENTS];
	const struct md_line *lines = r->h.md.lines;

	for (size_t i = section->first, end; i < section->end; i = end) {
		struct reader text = line_text(r, &lines[i]), words;
		enum item_as as;

		end = agreement_end(r, section, i);
		if (lines[i].quoted || lines[i].kind != MD_TEXT || (end == section->end && !section_is_over(&r->h, section)))
			continue;
		text.s += skip_bullet(text.s, left(&text));
		text.end = text_at(r, line_end(&lines[end - 1]));
		words = text;
		if (take_ids(r, &words, NULL, 0) && read_agreement(&words, &as))
			take_ids(r, &text, &as, lines[i].line);
	}
}

/* -- judging -- */

/* Does this turn speak of an item so? Of one that it raises again in its own words, too. */
static bool
speaks_of(const struct reading *r, const struct item *item, bool ends_it)
{
	for (size_t i = 0; i < r->n_items; i++) {
		const struct item_said *said = &r->items[i];

		if (ends_it && said->as != ITEM_AS_SETTLED && said->as != ITEM_AS_OPEN)
			continue;
		if (said->id ? said->id == item->id :
			       items_known(r->h.state->items, text_at(r, said->off), said->len) == item)
			return true;
	}
	return false;
}

static void
judge_unknown(struct reading *r)
{
	for (size_t i = 0; i < r->n_items; i++) {
		const struct item_said *said = &r->items[i];
		unsigned last = items_last_id(r->h.state->items);

		if (!said->id || said->id <= last)
			continue;
		if (last)
			REPORT(r, RULE_OPEN_UNKNOWN, said->line,
				"there is no item U-%u: those that were raised are U-1 to U-%u; a new one stands "
				"under Unresolved Items without a number",
				said->id, last);
		else
			REPORT(r, RULE_OPEN_UNKNOWN, said->line,
				"there is no item U-%u: no blocking item has been raised yet; a new one stands "
				"under Unresolved Items without a number",
				said->id);
	}
}

/* Who reads the record would take it for closed. */
static void
judge_settled(struct reading *r)
{
	for (size_t i = 0; i < r->n_items; i++) {
		const struct item_said *said = &r->items[i];
		const struct item *item = said->as == ITEM_AS_SETTLED ? items_find(r->h.state->items, said->id) : NULL;

		if (item && r->seat && item->seat != r->seat && item->state != ITEM_SETTLED)
			REPORT(r, RULE_OPEN_SETTLED, said->line,
				"U-%u, \"%s\", is %s's, and nobody else settles it: say what you grant (`- U-%u: "
				"granted, since …`), or answer it in a counterpoint (`Addresses: U-%u`)",
				item->id, quote(item->words, strlen(item->words)).s,
				context_seat_name(r->h.ctx, item->seat), item->id, item->id);
	}
}

void
open_judge(struct reading *r)
{
	const struct items *items = r->h.state->items;
	const struct item *item;
	int line = r->sections[SECTION_UNRESOLVED].line;

	judge_unknown(r);
	judge_settled(r);
	if (!hearing_has(&r->h, &socratic_rules[RULE_OPEN_DROPPED]))
		return;
	for (size_t i = 0; (item = items_at(items, i)) && r->h.out->n < LIMIT_FINDINGS; i++) {
		bool own = item->seat == r->seat;
		struct quote words = quote(item->words, strlen(item->words));

		if (item->state != ITEM_BLOCKING)
			continue;
		if (!speaks_of(r, item, false))
			REPORT(r, RULE_OPEN_DROPPED, line ? line : r->h.opening.line,
				"nothing here accounts for U-%u, \"%s\" (blocking, turn %u): answer it in a "
				"counterpoint (`Addresses: U-%u`), keep it under Unresolved Items (`- U-%u: … "
				"(blocking)`), or %s under Agreements (`- U-%u: %s, since …`)",
				item->id, words.s, item->turn, item->id, item->id,
				own ? "settle it" : "say what you grant", item->id, own ? "settled" : "granted");
		else if (r->stance == STANCE_ACCEPTING && own && !speaks_of(r, item, true))
			REPORT(r, RULE_CONSENSUS_BLOCKING, line ? line : r->h.opening.line,
				"a turn that accepts consensus leaves no blocking item, and U-%u, \"%s\", is its own "
				"side's: settle it under Agreements (`- U-%u: settled, since …`), or list it as "
				"`- U-%u: … (non-blocking)`",
				item->id, words.s, item->id, item->id);
	}
}
