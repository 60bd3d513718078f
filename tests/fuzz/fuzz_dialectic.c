/*
 * Any bytes, as a hand-in of either side in exchange 0 or 2, as a judgement, or as a report. The first byte says as which, the
 * second where the text is cut: what is refused as a beginning is refused as a whole. What is accepted is folded in, comes back
 * out of the log as it was, and shows as files whose JSON reads back and whose Markdown has the sections that it should have and
 * no other.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/dialectic_graph.h"
#include "validators/dialectic_json.h"
#include "validators/dialectic_render.h"
#include "validators/dialectic_report.h"
#include "validators/markdown.h"
#include "validators/mem.h"
#include "validators/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define ARGUMENT \
	"{\"title\":\"Five words make a title\",\"claim\":\"c\",\"grounds\":[{\"source\":\"s\",\"content\":\"c\",\"relevance\":\"r\"}],\"warrant\":\"w\"}"
#define OPENINGS "[" ARGUMENT "," ARGUMENT "," ARGUMENT "]"
#define SCORE(id, score) "{\"argument_id\":\"" id "\",\"score\":" score ",\"reasoning\":\"r\"}"

static const char *const judgements[] = {
	"{\"scores\":[" SCORE("prop_000a", "0.5") "," SCORE("prop_000b", "0") "," SCORE("prop_000c", "0") "," SCORE("opp_000a", "0") ","
		SCORE("opp_000b", "0") "," SCORE("opp_000c", "-0.5") "]}",
	"{\"scores\":[" SCORE("prop_001", "0.1") "," SCORE("opp_001", "-0.1") "]}",
};

enum what { OPENING_PROPOSITION, OPENING_OPPOSITION, LATER_PROPOSITION, LATER_OPPOSITION, JUDGEMENT, REPORT, WHATS };

/* -- a debate in which two exchanges are judged ------------------------------------------------------------------------------------ */

static struct handin *
read_handin(const char *text, size_t len, enum side side, unsigned exchange, bool prefix, struct findings *findings)
{
	json_t *value = handin_json(text, len, 0, prefix, findings);
	struct handin *h = value ? handin_read(value, side, exchange, false, findings) : NULL;

	json_decref(value);
	return h;
}

static struct fstate *
take(struct fstate *state, struct fstate *next)
{
	assert(next);
	debate_drop(state);
	return next;
}

static struct fstate *
hand_in(struct fstate *state, enum side side, const char *text)
{
	struct findings findings = { .n = 0 };
	struct handin *h = read_handin(text, strlen(text), side, state->exchange, false, &findings);

	state = take(state, debate_hand_in(state, h));
	handin_drop(h);
	findings_free(&findings);
	return state;
}

static struct fstate *
begin(void)
{
	struct fstate *state = debate_start();

	for (unsigned i = 0; i < 2; i++) {
		struct findings findings = { .n = 0 };
		json_t *value;
		struct judgement *j;

		for (enum side side = 0; side < SIDES; side++)
			state = hand_in(state, side, i ? ARGUMENT : OPENINGS);
		value = handin_json(judgements[i], strlen(judgements[i]), 0, false, &findings);
		j = judgement_read(value, i, state->board, false, &findings);
		state = take(state, debate_judge(state, j));
		judgement_drop(j);
		json_decref(value);
		findings_free(&findings);
	}
	return state;
}

/* -- what is shown --------------------------------------------------------------------------------------------------------------- */

static unsigned
lines(const UT_string *s)
{
	unsigned n = 0;

	for (size_t i = 0; i < utstring_len(s); i++)
		n += utstring_body(s)[i] == '\n';
	return n;
}

static unsigned
headings(const char *text, size_t len)
{
	struct md md;
	unsigned n = 0;

	md_parse(&md, text, len);
	/* Only sentences of thousands of marks are past what is read. */
	for (size_t i = 0; i < md.n; i++) {
		assert(md.lines[i].kind == MD_HEADING || md.lines[i].kind == MD_TEXT);
		n += md.lines[i].kind == MD_HEADING;
	}
	if (md.fault != MD_FINE)
		n = 0;
	md_free(&md);
	return n;
}

static void
show_argument(const struct argument *a, UT_string *out)
{
	unsigned wanted = 3 + a->n_grounds + (a->backing != NULL) + (a->qualifier != NULL), n;
	json_error_t error;
	json_t *front;

	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		wanted += a->n_links[kind] + (a->n_links[kind] > 0);
	render_argument(a, out);
	front = json_loadb(utstring_body(out), utstring_len(out), JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &error);
	assert(!strcmp(json_string_value(json_object_get(front, "title")), a->title));
	assert(!strcmp(json_string_value(json_object_get(front, "claim")), a->claim));
	json_decref(front);
	n = headings(utstring_body(out) + error.position, utstring_len(out) - (size_t)error.position);
	assert(n == wanted || n == 0);
}

static void
show_graphs(const struct fstate *state)
{
	unsigned n, edges = 0;
	const struct argument **list = debate_arguments(state, true, &n);
	UT_string out;

	for (unsigned i = 0; i < n; i++)
		edges += list[i]->n_links[LINK_ATTACK] + list[i]->n_links[LINK_DEFENCE];
	utstring_init(&out);
	graph_mermaid(state, true, &out);
	assert(lines(&out) == 1 + n + edges + SIDES + edges);
	utstring_clear(&out);
	graph_dot(state, true, &out);
	assert(lines(&out) == 4 + 3 * (state->exchange + (state->in[0] != NULL)) + n + edges + 1);
	utstring_done(&out);
	free(list);
}

