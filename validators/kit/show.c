/* Text that shows a debate: files, the head of the record, prompts, warnings, its result. */
#include "validators/kit/show.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <strings.h>
#include "validators/kit/drafts.h"
#include "validators/kit/record.h"
#include "validators/kit/rules.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Bytes of texts that a prompt shows whole. */
#define BRIEF_BYTES ((size_t)1 << 20)

/* A number of so many digits, as anybody writes it, is printed as it was written. */
#define DIGITS 15

void
show_json(json_t *value, UT_string *out)
{
	char *text = mem_check(json_dumps(mem_check(value), JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)));

	utstring_printf(out, "%s\n", text);
	free(text);
	json_decref(value);
}

/* -- the head of the record -- */

/* A cell of a table, with what parts it from the one before; behind the last of a row stands " |\n". */
static void
put_cell(UT_string *out, const char *value)
{
	utstring_printf(out, "%s", utstring_body(out)[utstring_len(out) - 1] == '\n' ? "| " : " | ");
	md_escape(out, value);
}

void
head_row(UT_string *out, const char *key, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *value = mem_vformat(format, args);
	va_end(args);
	put_cell(out, key);
	put_cell(out, value);
	utstring_printf(out, " |\n");
	free(value);
}

void
head_begin(const struct debate *d, const char *title, bool with_source, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "# %s", title);
	md_escape(out, d->topic);
	utstring_printf(out, "\n\n");
	if (with_source && d->source) {
		utstring_printf(out, "Source: [");
		md_escape(out, d->source);
		utstring_printf(out, "](");
		md_escape_url(out, d->path);
		utstring_printf(out, ")\n\n");
	}
	utstring_printf(out, "Created: %s\n\n| Field | Value |\n|---|---|\n", record_time(d->created_ms, time));
	head_row(out, "Duel ID", "%s", d->id);
	head_row(out, "Source path", "%s", d->path ? d->path : "none");
	head_row(out, "Topic", "%s", d->topic);
	head_row(out, "Topic slug", "%s", d->terms->topic_slug);
}

void
head_seats(const struct debate *d, const char *tool, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, "\n| Participant | %s%s | Model | Joined |\n%s|---|---|---|---|\n",
		d->roles ? "Role | " : "", tool, d->roles ? "|---" : "");
	for (unsigned i = 0; i < d->n_seats; i++) {
		const struct debate_seat *seat = &d->seats[i];
		put_cell(out, seat->name);
		if (d->roles)
			utstring_printf(out, " | %s", d->roles[seat->role - 1].name);
		put_cell(out, seat->harness);
		put_cell(out, seat->model);
		utstring_printf(out, " | %s |\n", record_time(seat->joined_ms, time));
	}
}

/* -- what prompts show of the texts -- */

void
brief_seat(const struct debate *d, unsigned seat, UT_string *out)
{
	const struct debate_seat *s = &d->seats[seat - 1];

	md_escape(out, s->name);
	utstring_printf(out, " (");
	md_escape(out, s->harness);
	utstring_printf(out, " / ");
	md_escape(out, s->model);
	utstring_printf(out, ")");
}

size_t
brief_news(const struct debate *d, unsigned seat)
{
	size_t own = d->n, from;

	while (own && d->texts[own - 1].seat != seat)
		own--;
	from = own ? d->texts[own - 1].seen : 0;
	while (from < d->n && d->texts[from].seat == seat)
		from++;
	return from;
}

void
brief_list(const char *title, const char *about, UT_string *list, UT_string *out)
{
	if (utstring_len(list)) {
		utstring_printf(out, "\n### %s\n\n%s%s", title, about, *about ? "\n\n" : "");
		md_fence(out, "markdown", utstring_body(list), utstring_len(list));
	}
	utstring_clear(list);
}

