/*
 * Texts that nobody would write, made of the lines of those of tests/corpus: doubled, moved, left out, with headings and labels of other texts
 * between them. Some are accepted, as they may be; each of these is folded, and a duel of them is the same when it is loaded again.
 */
#include "tests/fuzz/script.h"

#define LINES 4000
#define TRIES 16

static char *pool[LINES];
static size_t n_pool, n_names; /* headings and labels are first, each once */
static uint32_t dice = 1;

static size_t
roll(size_t sides)
{
	dice = dice * 1664525 + 1013904223;
	return sides ? (dice >> 8) % sides : 0;
}

static void
keep_line(char *line)
{
	bool is_name = !strncmp(line, "**", 2) || *line == '#';
	size_t i = 0;
	while (is_name && i < n_names && strncmp(pool[i], line, 8))
		i++;
	if (n_pool == LINES || (is_name && i < n_names))
		return;
	pool[n_pool++] = pool[i];
	pool[is_name ? n_names++ : n_pool - 1] = line;
}

/* malloc'd. */
static char *
edited(const char *text)
{
	char *copy = mem_strdup(text), *rest = copy, *lines[LINES];
	size_t n = 0;
	UT_string s;
	while (rest && n < LINES - 8)
		lines[n++] = strsep(&rest, "\n");
	for (size_t edits = 1 + roll(3); n && edits; edits--) {
		size_t from = roll(n), at = roll(roll(2) ? n : 1 + n / 4), kind = roll(4);
		char *line = kind ? lines[from] : pool[roll(roll(2) ? n_names : n_pool)];
		if (kind > 1) /* it goes, or is moved */
			memmove(&lines[from], &lines[from + 1], (--n - from) * sizeof *lines);
		at = at > n ? n : at;
		if (kind < 3)
			memmove(&lines[at + 1], &lines[at], (n++ - at) * sizeof *lines), lines[at] = line;
	}
	utstring_init(&s);
	for (size_t i = 0; i < n; i++)
		utstring_printf(&s, "%s%s", i ? "\n" : "", lines[i]);
	free(copy);
	return utstring_body(&s);
}

/* The file goes on with the text itself where no other is accepted. */
static void
play(const char *all, unsigned taken[2])
{
	struct script s;
	char *word, *text, how[64];
	script_begin(&s, all);
	while ((text = script_next(&s, &word))) {
		int err = -1;
		for (int i = 0; i < TRIES && err; i++) {
			char *other = test_owns(edited(text));
			snprintf(how, sizeof how, "%.*s%s", (int)roll(2), &"<="[roll(2)], word);
			err = script_do(&s, how, other);
			taken[err != 0]++;
		}
		if (err)
			script_do(&s, word, text);
	}
	script_end(&s, true);
}

TEST(whatever_lines_a_text_is_made_of_a_duel_that_accepts_it_is_the_same_when_it_is_loaded_again)
{
	static const char *const formats[] = {"rounds", "socratic", "dialectic", "adversarial"};
	static char odd[] = "## Turn 1 — alice (unknown / unknown-model) — DISSENTING\n## Terminal Conclusion\nStance: CONVERGING\nOutcome: MAX_TURNS\n"
		"## Round 1 — Opening\n## Closing\n# Debate Summary\n## Summary of rounds 1–1\n---\n```\n<!-- x\n-->\n> said\n\n- \n\t\n...";
	for (size_t f = 0; f < N(formats); f++) {
		struct dirent **names;
		char path[512], *all[64], *cut[64], *line, *odds = mem_strdup(odd);
		unsigned taken[2] = {0};
		snprintf(path, sizeof path, "./%stests/corpus/%s/natural", debate_root(), formats[f]);
		int n = scandir(path, &names, NULL, alphasort);
		assert_in_range(n, 3, N(all));
		n_pool = n_names = 0;
		for (char *rest = odds; (line = strsep(&rest, "\n"));)
			keep_line(line);
		for (int i = 0; i < n; i++) {
			snprintf(path, sizeof path, "%s/natural/%s", formats[f], names[i]->d_name);
			all[i] = *names[i]->d_name == '.' ? mem_strdup("") : debate_file(path);
			cut[i] = mem_strdup(all[i]);
			for (char *rest = cut[i]; (line = strsep(&rest, "\n"));)
				keep_line(line);
			free(names[i]);
		}
		free(names);
		for (unsigned k = 0; k < sample_of((unsigned)n * 8); k++)
			if (strstr(all[k % n], "=== "))
				play(all[k % n], taken);
		if (taken[0] < sample_of(40) || taken[1] < sample_of(40))
			fail_msg("%s: %u accepted, %u refused", formats[f], taken[0], taken[1]);
		for (int i = 0; i < n; i++) {
			free(all[i]);
			free(cut[i]);
		}
		free(odds);
	}
}
