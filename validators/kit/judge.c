/* A text that is handed in: judged, and the entries that it becomes. */
#include "validators/kit/drafts.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/quotes.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Drafts a text of a kind that says itself what the record has of it. */
static void
draft_record(const struct debate *after, const struct debate_text *t, json_t *data, struct verdict *out)
{
	UT_string body;

	utstring_init(&body);
	if (debate_is_closed(after)) {
		utstring_bincpy(&body, t->text, t->len);
		draft_add(out, ENTRY_REPORT, data, &body);
		return;
	}
	after->format->kinds[t->kind].record(after, &body);
	json_object_set_new(data, "text", json_stringn(t->text, t->len));
	draft_add(out, ENTRY_TURN, data, &body)->record_room = END_ROOM_BYTES;
	draft_close(after, "all exchanges are judged", out);
}

/* Takes the text. */
static void
draft_text(const struct debate *d, const struct context *ctx, const struct debate_text *t, struct verdict *out)
{
	const struct format_kind *kind = &d->format->kinds[t->kind];
	json_t *data = json_pack("{s:s, s:o}", "kind", kind->kind.name, "warnings", warnings_json(&out->findings));
	struct debate after;
	struct draft *made;
	bool sealed = debate_is_sealed(d), its_own;
	UT_string body, facts;

	utstring_init(&body);
	utstring_init(&facts);
	debate_copy(&after, d, ctx->now_ms);
	debate_apply_text(&after, t);
	if (sealed) {
		utstring_bincpy(&body, t->text, t->len);
		made = draft_add(out, ENTRY_HANDIN, data, &body);
		/* Room is kept in the record so that each seat of this sealed phase can still hand in as long a text,
		 * and for what comes behind them. */
		size_t n = d->n_sealed, room = t->len;
		struct parsed p;

		for (unsigned seat = 1; seat <= d->n_seats; seat++)
			n += debate_due(d, seat) >= 0;
		if (kind->room) {
			debate_read(d, t, &p);
			room = kind->room(&p);
			parsed_free(&p);
		}
		made->record_room = n * (room + END_ROOM_BYTES);
		draft_reveal(&after, d->n, ctx, "", out);
		draft_close(&after, "", out);
	} else if (kind->record) {
		draft_record(&after, t, data, out);
		utstring_done(&body);
	} else {
		its_own = draft_put_text(d, t, true, &body);
		if (debate_is_over(&after)) {
			const struct field *f = NULL;
			struct parsed p;
			char *reason;

			debate_read(d, t, &p);
			if (kind->reason)
				f = parts_label(&p, parts_section(&p, NULL), NULL, kind->reason);
			/* Up to a blank line, or if it has none, to the end of its line. */
			reason = text_fold_space(f ? f->value.s : "",
				f ? (size_t)(field_first_end(f) - f->value.s) : 0);
			json_object_set_new(data, "outcome", json_string(debate_state(&after)->outcome));
			json_object_set_new(data, "reason", json_string(reason));
			free(reason);
			parsed_free(&p);
		}
		made = draft_add(out, debate_is_over(&after) ? ENTRY_CONCLUSION : ENTRY_TURN, data, &body);
		made->form = its_own ? DRAFT_TEXT : DRAFT_MADE;
		made->record_room = debate_is_over(&after) ? 0 : END_ROOM_BYTES;
		draft_put_facts(&after, ctx, &facts);
		if (utstring_len(&facts)) {
			draft_add(out, ENTRY_NOTE, json_pack("{s:s, s:b}", "note", NOTE_FACTS, "directly", 1),
				&facts);
			utstring_init(&facts);
		}
	}
	utstring_done(&facts);
	debate_free(&after);
}

/* Sentences that may quote the text are replaced by the gloss of their rule: in a sealed text, or in one that has a
 * credential. Kept is what quotes nothing: `text.secret`, and in a sealed JSON text (`keyed`) the format's own, which
 * quote keys alone. */
static void
hide_words(bool keyed, struct findings *fs, size_t from)
{
	for (size_t i = from; i < fs->n; i++) {
		const struct rule *rule = fs->v[i].rule;

		if (!strcmp(rule->id, text_rules[TEXT_SECRET].id) ||
			(keyed && (rule < kit_rules || rule >= kit_rules + KIT_RULES)))
			continue;
		free(fs->v[i].text);
		fs->v[i].text = mem_format("this must hold: %s", rule->gloss);
	}
}

/* The kind that is taken of the seat, else the one that comes next. */
const struct format_kind *
format_kind_of(const struct debate *d, const struct context *ctx, const struct submission *sub)
{
	const struct format *f = d->format;
	struct reader text = reader_of(sub->text, sub->text + sub->len);
	int kind = debate_kind_of(d, ctx->holder, text);
	const struct format_kind *next = kind < 0 && ctx->holder ? hand_in_next(d, ctx->holder, NULL) : NULL;

	if (next)
		kind = f->kind_of ? (int)f->kind_of(text, (unsigned)(next - f->kinds)) : (int)(next - f->kinds);
	return kind >= 0 ? &f->kinds[kind] : NULL;
}

/* *sealed: no word of the text may be shown yet. */
void
format_cites(const struct debate *d, const struct context *ctx, const struct submission *sub,
	struct lookups *out, bool *sealed)
{
	const struct format_kind *kind = format_kind_of(d, ctx, sub);

	*sealed = debate_is_sealed(d);
	if (kind) {
		struct grammar by = {&kind->kind, d->format->refs, d->source, d->format->tags};
		struct parsed p;

		parts_read(&p, &by, sub->text, sub->len);
		lookups_find(&p, sub->line0, out);
		parsed_free(&p);
	}
}

void
format_judge(const struct debate *d, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	bool warned = out->findings.n;
	struct fault f = fault_of_move(d, ctx, ctx->holder);
	const struct format_kind *kind = debate_is_closed(d) && f.rule ? NULL : format_kind_of(d, ctx, s);

	if (f.rule)
		findings_add(&out->findings, f.rule, 0, "%s", f.sentence);
	free(f.sentence);
	if (kind) {
		unsigned number = (unsigned)(kind - d->format->kinds);
		struct debate_text t = debate_take(d, ctx->holder, number, s->text, s->len);
		struct found_quotes found = {0};
		struct findings fs = {0};
		size_t n = out->findings.n;

		debate_judge_text(d, &t, &found, &fs);
		for (size_t i = 0; i < fs.n; i++)
			fs.v[i].line += fs.v[i].line ? s->line0 : 0;
		findings_move(&out->findings, &fs);
		out->quotes = (unsigned)found.n;
		found_quotes_free(&found);
		if (!findings_first_error(&out->findings))
			draft_text(d, ctx, &t, out);
		else
			debate_let_go(&t);
		if (debate_is_sealed(d))
			hide_words(kind->kind.parts->language, &out->findings, n);
	}
	if (warned)
		hide_words(false, &out->findings, 0);
	assert(!out->n || !findings_first_error(&out->findings));
}
