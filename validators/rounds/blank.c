#include "validators/rounds/blank.h"

#include <stdlib.h>
#include <string.h>
#include "validators/rounds/heading.h"
#include "validators/text/grow.h"
#include "validators/text/markdown.h"

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

/* As a heading has it, where a name cannot be escaped: NAME's rules keep it harmless. */
static void
put_turn_heading(const struct rounds_prompt *p, enum speaker who, UT_string *out)
{
	const struct prompt_side *side = &p->sides[who];

	heading_put(out, &rounds_headings[BEGIN_TURN], p->round, rounds_speakers[who].title,
		side->tool ? side->tool : "HARNESS", side->model ? side->model : "MODEL", NULL);
	put(out, "\n\n");
}

static void
put_tool(const struct rounds_prompt *p, enum speaker who, UT_string *out)
{
	rounds_prompt_side(p, who, false, out);
}

/* The challenge that a text of this round answers; NULL: there is none. */
static const struct spoken *
challenge_before(const struct rounds_prompt *p)
{
	for (size_t i = p->n_turns; i--;)
		if (p->turns[i].spoken->speaker == SPEAKER_CHALLENGER && p->turns[i].spoken->round + 1 == p->round)
			return p->turns[i].spoken;
	return NULL;
}

/* -- turns -- */

static void
blank_opening(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_PROPOSER, out);
	put(out, HAND_IN_PLACE "\n");
}

static void
example_opening(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_PROPOSER, out);
	put(out, "The answer that this side defends, in one sentence, and what bears it out: `src/main.c:14`.\n\n"
		"- A claim that it rests on, with the place where that can be looked up: `src/main.c:20`.\n"
		"- Another one, with a figure that was measured: 4.2 ms for each call, in `bench/calls.log`.\n");
}

static void
blank_response(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_CHALLENGER, out);
	put(out, "- " HAND_IN_PLACE "\n");
}

static void
example_response(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_CHALLENGER, out);
	put(out, "- Correctness: two writers at once get a wrong result, as `src/main.c:14` shows.\n"
		"- Security: what `src/input.c:8` reads is used before anything has checked it.\n"
		"- Developer experience: whoever changes `src/main.c` has to know of `src/cache.c` as well.\n"
		"- An alternative to begin with: one queue in place of the two, as in `src/queue.c:30`.\n");
}

/* Of a place for a point, or of its answer in an example. */
#define POINT_BYTES 256

/* An answer to each point; one more text where there are none. */
static void
blank_defense(const struct rounds_prompt *p, UT_string *out)
{
	const struct spoken *before = challenge_before(p);

	put_turn_heading(p, SPEAKER_PROPOSER, out);
	if (!before || !before->n_points)
		put(out, HAND_IN_PLACE "\n");
	grow_for(out, before ? before->n_points * POINT_BYTES : 0);
	for (size_t n = 1; before && n <= before->n_points; n++)
		utstring_printf(out, "%sC%u.%zu: " HAND_IN_PLACE "\n", n > 1 ? "\n" : "", before->round, n);
}

/* The three kinds of an answer, in turn. Each says its number and round in words of its own, since what two points have
 * in common is no answer to the second, and often enough to be near no copy of an earlier round's. */
static void
put_answer(unsigned round, unsigned challenged, size_t n, UT_string *out)
{
	utstring_printf(out, "C%u.%zu: ", challenged, n);
	if (n % 3 == 1)
		utstring_printf(out,
			"I concede in round %u that point %zu is right, as `src/round%u.c:%zu` shows; from round %u on "
			"the position is "
			"narrower.\n",
			round, n, round, n, round);
	else if (n % 3 == 2)
		utstring_printf(out,
			"in round %u point %zu is wrong, because `src/round%u.c:%zu` handles the very case of "
			"C%u.%zu.\n",
			round, n, round, n, challenged, n);
	else
		utstring_printf(out,
			"round %u admits the price of point %zu, a tradeoff that is worth it: %u.%zu ms in "
			"`bench/round%u.log`.\n",
			round, n, round, n, round);
}