/* The newest one is shown in any case. */
void
brief_texts(const struct debate *d, size_t from, unsigned seat, UT_string *out)
{
	size_t whole = d->n;
	struct debate upto = *d;
	UT_string headed;

	utstring_init(&headed);
	for (size_t bytes = 0; whole > from; whole--) {
		bytes += d->texts[whole - 1].len;
		if (whole < d->n && bytes > BRIEF_BYTES)
			break;
	}
	for (size_t i = from; i < d->n; i++) {
		const struct debate_text *t = &d->texts[i];

		if (t->seat == seat)
			continue;
		md_escape(out, d->seats[t->seat - 1].name);
		utstring_printf(out, ", `turns/%03zu-%s.md`%s", i + 1, d->seats[t->seat - 1].name,
			i < whole ? ", left out here for its length.\n" : ":\n\n");
		upto.n = i;
		utstring_clear(&headed);
		if (i >= whole && (t->len < 3 || memcmp(t->text, "## ", 3))) {
			draft_put_text(&upto, t, true, &headed); /* a sealed text stands without its heading */
			md_fence(out, "markdown", utstring_body(&headed), utstring_len(&headed));
		} else if (i >= whole) {
			md_fence(out, "markdown", t->text, t->len);
		}
		utstring_printf(out, "\n");
	}
	utstring_done(&headed);
}

/* -- those who take part, and the end -- */

static bool
is_said(const char *word)
{
	return *word && strcasecmp(word, "unknown") && strcasecmp(word, "unknown-model");
}

bool
debate_decides(const struct debate *d, unsigned seat)
{
	return d->roles && seat && seat <= d->n_seats && d->roles[d->seats[seat - 1].role - 1].decides;
}

/* "[seat.independence] carol decides, and has the model of alice and the harness of bob". */
static void
warn_of_decider(const struct debate *d, const struct debate_seat *one, json_t *warnings)
{
	static const char *const things[] = {"model", "harness"};
	UT_string out;
	size_t begin;

	utstring_init(&out);
	utstring_printf(&out, "[%s] %s decides, and has ", kit_rules[KIT_SEAT_INDEPENDENCE].id, one->name);
	begin = utstring_len(&out);
	for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
		const char *before = utstring_len(&out) > begin ? " and the" : "the", *thing = things[i];
		bool any = false;

		for (const struct debate_seat *side = d->seats; side < d->seats + d->n_seats; side++) {
			bool people = !strcasecmp(one->model, "human") && !strcasecmp(side->model, "human");
			bool model = is_said(one->model) && !strcasecmp(one->model, side->model);
			bool harness = !model && is_said(one->harness) && !strcasecmp(one->harness, side->harness);

			/* Two people are two. */
			if (people || !(i ? harness : model) || debate_decides(d, (unsigned)(side - d->seats) + 1))
				continue;
			if (any)
				utstring_printf(&out, " and %s", side->name);
			else
				utstring_printf(&out, "%s %s of %s", before, thing, side->name);
			any = true;
		}
	}
	if (utstring_len(&out) > begin)
		json_array_append_new(warnings, json_string(utstring_body(&out)));
	utstring_done(&out);
}

/* Each sentence that says why what comes of the debate is worth less: all models are of one family, a seat was given
 * up, a decider is not independent (with the rule's id before it), and the format's. */
static void
add_warnings(const struct debate *d, json_t *warnings)
{
	struct reader family;
	UT_string own;

	if (d->n_seats > 1 && debate_model_families(d, &family) == 1 && len_of(&family))
		json_array_append_new(warnings,
			json_sprintf("all models are of one family, %.*s", (int)len_of(&family), family.s));
	for (unsigned i = 0; i < d->n_seats; i++)
		if (d->order.given_up >> i & 1)
			json_array_append_new(warnings, json_sprintf("%s was given up", d->seats[i].name));
	for (unsigned i = 0; i < d->n_seats; i++)
		if (debate_decides(d, i + 1))
			warn_of_decider(d, &d->seats[i], warnings);
	if (!d->format->warns)
		return;
	utstring_init(&own);
	d->format->warns(d, &own);
	if (utstring_len(&own))
		json_array_append_new(warnings, json_string(utstring_body(&own)));
	utstring_done(&own);
}

