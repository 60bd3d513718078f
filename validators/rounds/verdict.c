/*
 * The verdict: its lines and sections, and what becomes of it.
 */
#include "validators/rounds/finale.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include <strings.h>
#include "validators/prose/field.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/named.h"
#include "validators/rounds/quotes.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

static const char *const field_titles[FIELDS] = {
	[FIELD_TOPIC] = "Topic",
	[FIELD_PROPOSER] = "Proposer",
	[FIELD_CHALLENGER] = "Challenger",
	[FIELD_ROUNDS] = "Rounds",
	[FIELD_RIGOR] = "Rigor",
};

static const char *const section_titles[SECTIONS] = {
	[SECTION_VERDICT] = "Verdict",
	[SECTION_QUALITY] = "Debate Quality",
	[SECTION_AGREEMENTS] = "Key Agreements",
	[SECTION_DISAGREEMENTS] = "Key Disagreements",
	[SECTION_UNRESOLVED] = "Unresolved Questions",
	[SECTION_RECOMMENDATION] = "Recommendation",
};

/* -- lines and sections -- */

static bool
is_titled(const char *s, size_t len, const char *title)
{
	return strlen(title) == len && !strncasecmp(s, title, len);
}

static void
begin_section(struct finale *f, const struct md_line *l, enum section *due)
{
	const char *s = text_at(f, l->off);
	enum section titled = 0, section;

	while (titled < SECTIONS && !is_titled(s, l->len, section_titles[titled]))
		titled++;
	section = l->level == 3 ? titled : SECTIONS;
	if (section == SECTIONS && titled < SECTIONS)
		REPORT(f->h, ROUNDS_VERDICT_FORM, l->line, "\"%s\" is a heading of level %d here: a section has `### `",
			section_titles[titled], l->level);
	else if (section == SECTIONS)
		REPORT(f->h, ROUNDS_VERDICT_FORM, l->line, "\"%s\" is no section of a verdict", quote(s, l->len).s);
	else if (f->sections[section].line)
		REPORT(f->h, ROUNDS_VERDICT_FORM, l->line, "`### %s` stands here again", section_titles[section]);
	else if (section < *due)
		REPORT(f->h, ROUNDS_VERDICT_FORM, l->line, "`### %s` stands too late", section_titles[section]);
	if (section == SECTIONS || f->sections[section].line)
		return;
	f->sections[section] = (struct place){ .line = l->line, .off = l->off + l->len, .end = f->h->md.len };
	*due = section > *due ? section : *due;
}

static void
end_section(struct finale *f, const struct md_line *l)
{
	for (enum section i = 0; i < SECTIONS; i++)
		if (f->sections[i].line && !f->sections[i].end_line) {
			f->sections[i].end = l->off;
			f->sections[i].end_line = l->line;
		}
}

static void
read_field(struct finale *f, const struct md_line *l)
{
	struct reader at = { text_at(f, l->off), text_at(f, l->off) + l->len };

	for (enum field i = 0; i < FIELDS; i++) {
		struct reader value = at;
		if (!field_skip(&value, field_titles[i]))
			continue;
		if (f->fields[i].line) {
			REPORT(f->h, ROUNDS_VERDICT_FORM, l->line, "the line %s stands here again", field_titles[i]);
			return;
		}
		value = without_white(value);
		f->fields[i] = (struct place){ .line = l->line, .off = (size_t)(value.s - text_at(f, 0)),
			.end = (size_t)(value.end - text_at(f, 0)) };
		return;
	}
}

static void
read_places(struct finale *f)
{
	const struct md *md = &f->h->md;
	enum section due = 0;
	bool begun = false;

	for (size_t i = f->h->opening.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		if (l->kind == MD_HEADING && l->level <= 3 && !l->quoted && !l->depth) {
			end_section(f, l);
			begin_section(f, l, &due);
			begun = true;
		} else if (!begun && l->kind == MD_TEXT && !l->quoted) {
			read_field(f, l);
		}
	}
}