static void
example_defense(const struct rounds_prompt *p, UT_string *out)
{
	const struct spoken *before = challenge_before(p);

	put_turn_heading(p, SPEAKER_PROPOSER, out);
	if (!before || !before->n_points)
		utstring_printf(out, "Round %u adds one thing to round %u, and that is `src/round%u.c:1`.\n", p->round,
			p->round - 1, p->round);
	grow_for(out, before ? before->n_points * POINT_BYTES : 0);
	for (size_t n = 1; before && n <= before->n_points; n++) {
		put(out, n > 1 ? "\n" : "");
		put_answer(p->round, before->round, n, out);
	}
}

/* What is said of each answer that does not concede. */
typedef void (*put_taken_up)(unsigned round, size_t n, UT_string *out);

static void
put_answers(const struct rounds_prompt *p, put_taken_up put_one, UT_string *out)
{
	const struct spoken *before = p->n_turns ? p->turns[p->n_turns - 1].spoken : NULL;
	size_t n, *answers;

	if (!before || before->speaker != SPEAKER_PROPOSER || before->round != p->round)
		return;
	answers = answers_passed_over(before, NULL, 0, &n);
	grow_for(out, n * POINT_BYTES);
	for (size_t i = 0; i < n; i++)
		put_one(p->round, answers[i] + 1, out);
	free(answers);
}

static void
put_place(unsigned round, size_t n, UT_string *out)
{
	utstring_printf(out, "D%u.%zu: " HAND_IN_PLACE "\n\n", round, n);
}

/* New weaknesses are points, a certification is none: nothing else is in place. */
static void
blank_followup(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_CHALLENGER, out);
	put_answers(p, put_place, out);
	put(out, HAND_IN_PLACE "\n");
}

static void
put_taken(unsigned round, size_t n, UT_string *out)
{
	utstring_printf(out, "D%u.%zu does not hold where `src/round%u.c:%zu` is called twice.\n\n", round, n, round,
		70 + n);
}

static void
example_followup(const struct rounds_prompt *p, UT_string *out)
{
	put_turn_heading(p, SPEAKER_CHALLENGER, out);
	put_answers(p, put_taken, out);
	utstring_printf(out,
		"- Round %u leaves open what `src/round%u.c:7` does where round %u has no answer, a weakness of round "
		"%u that nobody "
		"has raised.\n",
		p->round, p->round, p->round - 1, p->round);
}

const char rounds_turn_how[] =
	"The heading stays as it is; below it everything is Markdown. In a challenge each list item of the outermost "
	"level and each heading of level 3\n"
	"is a point that gets an id; what is certified as resolved stands in a paragraph.\n"
	"What rules know of words they know in English, German, French, Spanish, Portuguese, Russian, Arabic, Chinese, "
	"Japanese and Korean;\n"
	"in another language none refuses a turn for want of them.\n";

/* -- the closing reply -- */

static void
put_closing_heading(const struct rounds_prompt *p, UT_string *out)
{
	const struct prompt_side *side = &p->sides[SPEAKER_PROPOSER];

	heading_put(out, &rounds_headings[BEGIN_CLOSING], 0, rounds_speakers[SPEAKER_PROPOSER].title,
		side->tool ? side->tool : "HARNESS", side->model ? side->model : "MODEL", NULL);
	put(out, "\n\n");
}

static void
blank_closing(const struct rounds_prompt *p, UT_string *out)
{
	put_closing_heading(p, out);
	put(out, HAND_IN_PLACE "\n");
}

static void
example_closing(const struct rounds_prompt *p, UT_string *out)
{
	const struct spoken *before = challenge_before(p);

	put_closing_heading(p, out);
	if (before && before->n_points)
		utstring_printf(
			out, "C%u.1 does not hold, because `src/main.c:14` handles that very case.\n", before->round);
	else
		put(out, "What was certified stays so, and nothing else was raised.\n");
}