static void
show_scores(const struct fstate *state)
{
	UT_string out;
	json_t *scores;

	utstring_init(&out);
	render_scores(state, &out);
	scores = json_loadb(utstring_body(&out), utstring_len(&out), JSON_REJECT_DUPLICATES, NULL);
	assert(json_object_size(scores) == exchange_first(state->exchange));
	json_decref(scores);
	utstring_done(&out);
}

/* -- one input ------------------------------------------------------------------------------------------------------------------- */

static void
fold_handin(const struct fstate *state, struct handin *h, const char *text, size_t len)
{
	static const char *const others[] = { OPENINGS, ARGUMENT };
	struct findings findings = { .n = 0 };
	json_t *value = handin_json(text, len, 0, false, &findings), *data = handin_data(h);
	struct handin *back = handin_restore(value, data);
	struct fstate *next = h->exchange ? debate_hold((struct fstate *)state) : debate_start();

	assert(back && back->n == h->n && back->n_warnings == h->n_warnings);
	for (unsigned i = 0; i < h->n; i++) {
		UT_string once, twice;

		utstring_init(&once);
		utstring_init(&twice);
		show_argument(&h->arguments[i], &once);
		show_argument(&back->arguments[i], &twice);
		assert(!strcmp(utstring_body(&once), utstring_body(&twice)));
		utstring_done(&once);
		utstring_done(&twice);
	}
	next = take(next, debate_hand_in(next, h));
	next = hand_in(next, !h->side, others[h->exchange != 0]);
	show_graphs(next);
	debate_drop(next);
	handin_drop(back);
	json_decref(data);
	json_decref(value);
	findings_free(&findings);
}

static bool
try_handin(const struct fstate *state, enum what what, const char *text, size_t len, bool prefix, struct findings *findings)
{
	enum side side = what % SIDES;
	struct handin *h = read_handin(text, len, side, what < LATER_PROPOSITION ? 0 : state->exchange, prefix, findings);

	if (h && !prefix)
		fold_handin(state, h, text, len);
	assert(prefix || !h == (findings_first_error(findings) != NULL));
	handin_drop(h);
	return !findings_first_error(findings);
}

static void
fold_judgement(const struct fstate *state, struct judgement *j)
{
	json_t *value = judgement_json(j), *again;
	struct judgement *back = judgement_restore(value, j->exchange);
	struct fstate *next = debate_hold((struct fstate *)state);
	UT_string out;

	assert(back);
	again = judgement_json(back);
	assert(json_equal(value, again));
	for (enum side side = 0; side < SIDES; side++)
		next = hand_in(next, side, ARGUMENT);
	utstring_init(&out);
	render_exchange(next->in, j, &out);
	assert(headings(utstring_body(&out), utstring_len(&out)) <= 3u + (j->n_rescores > 0));
	next = take(next, debate_judge(next, j));
	show_scores(next);
	utstring_done(&out);
	debate_drop(next);
	judgement_drop(back);
	json_decref(value);
	json_decref(again);
}

static bool
try_judgement(const struct fstate *state, const char *text, size_t len, bool prefix, struct findings *findings)
{
	json_t *value = handin_json(text, len, 0, prefix, findings);
	struct judgement *j = value ? judgement_read(value, state->exchange, state->board, false, findings) : NULL;

	assert(prefix || !j == (findings_first_error(findings) != NULL));
	if (j)
		fold_judgement(state, j);
	judgement_drop(j);
	json_decref(value);
	return !findings_first_error(findings);
}

/* As the core does, text_check first. */
static bool
try_text(const struct fstate *state, enum what what, const char *text, size_t len, bool prefix)
{
	struct findings findings = { .n = 0 };
	bool good = true;

	if (text_check(text, len, 1 << 20, 0, prefix, &findings)) {
		good = false;
	} else if (what == REPORT) {
		report_judge(state, text, len, 0, prefix, &findings);
		good = !findings_first_error(&findings);
	} else if (what == JUDGEMENT) {
		good = try_judgement(state, text, len, prefix, &findings);
	} else {
		good = try_handin(state, what, text, len, prefix, &findings);
	}
	for (size_t i = 0; i < findings.n; i++)
		assert(text_clean_line(findings.v[i].text, strlen(findings.v[i].text)));
	findings_free(&findings);
	return good;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fstate *state;
	size_t len, cut;
	char *text, *part;
	bool whole;

	if (size < 2)
		return 0;
	if (!state)
		state = begin();
	text = mem_copy(data + 2, size - 2);
	len = text_unix(text, size - 2);
	cut = len * data[1] / 255;
	part = mem_check(malloc(cut ? cut : 1));
	memcpy(part, text, cut);
	whole = try_text(state, data[0] % WHATS, text, len, false);
	if (!try_text(state, data[0] % WHATS, part, cut, true))
		assert(!whole);
	free(part);
	free(text);
	return 0;
}
