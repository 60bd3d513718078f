/*
 * Any bytes, as the body of a turn of either side in round 1 to 3, or as a file of phrases. The first byte says as which, the second where the
 * text is cut: what is refused as a beginning is refused as a whole. What a reading holds lies in the text and in order, and what is kept of a
 * turn is what judging a later one can go by.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/rounds/turn.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A few of each, so that every rule can be met by a few words. */
static const struct {
	enum phrase_list list;
	const char *phrases;
} lists[] = {
	{ PHRASES_PRAISE, "great point\ngood\n" }, { PHRASES_AGREEMENT, "i agree\nagreed\nok\n" }, { PHRASES_CONTRAST, "but\n" },
	{ PHRASES_CONCEDE, "i concede\n^ conceded\ni accept * point\n" }, { PHRASES_CERTIFY, "is resolved\ni am convinced\n" },
	{ PHRASES_RETRACT, "does not hold\nis wrong\n" }, { PHRASES_ALTERNATIVE, "alternative\nuse * instead\n" }, { PHRASES_CORRECTNESS, "bug\n" },
	{ PHRASES_SECURITY, "security\n" }, { PHRASES_EXPERIENCE, "dx\n" }, { PHRASES_NEITHER, "both * merit\n" }, { PHRASES_NEGATION, "not\nno\n" },
};

static const char *const turns[] = {
	"The store is `sqlite`, in src/main.c:14.\n",
	("No, it leaks.\n\n- A bug loses rows in src/a.c.\n- Security is not looked at, says open(2).\n- The dx is bad, 12 ms a row.\n- Alternative: use "
	"files instead of it.\n"),
	"C1.1: I concede it, src/a.c:3 shows it.\n\nC1.2 is wrong about open(2) here.\n\nC1.3 is worth its price, 3 ms.\n\nC1.4 costs two syncs more, src/b.c:9.\n",
	"C1.2 is resolved: src/b.c:8 shows it.\n\n- The answer to C1.3 leaves out what a reader pays.\n",
};

struct stage {
	struct phrases *phrases;
	struct spoken *before[4];
	size_t n;
};

/* -- what a reading holds -------------------------------------------------------------------------------------------------------- */

static void
check_run(struct run run, size_t n)
{
	assert(run.first <= n && run.n <= n - run.first);
}

static void
check_reading(const struct rounds_reading *r)
{
	size_t end = 0;
	unsigned points = 0;

	for (size_t i = 0; i < r->citations.n; i++) {
		const struct citation *c = &r->citations.v[i];
		assert(c->len && c->off >= end && c->off + c->len <= r->md->len);
		end = c->off + c->len;
	}
	end = 0;
	for (size_t i = 0; i < r->n_sentences; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		assert(s->len && s->off >= end && s->off + s->len <= r->md->len && s->block < r->n_blocks && s->line > 0);
		end = s->off + s->len;
		check_run(s->citations, r->citations.n);
		check_run(s->names, r->n_names);
		for (size_t k = s->names.first; k < s->names.first + s->names.n; k++)
			assert(r->names[k].off >= s->off && r->names[k].off < end && r->names[k].round && r->names[k].n);
	}
	for (size_t i = 0; i < r->n_blocks; i++) {
		const struct rounds_block *b = &r->blocks[i];
		check_run(b->sentences, r->n_sentences);
		check_run(b->citations, r->citations.n);
		assert(b->off + b->len <= r->md->len && (!b->point || b->point == ++points));
		for (size_t k = b->sentences.first; k < b->sentences.first + b->sentences.n; k++)
			assert(r->sentences[k].block == i);
	}
	assert(points == r->n_points);
}

static void
check_spoken(const struct spoken *s)
{
	for (size_t i = 0; i < s->n_points; i++)
		assert(text_clean_line(s->points[i].text, strlen(s->points[i].text)));
	for (size_t i = 0; i < s->n_yields; i++) {
		assert(*s->yields[i].sentence && text_clean_line(s->yields[i].sentence, strlen(s->yields[i].sentence)));
		for (size_t k = 0; k < s->yields[i].n_cited; k++)
			assert(*s->yields[i].cited[k]);
	}
	for (size_t i = 1; i < s->n_cited; i++)
		assert(s->cited[i - 1] <= s->cited[i]);
	for (size_t i = 0; i < s->n_unsupported; i++)
		assert(*s->unsupported[i].text);
}

