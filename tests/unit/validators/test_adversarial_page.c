/*
 * What the page of an adversarial debate shows beside what was said.
 */
#include "tests/unit/validators/adversarial_fixture.h"

#include "validators/adversarial/mutation.h"
#include "validators/adversarial/page.h"

static char *
page_revised(const struct adversarial *d, const char *revisions, unsigned earlier)
{
	struct page_ask ask = {.snapshot = d->snapshot, .kb = d->kb, .ledger = d->ledger, .ctx = &d->ctx,
		.revisions = revisions, .earlier = earlier};
	UT_string out;
	utstring_init(&out);
	/* A string of this kind grows by what is put in, and a sanitizer copies all of it each time. */
	utstring_reserve(&out, 3 << 20);
	adversarial_page(&ask, &out);
	return utstring_body(&out);
}

static char *
page_of(const struct adversarial *d)
{
	return page_revised(d, NULL, 0);
}

static unsigned
count(const char *s, const char *what)
{
	unsigned n = 0;
	for (; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

static void
assert_has(const char *page, const char *what)
{
	if (count(page, what) != 1)
		fail_msg("%u times %s in %s", count(page, what), what, page);
}

/* Every element that opens is closed again, in the order of a tree. */
static void
assert_balanced(const char *page)
{
	static const char *const alone[] = {"br"};
	char open[32][16];
	unsigned depth = 0;
	for (const char *s = page; (s = strchr(s, '<')); s++) {
		char name[16];
		bool ends = s[1] == '/';
		assert_int_equal(sscanf(s + 1 + ends, "%15[a-z0-9]", name), 1);
		if (!strcmp(name, alone[0]))
			continue;
		if (!ends) {
			assert_true(depth < 32);
			strcpy(open[depth++], name);
		} else if (!depth || strcmp(open[--depth], name)) {
			fail_msg("</%s> at %.80s", name, s);
		}
	}
	assert_int_equal(depth, 0);
}

TEST(each_claim_says_how_it_stands_what_it_rests_on_and_who_closed_it)
{
	struct adversarial d;
	char *page;
	adversarial_set_up(&d);
	page = page_of(&d);
	assert_int_equal(count(page, "id=\"claims\""), 0);
	free(page);
	adversarial_play(&d, 5);
	page = page_of(&d);
	assert_balanced(page);
	assert_has(page, "<summary>Claims: 2 open, 2 partially-rebutted, 1 closed</summary>");
	assert_has(page, "<li id=\"L-003\"><strong>L-003</strong> <span class=\"rating stands\">open</span> alignment inside a line");
	assert_has(page,
		"sam, turns <a href=\"#turn-2\">2</a> → <a href=\"#turn-3\">3</a> → <a href=\"#turn-5\">5</a>; on "
		"<a href=\"#arg-002\">arg-002</a> <span class=\"rating strong\">strong</span>, "
		"<code>kb/sources/surveys/style-guides-2019-review.md</code></span></li>");
	assert_has(page,
		"<br>Closed as refuted in turn <a href=\"#turn-4\">4</a>, for <a href=\"#arg-005\">arg-005</a> "
		"<span class=\"rating refuted\">refuted</span>: “the tool that Turn 2 rests on wants tabs, as its manual says”");
	free(page);
	adversarial_done(&d);
}

TEST(what_was_objected_to_accepted_conceded_and_withdrawn_says_so)
{
	struct adversarial d;
	char *page;
	adversarial_set_up(&d);
	adversarial_play(&d, 5);
	adversarial_take(&d, SAM,
		"## Turn 6 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: L-001\n\n**Claims**\n"
		"- concede L-001: whoever reads may set it\n- withdraw L-004: it says nothing of the cause\n"
		"- object L-005: this standard says so too [kb/sources/standards/ecma-48-1991-tabulation.md]\n\n"
		"**Argument**\nThat is granted.\n");
	page = page_of(&d);
	assert_has(page, "<br>Conceded by sam");
	assert_has(page, "<span class=\"rating falls\">withdrawn, rebutted</span>");
	assert_has(page, "; objected to in turn <a href=\"#turn-6\">6</a>, not ruled on yet");
	free(page);
	adversarial_take(&d, MONA,
		"## Turn 7 — mona (gemini / pro) — moderator\n\n**Rulings**\n- reaffirm L-005: it speaks of style alone\n\n"
		"**Deflections**\n- deflection spaces arg-004 → arg-003 (Turns 2, 5): it is not about reading\n\n"
		"**Findings**\n- finding: nobody <counted> the readers\n");
	adversarial_take(&d, SAM,
		"## Turn 8 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: L-005\n\n**Claims**\n"
		"- accept L-005: be it so\n\n**Argument**\nIt is left.\n");
	page = page_of(&d);
	assert_balanced(page);
	assert_has(page, "objected to in turn <a href=\"#turn-6\">6</a>, reaffirmed: final; accepted by sam");
	assert_has(page, "<summary>Deflections: 1</summary>");
	assert_has(page, "<li>spaces cited <a href=\"#arg-004\">arg-004</a> <span class=\"rating weak\">weak</span> <span class=\"meta\">"
		"empirical; respondents of one survey of the year 2017</span> where it had <a href=\"#arg-003\">arg-003</a> "
		"<span class=\"rating contested\">contested</span> <span class=\"meta\">ethical/metaphysical; readers with low vision or a "
		"Braille display</span> to address: ");
	assert_has(page, "called out in turn <a href=\"#turn-7\">7</a>; not addressed yet</li>");
	assert_has(page, "<li>nobody &lt;counted&gt; the readers <span class=\"meta\">turn <a href=\"#turn-7\">7</a>");
	free(page);
	adversarial_done(&d);
}

TEST(arguments_stand_by_position_those_that_the_debate_touched_first)
{
	struct adversarial d;
	char *page, *folded;
	adversarial_set_up(&d);
	page = page_of(&d);
	/* nothing was said: what stands for a question is what it is about */
	folded = strstr(page, "<summary>3 more, an edge away from these</summary>");
	assert_non_null(folded);
	assert_true(strstr(page, "<li id=\"arg-003\">") < folded);
	free(page);
	adversarial_play(&d, 5);
	page = page_of(&d);
	assert_has(page, "<summary>The argument graph: 9 arguments, 18 edges</summary>");
	assert_has(page, "<h3>spaces <span class=\"meta\">sam</span></h3>\n<ul class=\"graph\">\n<li id=\"arg-002\">");
	folded = strstr(page, "<summary>3 more, an edge away from these</summary>");
	assert_non_null(folded);
	assert_true(strstr(page, "<li id=\"arg-005\">") < folded);
	assert_true(strstr(page, "<li id=\"arg-006\">") > folded);
	assert_true(strstr(page, "<li id=\"arg-007\">") > strstr(page, "<summary>1 more</summary>"));
	assert_has(page, "<li>contradicts: <a href=\"#arg-001\">arg-001</a>");
	assert_has(page, "<li>contradicts it: <a href=\"#arg-002\">arg-002</a>");
	assert_has(page, "<li><strong>Q-2</strong> Does the choice shut anybody out?<br>\n<span class=\"meta\">stands on <a href=\"#arg-003\">");
	free(page);
	adversarial_done(&d);
}

TEST(of_a_larger_base_every_argument_and_every_edge_is_there)
{
	struct adversarial d;
	char *page, id[32];
	adversarial_set_up(&d);
	kb_drop(d.kb);
	kb_drop(d.snapshot);
	d.snapshot = kb_load("large");
	d.kb = kb_hold(d.snapshot);
	page = page_of(&d);
	assert_balanced(page);
	assert_has(page, "66 arguments, 203 edges</summary>");
	for (unsigned i = 1; i <= 66; i++) {
		snprintf(id, sizeof id, "<li id=\"arg-%03u\">", i);
		assert_has(page, id);
	}
	for (size_t i = 0; i < kb_edges(d.kb); i++) {
		const struct kb_edge *e = kb_edge(d.kb, i);
		char *out, *end, *line, *name = mem_format("<li id=\"%s\">", kb_argument(d.kb, e->from)->id);
		out = mem_copy(strstr(page, name), strcspn(strstr(page, name), ""));
		end = strstr(out, "</ul>");
		*end = '\0';
		line = mem_format("<li>%s: ", kb_edge_names[e->type]);
		end = strstr(out, line);
		assert_non_null(end);
		end[strcspn(end, "\n")] = '\0';
		assert_non_null(strstr(end, e->source ? e->source : kb_argument(d.kb, e->to)->id));
		free(line);
		free(out);
		free(name);
	}
	free(page);
	adversarial_done(&d);
}

/* The live base is what a revision made of it. */
static void
revise(struct adversarial *d)
{
	kb_set_change(d->set, "edges.md", "arg-002 addresses arg-001",
		"arg-005 tangential-to arg-009 \"\"\narg-002 addresses arg-001");
	adversarial_change(d, "arguments/arg-003-low-vision-readers-need-tabs.md", "status: contested", "status: weak");
}

#define REVISION(number, turn, change) \
	"\n## R-" number " — 2026-11-20 — debater-spaces, debate turn " turn "\n\n- **Type**: status-downgrade\n" \
	"- **Target**: arg-003\n- **Change**: " change "\n- **Justification**: nobody counted\n- **Triggered by**: L-002\n"

TEST(what_an_argument_began_as_what_it_is_now_and_which_turn_lowered_it)
{
	struct adversarial d;
	char *page;
	adversarial_set_up(&d);
	adversarial_play(&d, 5);
	page = page_of(&d);
	assert_int_equal(count(page, "id=\"changes\""), 0);
	assert_int_equal(count(page, "<em>new</em>"), 0);
	free(page);
	revise(&d);
	page = page_revised(&d,
		"# Revisions\n" REVISION("001", "3", "strong → contested") REVISION("002", "5", "contested → weak"), 1);
	assert_balanced(page);
	assert_has(page, "<summary>What changed in the knowledge base: 1 argument</summary>");
	assert_has(page,
		"<li><span class=\"rating contested\">contested</span> → <a href=\"#arg-003\">arg-003</a> "
		"<span class=\"rating weak\">weak</span>: Whoever reads");
	assert_has(page,
		"<tr><td>R-002</td><td><a href=\"#arg-003\">arg-003</a> <span class=\"rating weak\">weak</span></td>"
		"<td>status-downgrade<br>contested → weak</td><td>turn <a href=\"#turn-5\">5</a><br>"
		"<span class=\"meta\">debater-spaces</span></td><td>nobody counted</td></tr>");
	/* the turns of an earlier debate are none of this one */
	assert_has(page, "strong → contested</td><td>an earlier debate<br>");
	assert_has(page,
		"<li id=\"arg-003\"><strong>arg-003</strong> <span class=\"rating contested\">contested</span> → "
		"<span class=\"rating weak\">weak</span>");
	assert_int_equal(count(page, "<em>new</em>"), 2);
	assert_true(strstr(page, "<li id=\"arg-009\">") < strstr(page, "an edge away from these"));
	free(page);
	adversarial_done(&d);
}

TEST(what_changed_without_a_word_is_shown_too_and_a_new_node)
{
	struct adversarial d;
	char *page;
	adversarial_set_up(&d);
	kb_set_text(d.set, "arguments/arg-010-new.md",
		"---\nid: arg-010\nslug: new\nposition: tabs\nlayer: meta\nscope: all\nbasis_type: reasoning\nstatus: weak\n"
		"asserter: x\nsummary: It is new.\n---\n\n## Statement\n\nIt is so.\n");
	adversarial_change(&d, "arguments/arg-001-tabs-adapt-to-readers.md", "status: robust", "status: weak");
	page = page_of(&d);
	assert_has(page, "What changed in the knowledge base: 2 arguments");
	assert_has(page, "<li><em>new</em> → <a href=\"#arg-010\">arg-010</a>");
	assert_int_equal(count(page, "<table>"), 0);
	free(page);
	adversarial_done(&d);
}

TEST(whatever_anybody_wrote_is_text)
{
	static const char evil[] = "<script>x</script> & \"y\"";
	struct adversarial d;
	char *page, *summary = mem_format("summary: %s\n", evil), *turn;
	struct seat mallory = adversarial_seats[SAM - 1];
	const struct seat *seats[] = {&adversarial_seats[0], &mallory, &adversarial_seats[2]};
	adversarial_set_up(&d);
	adversarial_play(&d, 4);
	mallory.name = evil;
	d.ctx.seats = seats;
	kb_set_change(d.set, "arguments/arg-003-low-vision-readers-need-tabs.md",
		"summary: Whoever reads at a very large size, or on a Braille line, needs indentation that can be made narrow.\n",
		summary);
	for (size_t i = 0; i < d.set->n; i++) {
		char *at = strstr(d.set->v[i].text, "\nposition: tabs\n"), *text;
		if (!at)
			continue;
		text = mem_format("%.*s\nposition: <b>Tabs</b>\n%s", (int)(at - d.set->v[i].text), d.set->v[i].text,
			at + strlen("\nposition: tabs\n"));
		free((char *)d.set->v[i].text);
		d.set->v[i].text = text;
		d.set->v[i].len = strlen(text);
	}
	kb_set_change(d.set, "quality-summary.md", "Does the choice shut anybody out?", "Does <i>it</i>?");
	revise(&d);
	d.ctx.seats = adversarial_seat_list;
	turn = mem_format("## Turn 5 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: Turn 2\n\n**Claims**\n"
		"- new: a claim of <script>x</script> words & \"more\" [arg-003: weak]\n\n**Argument**\nSo.\n");
	{
		struct turn_text t = {.turn = {.number = 0}};
		struct ledger *after;
		assert_true(turn_text_read(turn, strlen(turn), &t));
		after = ledger_after(d.ledger, d.kb, &t.turn, TESS, 0);
		ledger_drop(d.ledger);
		d.ledger = after;
		turn_text_free(&t);
	}
	d.ctx.seats = seats;
	page = page_revised(&d,
		"# R\n## R-001 — <b>x</b> — <b>me</b>, debate turn 5\n- **Type**: <b>t</b>\n- **Target**: <b>g</b>\n"
		"- **Change**: <b>c</b>\n- **Justification**: <b>j</b>\n", 0);
	assert_balanced(page);
	assert_int_equal(count(page, "<script") + count(page, "<b>") + count(page, "<i>"), 0);
	assert_true(count(page, "&lt;script&gt;x&lt;/script&gt; &amp; &quot;y&quot;") >= 3);
	for (const char *const *word = (const char *const[]){"me", "t", "g", "c", "j", NULL}; *word; word++) {
		char *text = mem_format("&lt;b&gt;%s&lt;/b&gt;", *word);
		assert_true(count(page, text) >= 1);
		free(text);
	}
	free(page);
	free(turn);
	free(summary);
	adversarial_done(&d);
}

TEST(of_a_long_scope_a_page_has_the_beginning)
{
	struct adversarial d;
	char *page, *scope = mem_format("scope: %0190d<b>%090d\n", 0, 0);
	adversarial_set_up(&d);
	adversarial_play(&d, 5);
	adversarial_take(&d, MONA,
		"## Turn 6 — mona (gemini / pro) — moderator\n\n**Deflections**\n"
		"- deflection spaces arg-004 → arg-003 (Turns 2, 5): it is not about reading\n");
	kb_set_change(d.set, "arguments/arg-004-spaces-earn-more.md", "scope: respondents of one survey of the year 2017\n", scope);
	revise(&d);
	page = page_of(&d);
	assert_balanced(page);
	assert_has(page, "empirical; 0000");
	assert_has(page, "000&lt;b&gt;0000000…</span> where it had ");
	free(page);
	free(scope);
	adversarial_done(&d);
}

TEST(a_page_has_a_bound_whatever_the_base_and_the_debate_have_come_to)
{
	enum { ARGUMENTS = 700, TURNS = 6 };
	struct adversarial d;
	char *page;
	UT_string edges, turn;
	adversarial_set_up(&d);
	utstring_init(&edges);
	utstring_reserve(&edges, 1 << 20);
	utstring_printf(&edges, "# Edges\n");
	for (unsigned i = 100; i < 100 + ARGUMENTS; i++) {
		char *path = mem_format("arguments/arg-%03u-a.md", i), *text = mem_format(
			"---\nid: arg-%03u\nslug: a\nposition: tabs\nlayer: meta\nscope: all\nbasis_type: reasoning\n"
			"status: weak\nasserter: x\nsummary: Argument %u.\n---\n\n## Statement\n\nIt is so.\n", i, i);
		kb_set_text(d.set, path, text);
		free(path);
		free(text);
		for (unsigned k = 100; k < 150; k++)
			if (k != i)
				utstring_printf(&edges, "arg-%03u supports arg-%03u \"\"\n", i, k);
	}
	kb_set_text(d.set, "edges.md", utstring_body(&edges));
	kb_drop(d.kb);
	d.kb = kb_set_read(d.set);
	utstring_init(&turn);
	for (unsigned i = 0; i < TURNS; i++) {
		struct turn_text t = {.turn = {.number = 0}};
		struct ledger *after;
		utstring_clear(&turn);
		utstring_printf(&turn, "## Turn %u — tess (claude-code / opus) — debater-tabs\n\n**Answers**: Turn 1\n\n**Claims**\n",
			i + 1);
		for (unsigned k = 0; k < 100; k++)
			utstring_printf(&turn, "- new: claim %u of turn %u [arg-%03u: weak]\n", k, i, 100 + k);
		utstring_printf(&turn, "\n**Argument**\nSo.\n");
		assert_true(turn_text_read(utstring_body(&turn), utstring_len(&turn), &t));
		after = ledger_after(d.ledger, d.kb, &t.turn, TESS, 1);
		ledger_drop(d.ledger);
		d.ledger = after;
		turn_text_free(&t);
	}
	page = page_of(&d);
	assert_balanced(page);
	assert_int_equal(count(page, "<li id=\"L-"), PAGE_CLAIMS);
	assert_has(page, "<li class=\"meta\">and 100 more, in <code>output/claims-ledger.md</code></li>");
	assert_int_equal(count(page, "<li id=\"arg-"), PAGE_ARGUMENTS);
	assert_has(page, "<p class=\"meta\">and 409 more, in <code>kb/arguments</code></p>");
	assert_has(page, "<p class=\"meta\">and 400 more, in <code>kb/arguments</code></p>");
	assert_true(count(page, "<li class=\"meta\">and 20 more edges, in <code>kb/edges.md</code></li>") > 50);
	assert_true(strlen(page) < 3 << 20);
	free(page);
	utstring_done(&turn);
	utstring_done(&edges);
	adversarial_done(&d);
}