void
debate_print_cautions(const struct debate *d, UT_string *out)
{
	json_t *warnings = json_array(), *warning;
	size_t i;

	add_warnings(d, warnings);
	json_array_foreach(warnings, i, warning) {
		const char *sentence = json_string_value(warning);
		const char *id = *sentence == '[' ? strstr(sentence, "] ") : NULL;

		utstring_printf(out, i ? "; " : "Caution: ");
		md_escape(out, id ? id + 2 : sentence);
	}
	if (i)
		utstring_printf(out, ".\n\n");
	json_decref(warnings);
}

bool
debate_came_to(const struct debate *d, UT_string *out)
{
	if (!d->end.maker)
		return d->format->came_to(d, out);
	utstring_printf(out, "Stopped by the maker");
	return true;
}

void
debate_print_end(const struct debate *d, UT_string *out)
{
	UT_string came_to;

	utstring_init(&came_to);
	bool explained = debate_came_to(d, &came_to) && d->end.reason && *d->end.reason;
	utstring_printf(out, "# ");
	md_escape(out, d->topic);
	utstring_printf(out, "\n\n**");
	md_escape(out, utstring_body(&came_to));
	utstring_printf(out, explained ? "**: " : "**");
	md_escape(out, explained ? d->end.reason : "");
	utstring_printf(out, "\n");
	utstring_done(&came_to);
}

/* -- what a mount asks for -- */

/* A text's cautions, for this seat; *seen has the seats whose last text was looked at. A seat that decides is told of
 * others' texts all that it is told of its own. */
static void
put_cautions(const struct debate *d, const struct debate_text *t, unsigned seat, uint64_t *seen,
	UT_string *out)
{
	bool all = t->seat == seat || debate_decides(d, seat);

	for (size_t i = 0; i < json_array_size(t->warnings) && !(*seen >> t->seat & 1); i++) {
		const char *warning = json_string_value(json_array_get(t->warnings, i));
		const char *sentence = warning ? strstr(warning, "] ") : NULL;

		if (!warning)
			continue;
		if (!all && strncmp(warning, "[quote.unfound]", strlen("[quote.unfound]")))
			continue;
		utstring_printf(out, "- ");
		if (t->seat == seat)
			utstring_printf(out, "your last text");
		else
			md_escape(out, d->seats[t->seat - 1].name);
		utstring_printf(out, ": ");
		md_escape(out, sentence ? sentence + 2 : warning);
		utstring_printf(out, "\n");
	}
	*seen |= UINT64_C(1) << t->seat;
}

void
format_result(const struct debate *d, UT_string *out)
{
	UT_string unfound;

	utstring_init(&unfound);
	d->format->result(d, out);
	for (size_t i = 0; i < d->n; i++)
		put_cautions(d, &d->texts[i], 0, &(uint64_t){0}, &unfound);
	if (utstring_len(&unfound))
		utstring_printf(out, "\n## Quotations that were not found\n\n%s", utstring_body(&unfound));
	utstring_done(&unfound);
}

/* The last text of each seat; for one whose text ends the debate, all texts. */
void
format_cautions(const struct debate *d, unsigned seat, UT_string *out)
{
	int due = seat ? debate_due(d, seat) : -1;
	bool all = due >= 0 && d->format->kinds[due].closes;
	uint64_t seen = 0;

	for (size_t n = d->n; n; n--) {
		seen = all ? 0 : seen;
		put_cautions(d, &d->texts[n - 1], seat, &seen, out);
	}
}

json_t *
format_warnings(const struct debate *d)
{
	json_t *warnings = json_array(), *warning;
	unsigned pieces = 0;
	size_t i;

	for (size_t n = 0; n < d->n; n++) {
		const struct debate_text *t = &d->texts[n];

		pieces += t->piece_len != 0;
		json_array_foreach(t->warnings, i, warning) {
			const char *says = json_string_value(warning);

			if (says && t->piece_len)
				json_array_append_new(warnings, json_sprintf("text %u: %s", pieces, says));
			else if (says)
				json_array_append_new(warnings, json_sprintf("%s of %s: %s",
					d->format->kinds[t->kind].kind.name, d->seats[t->seat - 1].name, says));
		}
	}
	add_warnings(d, warnings);
	return warnings;
}