/* -- one body -------------------------------------------------------------------------------------------------------------------- */

/* Judge a body, as the core does with text_check first; *kept is what is kept of it where it is accepted. */
static int
try_body(const struct stage *stage, enum speaker speaker, unsigned round, bool reject, const char *text, size_t len, bool prefix, struct spoken **kept)
{
	struct findings findings = { .n = 0 };
	struct rounds_reading r;
	struct md md;
	struct rounds_ask ask = { .speaker = speaker, .round = round, .before = (const struct spoken *const *)stage->before, .n_before = stage->n,
		.phrases = stage->phrases, .novelty_threshold = 0.8, .reject_unsupported = reject, .prefix = prefix, .line0 = 2 };
	int err = text_check(text, len, 1 << 16, 0, prefix, &findings);

	*kept = NULL;
	if (!err) {
		md_parse(&md, text, len);
		err = md.fault;
		rounds_reading_make(&r, &md, 0, stage->phrases, prefix);
		check_reading(&r);
		rounds_judge_body(&ask, &r, &findings);
		err = err ? err : findings_errno(&findings);
		if (!err && !prefix)
			check_spoken(*kept = spoken_new(&r, speaker, round, false));
		/* A beginning may be read where the whole cannot be. */
		if (md.fault && prefix)
			err = 0;
		rounds_reading_free(&r);
		md_free(&md);
	}
	assert(findings.n <= LIMIT_FINDINGS);
	for (size_t i = 0; i < findings.n; i++)
		assert(text_clean_line(findings.v[i].text, strlen(findings.v[i].text)));
	findings_free(&findings);
	return err;
}

static struct stage
begin(void)
{
	struct stage stage = { .phrases = phrases_new() };
	int line;

	for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
		assert(!phrases_parse(stage.phrases, lists[i].list, lists[i].phrases, strlen(lists[i].phrases), &line));
	for (unsigned i = 0; i < sizeof turns / sizeof turns[0]; i++) {
		struct spoken *kept;
		assert(!try_body(&stage, i % SPEAKERS, i / SPEAKERS + 1, false, turns[i], strlen(turns[i]), false, &kept));
		stage.before[stage.n++] = kept;
	}
	return stage;
}

static void
try_phrases(const char *text, size_t len)
{
	struct phrases *p = phrases_new();
	struct wording w;
	int line;
	const char *fault = phrases_parse(p, PHRASES_PRAISE, text, len, &line);

	assert(line >= 0 && (fault || phrases_count(p, PHRASES_PRAISE) <= PHRASES_MAX));
	wording_read(&w, p, text, len);
	phrases_free(p);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct stage all;
	struct stage stage;
	struct spoken *kept, *none;
	enum speaker speaker;
	unsigned round;
	size_t len, cut;
	char *text, *part;
	int err;

	if (size < 2)
		return 0;
	if (!all.phrases)
		all = begin();
	speaker = data[0] % SPEAKERS;
	round = 1 + data[0] / SPEAKERS % 3;
	stage = all;
	stage.n = (round - 1) * SPEAKERS + speaker < all.n ? (round - 1) * SPEAKERS + speaker : all.n;
	text = mem_copy(data + 2, size - 2);
	len = text_unix(text, size - 2);
	if (data[0] >= 0xe0) {
		try_phrases(text, len);
		free(text);
		return 0;
	}
	cut = len * data[1] / 255;
	part = mem_check(malloc(cut ? cut : 1));
	memcpy(part, text, cut);
	err = try_body(&stage, speaker, round, data[0] & 0x40, text, len, false, &kept);
	if (try_body(&stage, speaker, round, data[0] & 0x40, part, cut, true, &none))
		assert(err);
	spoken_free(kept);
	free(part);
	free(text);
	return 0;
}
