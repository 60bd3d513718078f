/* The effects of operations, as `kb/revisions.md` lists them: an R-NNN each, behind those of earlier debates. */
#include "validators/adversarial/files.h"

#include "validators/kit/record.h"

static void
print_effect(const struct base *b, const struct revision *r, UT_string *out)
{
	static const char *const types[OP_KINDS] = {"status-downgrade", "new-edge", "notes-append", "criticism-append",
		"contradiction-added", "new-node", "new-source"};

	utstring_printf(out, "- **Type**: %s\n- **Target**: ", types[r->op]);
	switch (r->op) {
	case OP_LOWER:
		utstring_printf(out, "arg-%03u\n- **Change**: status %s%s%s", r->argument, status_words[r->before],
			r->before == r->after ? ", confirmed" : " → ",
			r->before == r->after ? "" : status_words[r->after]);
		break;
	case OP_EDGE:
		utstring_printf(
			out, "kb/" EDGES_FILE "\n- **Change**: arg-%03u %s ", r->edge.from, edge_words[r->edge.type]);
		if (r->edge.to)
			utstring_printf(out, "arg-%03u", r->edge.to);
		else
			utstring_printf(out, "kb/%s", base_file(b, r->edge.source)->path);
		break;
	case OP_NOTE:
		utstring_printf(out, "arg-%03u\n- **Change**: added to %s", r->argument, r->target.s);
		break;
	case OP_CRITICISM:
		utstring_printf(out, "%.*s\n- **Change**: added to Criticism", (int)len_of(&r->target), r->target.s);
		break;
	case OP_CONTRADICTION:
		utstring_printf(out, "kb/" CONTRADICTIONS_FILE "\n- **Change**: C-%03u", r->argument);
		break;
	case OP_NEW:
		utstring_printf(out, "arg-%03u\n- **Change**: a new argument, kb/%s", r->argument,
			base_file(b, r->file)->path);
		break;
	default:
		utstring_printf(out, "kb/%s\n- **Change**: a new source", base_file(b, r->file)->path);
	}
}

/* The first claim of a turn that is about the change, else the turn's first claim or line. */
static struct reader
trigger_of(const struct adversarial *a, const struct revision *r)
{
	const struct step *first = NULL;

	EACH_OF(step, s, a->steps, a->n_steps) {
		if (s->text != r->text)
			continue;
		first = first ? first : s;
		for (size_t i = s->cites; i < s->cites + s->n_cites; i++) {
			const struct citation *c = &a->citations[i];

			/* Is the change about what the item cites? */
			if (c->argument ? (r->op != OP_CONTRADICTION && c->argument == r->argument) ||
					(r->op == OP_EDGE && c->argument == r->edge.to)
				: r->op == OP_CRITICISM && same_words(c->source, r->target))
				return s->words;
		}
	}
	for (size_t i = 0; i < a->n_remarks && !first; i++)
		if (a->remarks[i].text == r->text)
			return a->remarks[i].words;
	return first ? first->words : reader_of("", "");
}

void
play_revisions(struct play *play)
{
	const struct adversarial *a = play->a;
	struct reader file = base_text_at(a->live, REVISIONS_FILE), line;
	/* A text that is judged has no time yet. */
	int64_t time_ms = play->out ? 0 : play->d->texts[play->by.text - 1].time_ms;
	char time[RECORD_TIME_BYTES];
	unsigned number, last = 0;
	bool lists = false;
	UT_string text;

	while (next_line(&file, &line))
		if (skip_text(&line, "## R-") && skip_number(&line, &number) && number > last)
			last = number;
	utstring_init(&text);
	EACH_OF(revision, r, a->revisions, a->n_revisions) {
		if (r->text != play->by.text)
			continue;
		utstring_printf(&text, "%s## R-%03u — %.10s — %s, debate turn %u\n\n", utstring_len(&text) ? "\n" : "",
			++last, record_time(time_ms, time), adv_handle(play->d, r->seat), r->text);
		print_effect(a->live, r, &text);
		utstring_printf(&text, "\n- **Justification**: ");
		if (is_blank(r->reason.s, len_of(&r->reason)))
			utstring_printf(&text, "see turn %u", r->text);
		else
			print_words(r->reason, WORDS_BYTES, &text);
		struct reader trigger = trigger_of(a, r);
		utstring_printf(&text, "\n- **Triggered by**: turn %u%s", r->text, len_of(&trigger) ? ": " : "");
		print_words(trigger, WORDS_BYTES, &text);
		utstring_printf(&text, "\n");
		lists |= r->op == OP_LOWER || r->op == OP_NEW;
	}
	if (utstring_len(&text))
		play_put_behind(play, 0, REVISIONS_FILE, "\n", printed_text(&text));
	utstring_clear(&text);
	if (lists && !play->out) {
		base_print_index(a->live, &text);
		play_put(play, 0, INDEX_FILE, printed_text(&text));
	}
	utstring_done(&text);
}
