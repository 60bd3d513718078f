/*
 * What of a turn may answer a point of the other side (raised.h): each counterpoint, by the turns that it addresses;
 * each agreement; and every other paragraph and item.
 */
#include "validators/socratic/reading.h"

#include "validators/prose/turn_name.h"
#include "validators/text/mem.h"
#include "validators/text/words.h"

static void
add(struct reading *r, enum answer_as as, unsigned turn, struct reader text)
{
	if (r->n_answers == RAISED_ANSWERS_MAX)
		return;
	r->answers = r->answers ? r->answers : mem_calloc(RAISED_ANSWERS_MAX, sizeof *r->answers);
	r->answers[r->n_answers++] = (struct answer_said){
		.as = as, .turn = turn, .off = (size_t)(text.s - r->h.md.text), .len = left(&text)};
}

/* Once for each turn that `names` has, and once where it has none. */
static void
add_named(struct reading *r, struct reader names, struct reader text)
{
	unsigned turn;
	bool inside = false, named = false, of_order;

	while (left(&names)) {
		size_t n = inside ? 0 : turn_name(names.s, names.end, &turn, &of_order);
		if (n && !of_order) {
			add(r, ANSWERS_POINTS, turn, text);
			named = true;
			names.s += n;
		} else {
			inside = !char_parts_words(names.s, names.end) && !char_is_dense(names.s, names.end);
			names.s += char_bytes(names.s, names.end);
		}
	}
	if (!named)
		add(r, ANSWERS_POINTS, 0, text);
}

/* A list that is none to CommonMark has items too. */
static bool
begins_passage(const struct reading *r, const struct md_line *l)
{
	return l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len);
}

static void
read_passages(struct reading *r, enum section_id id)
{
	const struct section *section = &r->sections[id];
	const struct md_line *lines = r->h.md.lines;

	for (size_t i = section->first, end; i < section->end; i = end) {
		struct reader text = line_text(r, &lines[i]);

		for (end = i + 1; end < section->end && !begins_passage(r, &lines[end]); end++)
			text.end = text_at(r, line_end(&lines[end]));
		if (lines[i].quoted)
			continue;
		if (id == SECTION_AGREEMENTS)
			add_named(r, text, text);
		else
			add(r, ANSWERS_IN_PROSE, 0, text);
	}
}

static void
read_counterpoints(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_COUNTERPOINTS];
	const struct md_line *lines = r->h.md.lines;

	for (size_t i = section->first, end; i < section->end; i = end) {
		struct reader addressed = {"", ""}, text = {text_at(r, lines[i].off), NULL};
		size_t rest;

		for (end = i; end < section->end && (end == i || lines[end].item == lines[i].item); end++) {
			if (left(&addressed) == 0 && label_read(r, &lines[end], &rest) == LABEL_ADDRESSES)
				addressed = (struct reader){text_at(r, rest), text_at(r, line_end(&lines[end]))};
			text.end = text_at(r, line_end(&lines[end]));
		}
		if (lines[i].item && !lines[i].quoted)
			add_named(r, addressed, text);
	}
}

void
answers_read(struct reading *r)
{
	read_counterpoints(r);
	read_passages(r, SECTION_AGREEMENTS);
	read_passages(r, SECTION_POSITION);
	read_passages(r, SECTION_NOVEL);
	read_passages(r, SECTION_UNRESOLVED);
	read_passages(r, SECTION_CONSENSUS);
}