/* Is there a block of this section without a word, or none at all? */
static void
judge_section(struct finale *f, enum section section)
{
	const struct place *p = &f->sections[section];
	unsigned blocks = 0;

	if (!p->line) {
		REPORT(f->h, ROUNDS_VERDICT_FORM, f->h->opening.line, "`### %s` is missing", section_titles[section]);
		return;
	}
	for (size_t i = 0; i < f->r.n_blocks; i++) {
		const struct rounds_block *b = &f->r.blocks[i];
		if (b->off < p->off || b->off >= p->end)
			continue;
		blocks++;
		if (is_blank(text_at(f, b->off), b->len))
			REPORT(f->h, ROUNDS_VERDICT_FORM, b->line, "this says nothing yet");
	}
	if (!blocks)
		REPORT(f->h, ROUNDS_VERDICT_FORM, p->line, "`### %s` is empty", section_titles[section]);
}

static void
judge_form(struct finale *f)
{
	for (enum field i = 0; i < FIELDS; i++)
		if (!f->fields[i].line)
			REPORT(f->h, ROUNDS_VERDICT_FORM, f->h->opening.line, "the line `**%s**: …` is missing",
				field_titles[i]);
	for (enum section i = 0; i < SECTIONS; i++)
		judge_section(f, i);
}

/* -- its lines -- */

static char *
value_of(const struct finale *f, enum field field)
{
	const struct place *p = &f->fields[field];

	return text_fold_space(text_at(f, p->off), p->end - p->off);
}

static bool
equal_words(const char *a, const char *b)
{
	char *x = text_fold_words(a, strlen(a)), *y = text_fold_words(b, strlen(b));
	bool equal = !strcmp(x, y);

	free(x);
	free(y);
	return equal;
}

/* A line as it was submitted, behind its colon. malloc'd. */
static char *
submitted_of(const struct finale *f, enum field field)
{
	const char *s = f->h->s.text, *end = s + f->h->s.len, *newline, *colon;

	for (int line = 1; line < f->fields[field].line && (newline = memchr(s, '\n', (size_t)(end - s))); line++)
		s = newline + 1;
	newline = memchr(s, '\n', (size_t)(end - s));
	end = newline ? newline : end;
	colon = memchr(s, ':', (size_t)(end - s));
	return mem_copy(colon ? colon + 1 : s, (size_t)(end - (colon ? colon + 1 : s)));
}

/* What Markdown makes of words on one line; malloc'd. */
static char *
plain_of(const char *words)
{
	struct md md;
	char *plain;

	md_parse(&md, words, strlen(words));
	plain = mem_copy(md.n ? md.text : "", md.n ? md.len : 0);
	md_free(&md);
	return plain;
}

/* As text, or with the marks that the topic itself has. */
static bool
says_topic(const struct finale *f, const char *value)
{
	const char *topic = f->h->ctx->terms->topic;
	char *plain = plain_of(topic), *submitted = submitted_of(f, FIELD_TOPIC);
	bool same = equal_words(value, topic) || equal_words(value, plain) || equal_words(submitted, topic);

	free(plain);
	free(submitted);
	return same;
}

static void
judge_topic(struct finale *f)
{
	const char *topic = f->h->ctx->terms->topic;
	char *value = value_of(f, FIELD_TOPIC);

	if (!f->fields[FIELD_TOPIC].line || (f->h->s.alone && *value))
		;
	else if (f->h->s.alone || !says_topic(f, value))
		REPORT(f->h, ROUNDS_VERDICT_TOPIC, f->fields[FIELD_TOPIC].line,
			"the topic is \"%s\", and the line says \"%s\"", quote_unlike(topic, strlen(topic), value).s,
			quote_unlike(value, strlen(value), topic).s);
	free(value);
}

