/*
 * A debate as a script has it, gone through as a mount does, without a kernel. A script is texts parted by lines `===
 *WORD`, as those of tests/corpus are. Each is handed in at a desk: its seat's, if WORD is a name or a part of a role,
 *else that of the first of whom a text is due.
 *
 *	=== <WORD, === =WORD    it is appended to debate.md after a claim; debate.md is written anew with it
 *	=== !LINE, === ! LINE   a line for `lock`, `!fail judy who=bob`; of another user
 *	=== +N                  so many seconds pass
 *
 * Lines before the first of them are of config.toml, `source: FILE` of tests/corpus/socratic/natural, or `# alone`:
 *nobody has joined.
 */
#ifndef TESTS_FUZZ_SCRIPT_H
#define TESTS_FUZZ_SCRIPT_H

#include "tests/fuzz/debates.h"
#include "tests/unit/files.h"

struct script {
	const struct said_debate *kind;
	char duel[32];
	char *all, *rest; /* what is still to come; NULL: nothing */
};

/* By who speaks first. */
static inline const struct said_debate *
script_kind(const char *text)
{
	static const struct { const char *who; unsigned kind; } first[] = {{"opposition", 1}, {"proposition", 1}, {"opening", 2}, {"tabs", 3}, {"spaces", 3}};
	for (const char *at = text; (at = strstr(at, "=== ")); at += 4)
		for (size_t i = 0; i < N(first); i++)
			if (!strncmp(at + 4, first[i].who, strlen(first[i].who)))
				return &debates[first[i].kind];
	return debates;
}

static inline void
script_begin(struct script *s, const char *text)
{
	char line[256], source[64], path[4096];
	unsigned rounds = 1;
	UT_string rules;
	s->kind = script_kind(text);
	s->all = mem_format("\n%s", text);
	s->rest = strstr(s->all, "\n=== ");
	if (s->rest)
		*s->rest = '\0', s->rest += strlen("\n=== ");
	debate_begin(s->duel, s->kind);
	free(core->r->archive); /* which is written beside what is done here */
	core->r->archive = NULL;
	for (const char *at = text; (at = strstr(at, "=== defence")) && rounds < 5; at++)
		rounds++;
	utstring_init(&rules);
	utstring_printf(&rules, "wait_seconds = 60\n");
	if (s->kind == &debates[2])
		utstring_printf(&rules, "rounds = %u\nclosing = %s\n", rounds, strstr(text, "=== closing") ? "true" : "false");
	if (sscanf(s->all, "\nsource: %63[a-z.-]", source) == 1) {
		snprintf(line, sizeof line, "./%stests/corpus/socratic/natural/%s", debate_root(), source);
		utstring_printf(&rules, "source = \"%s\"\n", realpath(line, path) ? path : "");
	} else {
		utstring_printf(&rules, "%s", s->all);
	}
	append_to(core, s->duel, INTAKE_FILE_CONFIG, 0, utstring_body(&rules));
	utstring_done(&rules);
	for (unsigned i = 0; i < s->kind->n_seats && !strstr(s->all, "alone"); i++) {
		snprintf(line, sizeof line, "join %s %s", s->kind->seats[i], s->kind->roles[i]);
		say_as(core, s->duel, 0, line);
	}
}

/* The next text, and whose it is; NULL: there is none. */
static inline char *
script_next(struct script *s, char **word)
{
	char *at = s->rest, *line_end = at ? strchr(at, '\n') : NULL, *end = at ? strstr(at, "\n=== ") : NULL;
	if (!at)
		return NULL;
	*word = at;
	at = line_end && line_end != end ? line_end + 1 : "";
	s->rest = end ? end + strlen("\n=== ") : NULL;
	if (end)
		end[line_end != end] = '\0';
	if (line_end)
		*line_end = '\0';
	return at;
}

/* With what fell due on the disk. */
static inline struct duel *
script_duel(const struct script *s)
{
	struct duel *d = the_duel(core, s->duel);
	duels_lock(core->r);
	int err = duel_enter(d);
	assert(!err);
	duel_leave(d);
	duels_unlock(core->r);
	return d;
}

/* 0: there is none. */
static inline unsigned
script_seat(struct duel *d, const char *word)
{
	struct context ctx;
	unsigned due = 0;
	duels_lock(core->r);
	fold_context(d->fold, &ctx);
	for (unsigned n = ctx.n_seats; n; n--) {
		const struct seat *seat = ctx.seats[n - 1];
		enum hand_in_when when;
		hand_in_next(d->fold->state, n, &when);
		if (*word && (!strcmp(seat->name, word) || strstr(seat->role, word))) {
			due = n;
			break;
		}
		due = when == HAND_IN_DUE ? n : due;
	}
	duels_unlock(core->r);
	return due;
}