const char rounds_closing_how[] =
	"The heading stays as it is; below it everything is Markdown, at most 300 words. It answers "
	"points of the last challenge, each by its\n"
	"id, and brings up nothing else; nobody can answer it.\n";

/* -- the summary -- */

struct words {
	const char *proposer, *challenger, *open, *contradiction;
};

static void
put_position(const struct rounds_prompt *p, enum speaker who, const char *words, UT_string *out)
{
	utstring_printf(out, "**Position of the %s (", rounds_speakers[who].role);
	put_tool(p, who, out);
	utstring_printf(out, ")**\n\n%s\n\n", words);
}

/* Each place is a block of its own, without another word in it. */
static void
put_summary(const struct rounds_prompt *p, const struct words *w, UT_string *out)
{
	heading_put(out, &rounds_headings[BEGIN_SUMMARY], p->summarized, NULL, NULL, NULL, NULL);
	put(out, "\n\n");
	put_position(p, SPEAKER_PROPOSER, w->proposer, out);
	put_position(p, SPEAKER_CHALLENGER, w->challenger, out);
	put(out, "**Conceded and certified**\n\n");
	if (!rounds_prompt_yields(p, out))
		put(out, "- nothing so far\n");
	utstring_printf(out, "\n**In dispute**\n\n- %s\n\n**Contradictions between rounds**\n\n- %s\n", w->open,
		w->contradiction);
}

static void
blank_summary(const struct rounds_prompt *p, UT_string *out)
{
	put_summary(p, &(struct words){ HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE }, out);
}

static void
example_summary(const struct rounds_prompt *p, UT_string *out)
{
	put_summary(p,
		&(struct words){"What it defends at its core, in a sentence or two, with `src/main.c:14`.",
			"What it holds against that, with `src/input.c:8`.",
			"a point that nobody has settled, by its id.", "none."},
		out);
}

const char rounds_summary_how[] = "What was conceded or certified is in place, word for word and with its evidence, "
				  "and stays so. Five hundred to eight hundred tokens in\n"
				  "all; fewer or more are taken, with a warning.\n";

/* -- the verdict -- */

static void
put_side_line(const struct rounds_prompt *p, enum speaker who, UT_string *out)
{
	utstring_printf(out, "**%s**: ", rounds_speakers[who].title);
	put_tool(p, who, out);
	put(out, " (");
	rounds_prompt_side(p, who, true, out);
	put(out, ")\n");
}

/* What is known of the debate. What was checked in it nobody knows but the judge: `rigor` is the example's. */
static void
put_facts(const struct rounds_prompt *p, const char *rigor, UT_string *out)
{
	heading_put(out, &rounds_headings[BEGIN_VERDICT], 0, NULL, NULL, NULL, NULL);
	put(out, "\n\n**Topic**: ");
	md_escape(out, p->topic);
	put(out, "\n");
	for (enum speaker who = 0; who < SPEAKERS; who++)
		put_side_line(p, who, out);
	utstring_printf(out, "**Rounds**: %u\n**Rigor**: %s\n", p->completed, rigor);
	if (!p->incomplete)
		return;
	put(out, "**Incomplete**: ");
	md_escape(out, p->incomplete);
	put(out, "\n");
}

static void
blank_verdict(const struct rounds_prompt *p, UT_string *out)
{
	put_facts(p, HAND_IN_PLACE, out);
	put(out,
		"\n### Verdict\n\n" HAND_IN_PLACE "\n\n### Debate Quality\n\n- **Genuine disagreement**: " HAND_IN_PLACE
		"\n- **Evidence quality**: " HAND_IN_PLACE "\n- **Challenge depth**: " HAND_IN_PLACE
		"\n\n### Key Agreements\n\n- " HAND_IN_PLACE " (evidence: " HAND_IN_PLACE
		")\n\n### Key Disagreements\n\n- " HAND_IN_PLACE "\n\n### Unresolved Questions\n\n- " HAND_IN_PLACE
		"\n\n### Recommendation\n\n" HAND_IN_PLACE "\n");
}