static const enum field side_fields[SPEAKERS] = {
	[SPEAKER_PROPOSER] = FIELD_PROPOSER, [SPEAKER_CHALLENGER] = FIELD_CHALLENGER};

/* `TOOL (MODEL)`: the tool of a verdict that stands alone. */
static char *
tool_said(const char *value)
{
	struct reader at = { value, value + strlen(value) }, tool;
	const char *open = find_char(&at, '(');

	tool = without_white((struct reader){ value, open ? open : value });
	return left(&tool) && ends_in_char(&at, ')') && (*open != '(' || open[-1] == ' ')
		? mem_copy(tool.s, left(&tool))
		: NULL;
}

/* Is this `TOOL (MODEL)`? Full-width brackets need no space before them. */
static bool
names_side(const char *value, const struct seat *seat)
{
	struct reader at = { value, value + strlen(value) };

	if (!skip_text(&at, seat->harness) || (!skip_white(&at) && left(&at) && *at.s == '('))
		return false;
	return skip_char(&at, '(') && skip_text(&at, seat->model) && skip_char(&at, ')') && !left(&at);
}

static void
judge_side(struct finale *f, enum speaker side)
{
	const struct place *p = &f->fields[side_fields[side]];
	const struct seat *seat = f->h->s.alone ? NULL : rounds_seat_of(f->h->state, f->h->ctx, (enum rounds_role)side);
	char *value = value_of(f, side_fields[side]),
	     *due = seat ? mem_format("%s (%s)", seat->harness, seat->model) : NULL;

	if (!seat)
		f->said[side] = tool_said(value);
	f->tools[side] = seat ? seat->harness : f->said[side];
	if (p->line && seat && !names_side(value, seat))
		REPORT(f->h, ROUNDS_VERDICT_SIDES, p->line, "the %s is `%s`, and the line says \"%s\"",
			rounds_speakers[side].role, due, quote_unlike(value, strlen(value), due).s);
	else if (p->line && !f->tools[side])
		REPORT(f->h, ROUNDS_VERDICT_SIDES, p->line,
			"the line names tool and model, `TOOL (MODEL)`, and says \"%s\"",
			quote(value, strlen(value)).s);
	free(due);
	free(value);
}

static void
judge_rounds(struct finale *f)
{
	const struct place *p = &f->fields[FIELD_ROUNDS];
	char *value = value_of(f, FIELD_ROUNDS);
	struct reader at = { value, value + strlen(value) };
	unsigned n = 0;
	bool number =
		skip_number(&at, &n) && (!left(&at) || !(isalnum((unsigned char)*at.s) || (*at.s == '.' && at.s[1])));

	if (p->line && (!number || (!f->h->s.alone && n != f->h->state->completed)))
		REPORT(f->h, ROUNDS_VERDICT_ROUNDS, p->line, "%u round%s complete, and the line says \"%s\"",
			f->h->state->completed, f->h->state->completed == 1 ? " is" : "s are",
			quote(value, strlen(value)).s);
	free(value);
}

/* Does the line begin as one that denies that anything was checked? */
static bool
denies_rigor(const struct finale *f)
{
	static const char *const beginnings[] = { "none", "nothing", "no", "not", "n a", "na", "never", "nobody",
		"unknown", "unchecked", "unverified", "tbd", "zero", "nil" };
	const struct place *p = &f->fields[FIELD_RIGOR];
	char *words = text_fold_words(text_at(f, p->off), p->end - p->off);
	bool denies = false;

	for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
		size_t len = strlen(beginnings[i]);
		denies = denies || (!strncmp(words, beginnings[i], len) && (!words[len] || words[len] == ' '));
	}
	free(words);
	return denies;
}