/* Under a claim: what is written, in place of the file or behind it. */
static inline int
script_write(struct script *s, const char *name, const char *text, bool anew)
{
	char line[128];
	const char *whole = anew ? TEXT("%s%s", record(core, s->duel), text) : text;
	struct intake *w;
	snprintf(line, sizeof line, "claim %s", name);
	say_as(core, s->duel, 0, line);
	int err = opened(core, s->duel, INTAKE_FILE_DEBATE, 0, anew, &w);
	if (!err) {
		err = written(core, w, whole, -1) ?: flushed(core, w, true);
		closed(core, w);
	}
	snprintf(line, sizeof line, "release %s force=yes", name);
	say_as(core, s->duel, 0, line);
	return err;
}

/* An event; 0, or the negative errno of what was refused. */
static inline int
script_do(struct script *s, const char *word, const char *text)
{
	struct duel *d = script_duel(s);
	if (*word == '!')
		return say_as(core, s->duel, word[1] == ' ' ? 1000 : 0, word + 1);
	if (*word == '+') {
		bed_pass(core, (int64_t)(strtoul(word + 1, NULL, 10) % 1000000));
		return !script_duel(s);
	}
	bool file = *word == '<' || *word == '=';
	unsigned seat = script_seat(d, word + file);
	if (!seat || !*text) /* no kernel writes nothing */
		return -ENOENT;
	const char *name = d->fold->seats[seat - 1]->name;
	if (s->kind == &debates[3]) { /* somebody says who speaks, and when it is over */
		char line[128];
		snprintf(line, sizeof line, seat == 1 ? "end olga reason=x" : "next olga to=%s asks=\"go on\"", d->fold->seats[seat - 1]->role);
		say_as(core, s->duel, 0, line);
	}
	return file ? script_write(s, name, text, *word == '=')
		    : append_to(core, s->duel, INTAKE_FILE_DESK + (int)seat, 0, text);
}

/* For a row of the format's. */
static inline void
script_print_own(struct duel *d, unsigned row, UT_string *out)
{
	const struct format_row *r = own_row_at(d, row);
	char name[FORMAT_NAME_BYTES];
	for (unsigned i = r->many ? 1 : 0; !r->tree && i <= (r->many ? own_count(d, row) : 0); i++) {
		own_name(d, own_sub(row, i), name, sizeof name);
		utstring_printf(out, "\n=== %s, %lld\n", name, (long long)own_ms(d, own_sub(row, i)));
		render_own(d, own_sub(row, i), out);
	}
}

/* All files but last_error. */
static inline char *
script_shown(const struct script *script, bool every)
{
	static const render_fn files[2][4] = {{render_status_toml, render_prompt, render_guide, render_page},
		{render_seat_status, render_prompt, render_seat_template}};
	struct duel *d = script_duel(script);
	UT_string s;
	utstring_init(&s);
	utstring_printf(&s, "%s", core_accepted(script->duel));
	duels_lock(core->r);
	refused_clear(&d->fold->refused); /* equal ones are counted in memory alone */
	for (unsigned seat = 0; seat <= d->fold->n_seats; seat++)
		for (size_t i = 0; i < (every ? N(*files) : 1) && files[!!seat][i]; i++)
			files[!!seat][i](d, seat, &s);
	for (unsigned i = 0; i < debate_pieces(d->fold->state); i++) {
		struct turn_slice t = debate_turn(d->fold->state, i);
		assert(t.offset + t.len <= utstring_len(&d->fold->record));
		utstring_printf(&s, "turn %u of %u, %lld: %zu, %zu\n", t.number, t.seat, (long long)t.time_ms, t.offset, t.len);
	}
	for (unsigned row = 0; own_row_at(d, row); row++)
		script_print_own(d, row, &s);
	if (duel_is_closed(d))
		render_conclusion(d, 0, &s);
	duels_unlock(core->r);
	return test_owns(utstring_body(&s));
}

static inline void
script_same(const char *before, const char *after)
{
	size_t n = 0;
	while (before[n] && before[n] == after[n])
		n++;
	if (before[n] || after[n]) {
		n -= n < 600 ? n : 600;
		fail_msg("%.900s\n--- and when it is loaded again:\n%.900s", before + n, after + n);
	}
}

/* It is over: nothing that it shows is unclean, and all of it is the same when its entries are folded anew. */
static inline void
script_end(struct script *s, bool every)
{
	char *shown = script_shown(s, every), *told = events(core, s->duel);
	struct duel *d = script_duel(s);
	assert(!text_hidden(shown, strlen(shown)));
	LOCKED(core, live_free(d));
	script_same(shown, script_shown(s, every));
	script_same(told, events(core, s->duel));
	free(s->all);
	test_frees();
}

#endif
