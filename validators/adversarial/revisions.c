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

/* A change is about one argument, two, or a source, by its path below `kb/`. */
struct target {
	unsigned argument, other;
	struct reader source;
};

static struct target
target_of(const struct base *b, const struct revision *r)
{
	unsigned source = r->op == OP_EDGE ? r->edge.source : r->op == OP_SOURCE ? r->file : 0;
	const char *path = source ? base_file(b, source)->path : "";

	return (struct target){
		.argument = r->op == OP_CONTRADICTION ? 0 : r->argument,
		.other = r->edge.to,
		.source = r->op == OP_CRITICISM ? reader_of(r->target.s + strlen("kb/"), r->target.end)
						: reader_of(path, path + strlen(path)),
	};
}

static bool
is_target(const struct target *t, unsigned argument, struct reader source)
{
	if (argument)
		return argument == t->argument || argument == t->other;
	return same_words(reader_of(source.s + strlen("kb/"), source.end), t->source);
}

static bool
cites_target(const struct adversarial *a, const struct step *s, const struct target *t)
{
	for (size_t i = s->cites; i < s->cites + s->n_cites; i++)
		if (is_target(t, a->citations[i].argument, a->citations[i].source))
			return true;
	return false;
}

/* Does a line of the moderator's name it, or a claim that cites it? */
static bool
names_target(const struct adversarial *a, struct reader words, const struct target *t)
{
	struct reader at = words, cited = {0};
	struct ref ref;
	unsigned number;

	while (next_argument(&at, &number))
		if (is_target(t, number, cited))
			return true;
	for (at = words; next_source(&at, &cited);)
		if (is_target(t, 0, cited))
			return true;
	for (at = words; ref_next(adv_refs, NULL, words.s, &at, &ref);) {
		unsigned claim = ref.kind == &adv_refs[REF_CLAIM] ? ref.number[0] : 0;

		if (claim && claim <= a->n_claims && cites_target(a, &a->steps[a->claims[claim - 1].step], t))
			return true;
	}
	return false;
}

/* The words of the turn that are about the change: an item that cites what is changed, else one of a claim that does,
 * or a line of the moderator's. Empty: none are. */
static struct reader
trigger_of(const struct adversarial *a, const struct revision *r)
{
	struct target t = target_of(a->live, r);

	EACH_OF(step, s, a->steps, a->n_steps)
		if (s->text == r->text && cites_target(a, s, &t))
			return s->words;
	EACH_OF(step, s, a->steps, a->n_steps)
		if (s->text == r->text && cites_target(a, &a->steps[a->claims[s->claim - 1].step], &t))
			return s->words;
	EACH_OF(remark, m, a->remarks, a->n_remarks)
		if (m->text == r->text && names_target(a, m->words, &t))
			return m->words;
	EACH_OF(deflection, e, a->deflections, a->n_deflections)
		if (e->text == r->text && names_target(a, e->words, &t))
			return e->words;
	return reader_of("", "");
}

unsigned
revisions_last(const struct base *b)
{
	struct reader file = base_text_at(b, REVISIONS_FILE), line;
	unsigned number, last = 0;

	while (next_line(&file, &line))
		if (skip_text(&line, "## R-") && skip_number(&line, &number) && number > last)
			last = number;
	return last;
}

void
play_revisions(struct play *play)
{
	const struct adversarial *a = play->a;
	/* A text that is judged has no time yet. */
	int64_t time_ms = play->out ? 0 : play->d->texts[play->by.text - 1].time_ms;
	char time[RECORD_TIME_BYTES];
	bool lists = false;
	UT_string text;

	utstring_init(&text);
	EACH_OF(revision, r, a->revisions, a->n_revisions) {
		if (r->text != play->by.text)
			continue;
		utstring_printf(&text, "%s## R-%03u — %.10s — %s, debate turn %u\n\n", utstring_len(&text) ? "\n" : "",
			r->number, record_time(time_ms, time), adv_handle(play->d, r->seat), r->text);
		print_effect(a->live, r, &text);
		utstring_printf(&text, "\n- **Justification**: ");
		if (is_blank(r->reason.s, len_of(&r->reason)))
			utstring_printf(&text, "see turn %u", r->text);
		else
			print_words(r->reason, WORDS_BYTES, &text);
		struct reader trigger = trigger_of(a, r);
		utstring_printf(&text, "\n- **Triggered by**: turn %u%s", r->text, len_of(&trigger) ? ": " : "");
		print_words(claim_title(trigger), WORDS_BYTES, &text);
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