static void
judge_rigor(struct finale *f)
{
	const struct place *p = &f->fields[FIELD_RIGOR];

	if (p->line && is_blank(text_at(f, p->off), p->end - p->off))
		REPORT(f->h, ROUNDS_VERDICT_RIGOR, p->line, "the line says nothing");
	else if (p->line && denies_rigor(f))
		REPORT(f->h, ROUNDS_VERDICT_RIGOR, p->line,
			"\"%s\" says that nothing was checked: say what was, and by whom (\"order and identity of each "
			"turn by a program, C1.1 and its files by me\")",
			quote(text_at(f, p->off), p->end - p->off).s);
}

/* -- what it becomes -- */

/* The submitted lines of a section, without those of the headings round it. */
static json_t *
section_json(const struct finale *f, enum section section)
{
	const struct submission *s = &f->h->s;
	const struct place *p = &f->sections[section];
	struct reader at = { s->text, s->text + s->len }, out;
	int line = 1;

	for (out = at; at.s < at.end && (!p->end_line || line < p->end_line); line++) {
		const char *newline = memchr(at.s, '\n', left(&at));
		at.s = newline ? newline + 1 : at.end;
		if (line <= p->line)
			out.s = at.s;
	}
	out.end = at.s;
	out = without_white(out);
	return json_stringn(out.s, left(&out));
}

static json_t *
items_json(const struct finale *f, enum section section)
{
	json_t *list = json_array();

	for (size_t i = 0; i < f->r.n_blocks; i++) {
		const struct rounds_block *b = &f->r.blocks[i];
		if (!is_within(f, section, b->off) || b->kind == BLOCK_HEADING || finale_is_none(f, b))
			continue;
		char *text = rounds_text_marked(&f->r, b->off, b->len);
		json_array_append_new(list, json_string(text));
		free(text);
	}
	return list;
}

static json_t *
finale_json(const struct finale *f)
{
	enum speaker winner = f->winner.named == 1u << SPEAKER_PROPOSER ? SPEAKER_PROPOSER : SPEAKER_CHALLENGER;

	char *rigor = value_of(f, FIELD_RIGOR);
	json_t *quality = json_object(), *o;

	for (enum quality i = 0; i < QUALITIES; i++)
		json_object_set_new(quality, rounds_qualities[i].key, json_string(f->quality[i] ? f->quality[i] : ""));
	o = mem_check(
		json_pack("{s:s, s:o, s:{s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o}}", "outcome",
			rounds_outcomes[OUTCOME_COMPLETED].name, "reason",
			json_sprintf("%s had the stronger argument", f->tools[winner]), "verdict", "winner",
			rounds_speakers[winner].role, "reasoning", section_json(f, SECTION_VERDICT), "agreements",
			items_json(f, SECTION_AGREEMENTS), "disagreements", items_json(f, SECTION_DISAGREEMENTS),
			"recommendation", section_json(f, SECTION_RECOMMENDATION), "unresolved",
			items_json(f, SECTION_UNRESOLVED), "rigor", rigor, "quality", quality));
	free(rigor);
	return o;
}

static void
judge_whole(struct finale *f)
{
	judge_form(f);
	judge_topic(f);
	judge_side(f, SPEAKER_PROPOSER);
	judge_side(f, SPEAKER_CHALLENGER);
	judge_rounds(f);
	judge_rigor(f);
	finale_judge_body(f);
	rounds_quotes_judge(f->h, &f->r, ROLE_ORCHESTRATOR);
	rounds_named_judge(f->h, &f->r, ROLE_ORCHESTRATOR, 0);
}

void
rounds_verdict_judge(struct hearing *h, const struct phrases *phrases, json_t **data)
{
	struct finale f = { .h = h };

	*data = NULL;
	if (h->s.prefix)
		return;
	rounds_reading_make(&f.r, &h->md, h->opening.index + 1, phrases, false);
	read_places(&f);
	judge_whole(&f);
	if (!findings_first_error(h->out))
		*data = finale_json(&f);
	rounds_reading_free(&f.r);
	for (enum speaker side = 0; side < SPEAKERS; side++)
		free(f.said[side]);
}