/* One whose evidence stands in the debate, where somebody has yielded to some. */
static void
put_agreement(const struct rounds_prompt *p, UT_string *out)
{
	for (size_t i = 0; i < p->n_turns; i++)
		for (size_t k = 0; k < p->turns[i].spoken->n_yields; k++) {
			const struct spoken_yield *y = &p->turns[i].spoken->yields[k];
			if (!y->n_cited)
				continue;
			grow_for(out, 2 * strlen(y->cited[0]) + POINT_BYTES);
			put(out, "- What both grant (evidence: ");
			md_escape(out, y->cited[0]);
			utstring_printf(out, ", round %u)\n", p->turns[i].spoken->round);
			return;
		}
	put(out, "None.\n");
}

static void
example_verdict(const struct rounds_prompt *p, UT_string *out)
{
	put_facts(p, "order and identity of each turn by the filesystem; the lines cited in round 1 by the judge", out);
	put(out, "\n### Verdict\n\n");
	put_tool(p, SPEAKER_PROPOSER, out);
	put(out,
		" had the stronger argument, because of what it brought forward in round 1 and of the evidence that it "
		"named there.\n"
		"\n### Debate Quality\n\n- **Genuine disagreement**: high\n- **Evidence quality**: medium\n- "
		"**Challenge depth**: medium\n"
		"\n### Key Agreements\n\n");
	put_agreement(p, out);
	put(out, "\n### Key Disagreements\n\n- What they differ in: ");
	put_tool(p, SPEAKER_PROPOSER, out);
	put(out, " argues for it, ");
	put_tool(p, SPEAKER_CHALLENGER, out);
	put(out,
		" argues against it\n\n### Unresolved Questions\n\n- What nobody has measured so far\n\n### "
		"Recommendation\n\n"
		"Do what ");
	put_tool(p, SPEAKER_PROPOSER, out);
	put(out, " proposed in round 1, and begin with `src/main.c:14`.\n");
}

const char rounds_verdict_how[] =
	"What is in place stays as it is, and so do the headings. **Rigor** says what was checked, and by whom. "
	"**Verdict** names one of the two\n"
	"tools as the stronger, never both and never neither, and cites rounds and points of this debate. Each quality "
	"is high, medium or low. There\n"
	"may be more agreements, disagreements and questions than one, and where there is none, `None.` stands there "
	"alone; each agreement has its\n"
	"evidence. The recommendation says what to do, in one direction.\n";

/* -- which -- */

/* clang-format off */
static const struct {
	void (*blank)(const struct rounds_prompt *p, UT_string *out);
	void (*example)(const struct rounds_prompt *p, UT_string *out);
} shapes[ROUNDS_ASKS] = {
	[ROUNDS_OPENING]  = { blank_opening,   example_opening },
	[ROUNDS_RESPONSE] = { blank_response,  example_response },
	[ROUNDS_DEFENSE]  = { blank_defense,   example_defense },
	[ROUNDS_FOLLOWUP] = { blank_followup,  example_followup },
	[ROUNDS_CLOSING]  = { blank_closing,   example_closing },
	[ROUNDS_SUMMARY]  = { blank_summary,   example_summary },
	[ROUNDS_VERDICT]  = { blank_verdict,   example_verdict },
};
/* clang-format on */

void
rounds_blank_put(const struct rounds_prompt *p, UT_string *out)
{
	shapes[p->kind].blank(p, out);
}

void
rounds_example_put(const struct rounds_prompt *p, UT_string *out)
{
	shapes[p->kind].example(p, out);
}
