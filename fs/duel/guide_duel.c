/* A duel's README.md: its rules, and what may be done now. */
#include "fs/duel/guide_inner.h"

#include <string.h>
#include "validators/markdown.h"
#include "validators/text.h"

/* Who stands in a command where nobody has joined yet. */
#define SOMEBODY "alice"
#define SOMEBODY_ELSE "bob"
#define SOME_HARNESS "shell"
#define SOME_MODEL "human"

enum ending { CONSENSUS, DISSENT, MAX_TURNS, TIMEOUT, INVALIDATED, ENDINGS };

/* When a conclusion's outcome is earned, in the formats whose conclusions have to be (rule conclusion.unearned). */
static const struct {
	const char *name;
	const char *earned;
} endings[ENDINGS] = {
	/* clang-format off */
	[CONSENSUS]   = { "ACCEPTED_CONSENSUS",
		"the latest turn of each participant is `ACCEPTING_CONSENSUS` and neither leaves a blocking item" },
	[DISSENT]     = { "DISSENT",
		"both have taken a turn, and it is not so that both latest stances converge or accept with no blocking item left" },
	[MAX_TURNS]   = { "MAX_TURNS", "the last turn that the rules allow is in and consensus is not earned" },
	[TIMEOUT]     = { "TIMEOUT", "the floor was claimed with `for=timeout` and the other participant is still missing or silent" },
	[INVALIDATED] = { "INVALIDATED", "open to the holder, with a reason" },
	/* clang-format on */
};

struct actor {
	const char *name;
	const char *harness;
	const char *model;
};

static const struct seat *
seat_numbered(const struct guide_facts *f, unsigned number)
{
	return number && number <= f->ctx->n_seats ? f->ctx->seats[number - 1] : NULL;
}

/* Who stands in a command: this seat, else who joined first, else somebody. */
static struct actor
actor_of(const struct guide_facts *f, unsigned number)
{
	const struct seat *seat = seat_numbered(f, number);

	if (!seat)
		seat = seat_numbered(f, 1);
	if (!seat)
		return (struct actor){SOMEBODY, SOME_HARNESS, SOME_MODEL};
	return (struct actor){seat->name, seat->harness, seat->model};
}

/* Who takes the next turn. A holder that has just spoken does not. */
static struct actor
speaker(const struct guide_facts *f)
{
	return actor_of(f, f->next_seat ? f->next_seat : f->ctx->holder);
}

static bool
has_rule(const struct guide_facts *f, const char *id)
{
	for (size_t i = 0; i < f->format->n_rules; i++)
		if (!strcmp(f->format->rules[i].id, id))
			return true;
	return false;
}

static void
put_verb(const struct guide_facts *f, const char *verb, const char *name, const char *keys, UT_string *out)
{
	UT_string line;

	utstring_init(&line);
	utstring_printf(&line, "%s ", verb);
	guide_quote_verb(&line, name);
	guide_put(&line, keys);
	if (f->require_token)
		guide_put(&line, " token=SECRET");
	guide_put_lock(out, f->mountpoint, f->ctx->name, utstring_body(&line));
	utstring_done(&line);
}

/* A token is read back through the open file that asked for it. */
static void
put_join(const struct guide_facts *f, const char *name, UT_string *out)
{
	static const char keys[] = " harness=" SOME_HARNESS " model=" SOME_MODEL;

	if (!f->require_token) {
		put_verb(f, "join", name, keys, out);
		return;
	}
	guide_put(out, "exec 3<>");
	guide_put_path(out, f->mountpoint, f->ctx->name, "lock");
	utstring_printf(out, "\necho 'join %s%s token=new' >&3\ncat <&3\nexec 3>&-\n", name, keys);
}

static void
put_file_command(const struct guide_facts *f, const char *file, UT_string *out)
{
	guide_put_cat(out, f->mountpoint, f->ctx->name, file);
}

static void
duel_head(const struct guide_facts *f, UT_string *out)
{
	utstring_printf(out, "# Duel `%s`: %s\n\n", f->ctx->name, f->ctx->terms->topic);
	utstring_printf(out, "A debate of the format `%s`; every append to `debate.md` is held against its rules, and what breaks one is refused, changes\n"
		"nothing, and is explained in `last_error`. The mount's own `README.md`, one directory up, shows a whole duel by example.\n",
		f->format->name);
}

static void
now_closed(const struct guide_facts *f, UT_string *out)
{
	utstring_printf(out, "The duel is closed: **%s**", f->outcome);
	if (*f->reason)
		utstring_printf(out, ", %s", f->reason);
	guide_put(out, ". Its record is read-only for good.\n");
	guide_sh_begin(out);
	put_file_command(f, "debate.md", out);
	put_file_command(f, "status", out);
	guide_sh_end(out);
}

static void
now_join(const struct guide_facts *f, UT_string *out)
{
	const struct seat *first = seat_numbered(f, 1);
	const char *name = first && !strcmp(first->name, SOMEBODY) ? SOMEBODY_ELSE : SOMEBODY;

	if (first)
		utstring_printf(out, "%s has joined and waits for another participant.", first->name);
	else
		guide_put(out, "Nobody has joined yet; until then whoever made the duel may still change `config.toml`.");
	utstring_printf(out, " Join, with your own name, harness and model in place of\n`%s`, `" SOME_HARNESS "` and `" SOME_MODEL "`:\n", name);
	guide_sh_begin(out);
	put_join(f, name, out);
	guide_sh_end(out);
	if (!first)
		return;
	utstring_printf(out, "\nIf nobody comes: once `wait_until` of `status` has passed, %s may claim the floor with `for=timeout` and conclude with\n"
		"`TIMEOUT`.\n", first->name);
}

static void
now_claim(const struct guide_facts *f, UT_string *out)
{
	struct actor a = speaker(f);

	if (seat_numbered(f, f->next_seat))
		utstring_printf(out, "The floor is free and it is %s's move:\n", a.name);
	else
		guide_put(out, "The floor is free, and any participant may claim it:\n");
	guide_sh_begin(out);
	put_verb(f, "claim", a.name, "", out);
	guide_sh_end(out);
}

static void
now_held(const struct guide_facts *f, const char *task, UT_string *out)
{
	struct actor a = actor_of(f, f->ctx->holder);

	utstring_printf(out, "%s has the floor%s. Everyone else waits until it is released or runs out; `cat lock` shows the seconds left.\n", a.name,
		task);
	guide_sh_begin(out);
	put_file_command(f, "lock", out);
	guide_sh_end(out);
	guide_put(out, "\nThe holder gets the full time again with `refresh`, and gives the floor up with `release`:\n");
	guide_sh_begin(out);
	put_verb(f, "refresh", a.name, "", out);
	put_verb(f, "release", a.name, "", out);
	guide_sh_end(out);
}

static void
duel_now(const struct guide_facts *f, UT_string *out)
{
	bool held = f->ctx->holder != 0;

	utstring_printf(out, "\n## Now\n\nState `%s`, next step `%s`, %u of at most %lld turns.\n\n", f->state, next_step_names[f->next], f->turns,
		(long long)f->ctx->terms->max_turns);
	if (f->next == NEXT_CLOSED)
		now_closed(f, out);
	else if (held && f->next == NEXT_UPDATE_MARKDOWN)
		now_held(f, " and is to conclude, see below", out);
	else if (held && f->next == NEXT_COMPOSE_TURN)
		now_held(f, " and is to write a turn, see below", out);
	else if (held)
		now_held(f, "", out);
	else if (f->ctx->n_seats < f->format->seats_begin)
		now_join(f, out);
	else
		now_claim(f, out);
}

static void
duel_participants(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## Participants\n\n");
	if (!f->ctx->n_seats)
		guide_put(out, "Nobody yet.\n");
	for (unsigned i = 0; i < f->ctx->n_seats; i++) {
		const struct seat *s = f->ctx->seats[i];

		utstring_printf(out, "- %s (%s / %s), uid %u%s\n", s->name, s->harness, s->model, s->uid,
			f->ctx->holder == s->number ? ", has the floor" : "");
	}
	utstring_printf(out, "\nThis format begins with %u participants and has seats for %u. Only the uid that joined under a name acts under it.\n"
		"What each should do now is in `participants/NAME/next`.\n", f->format->seats_begin, f->format->seats_max);
}

static const char token_required[] =
	"- every seat has a token, of its own (`token=SECRET`, 8 to 128 bytes) or made for it (`token=new`); it stands in place of SECRET in\n"
	"  every later verb, and in every append's first line, `<!-- token: SECRET -->`, which is not recorded\n";
static const char token_optional[] = "- a seat may have a token: `token=SECRET` or `token=new` at its first join or claim\n";

static void
duel_terms(const struct guide_facts *f, UT_string *out)
{
	const struct terms *t = f->ctx->terms;

	utstring_printf(out, "\n## Terms\n\n- topic: %s\n", t->topic);
	if (f->ctx->source)
		utstring_printf(out, "- source: `%s`, here as `source.md`\n", f->ctx->source->path);
	else
		guide_put(out, "- source: none\n");
	utstring_printf(out, "- at most %lld turns, each of at most %lld bytes\n", (long long)t->max_turns, (long long)t->max_turn_bytes);
	utstring_printf(out, "- a claim holds the floor for %lld seconds; `refresh` gives them again\n", (long long)t->lease_seconds);
	utstring_printf(out, "- a participant that is missing or silent is waited for %lld seconds; then the other may claim with `for=timeout`\n",
		(long long)t->wait_seconds);
	utstring_printf(out, "- whoever has to wait looks again after %lld seconds\n", (long long)t->retry_after_seconds);
	if (t->novelty_threshold > 0)
		utstring_printf(out, "- a claim that shares %g or more of its five-word runs with an earlier one repeats it\n", t->novelty_threshold);
	guide_put(out, f->require_token ? token_required : token_optional);
}

static void
put_rule(const struct rule *r, UT_string *out)
{
	if (r->severity == SEVERITY_WARNING)
		utstring_printf(out, "| `%s` | W | %s |\n", r->id, r->gloss);
	else
		utstring_printf(out, "| `%s` | E %s | %s |\n", r->id, strerrorname_np(r->err), r->gloss);
}

static void
duel_rules(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## Rules of a turn\n\nE refuses the turn with that errno; W accepts it and shows the warning in `status`.\n\n"
		"| rule | | what it asks |\n|---|---|---|\n");
	for (size_t i = 0; i < f->format->n_rules; i++)
		put_rule(&f->format->rules[i], out);
	for (size_t i = 0; i < TEXT_RULES; i++)
		if (!has_rule(f, text_rules[i].id))
			put_rule(&text_rules[i], out);
}

/* What the example's counterpoint answers, and a support that is really there. */
static void
put_addressed(const struct guide_facts *f, UT_string *out)
{
	if (f->turns)
		utstring_printf(out, "Turn %u", f->turns);
	else
		guide_put(out, f->ctx->source ? "Source" : "the topic as it is put");
}

static void
put_support(const struct guide_facts *f, UT_string *out)
{
	const struct source *s = f->ctx->source;

	guide_put(out, "    - Principle: name the principle, and say why it decides this\n");
	if (f->turns)
		utstring_printf(out, "    - Turn %u: say what in it supports the claim\n", f->turns);
	if (s && s->len && s->text[0] != '\n' && guide_is_plain(s->name, "_-."))
		utstring_printf(out, "    - %s:1\n", s->name);
}

/* The next turn in the shape that these rules ask for. */
static void
put_turn(const struct guide_facts *f, UT_string *out)
{
	struct actor a = speaker(f);
	unsigned n = f->turns + 1;

	if (f->require_token)
		guide_put(out, "<!-- token: SECRET -->\n");
	utstring_printf(out, "## Turn %u — %s (%s / %s) — OPEN_TO_DEBATE\n\n", n, a.name, a.harness, a.model);
	utstring_printf(out, "**Position**\nYour position in turn %u, in prose, on: ", n);
	md_escape(out, f->ctx->terms->topic);
	guide_put(out, "\n\n**Counterpoints**\n- Addresses: ");
	put_addressed(f, out);
	utstring_printf(out, "\n  Claim: One claim of turn %u against it, in a sentence.\n  Support:\n", n);
	put_support(f, out);
	guide_put(out, "\n**Agreements**\n- What is granted to the other side; or none yet.\n");
	utstring_printf(out, "\n**Novel Argument**\nWhat nobody has said before turn %u, and what follows from it.\n\nSupport:\n", n);
	guide_put(out, "    - Principle: what the new argument rests on\n");
	guide_put(out, "\n**Unresolved Items**\n- a question that must be answered before anyone can agree (blocking)\n"
		"- one that can wait (non-blocking)\n");
	if (n > 2)
		guide_put(out, "\n**Stance Revision Support**\n- Principle: why the stance of one's turn before is left; only where the stance changes\n");
}

static void
duel_example(const struct guide_facts *f, UT_string *out)
{
	struct actor a = speaker(f);
	UT_string text;

	utstring_printf(out, "\n## A turn\n\nThe next turn has number %u. With the floor claimed, this is its shape, heading and sections as they "
		"must stand:\n", f->turns + 1);
	utstring_init(&text);
	put_turn(f, &text);
	guide_sh_begin(out);
	guide_put_append(out, f->mountpoint, f->ctx->name, utstring_body(&text));
	put_verb(f, "release", a.name, "", out);
	guide_sh_end(out);
	utstring_done(&text);
	guide_put(out, "\nWrite it with `cat`, not with a shell's own `echo`, which hides the error of a close. A whole rewrite of `debate.md` counts too, where it\n"
		"is the old bytes and then the turn. The stance is one of `OPEN_TO_DEBATE`, `CONVERGING`, `ACCEPTING_CONSENSUS`, `DISSENTING`,\n"
		"`REVISING`.\n");
}

/* After the last turn, and where a conclusion is due, nothing but that is accepted. */
static bool
takes_turns(const struct guide_facts *f)
{
	return (int64_t)f->turns < f->ctx->terms->max_turns && f->next != NEXT_UPDATE_MARKDOWN;
}

/* The outcome that the record most likely earns now; the format decides. */
static enum ending
likely_ending(const struct guide_facts *f)
{
	if (f->ctx->holder && (f->ctx->grant == GRANT_TIMEOUT_MISSING || f->ctx->grant == GRANT_TIMEOUT_SILENT))
		return TIMEOUT;
	if ((int64_t)f->turns >= f->ctx->terms->max_turns)
		return MAX_TURNS;
	return takes_turns(f) ? DISSENT : CONSENSUS;
}

static void
put_conclusion(const struct guide_facts *f, UT_string *out)
{
	enum ending ending = likely_ending(f);

	if (f->require_token)
		guide_put(out, "<!-- token: SECRET -->\n");
	utstring_printf(out, "## Terminal Conclusion\n\n**Outcome**: %s\n**Candidate Convergence**: %s\n"
		"**Reason**: say in a line what decided it\n\n",
		endings[ending].name, ending == CONSENSUS ? "yes" : "no");
	guide_put(out, "A summary: what the topic was (");
	md_escape(out, f->ctx->terms->topic);
	guide_put(out, ")");
	if (f->ctx->source)
		utstring_printf(out, ", what it was about (`%s`)", f->ctx->source->name);
	guide_put(out, ",\nwhat is agreed, and what stays open.\n");
}

/* Before both may have spoken the text can be shown, but would be refused. */
static bool
may_conclude(const struct guide_facts *f)
{
	return f->turns >= f->format->seats_begin || !takes_turns(f);
}

static void
duel_conclude(const struct guide_facts *f, UT_string *out)
{
	UT_string text;

	guide_put(out, "\n## Concluding\n\nThe holder of the floor concludes, also in the lease in which it spoke. The record must earn the outcome:\n\n");
	for (enum ending e = 0; e < ENDINGS; e++)
		utstring_printf(out, "- `%s`: %s\n", endings[e].name, endings[e].earned);
	guide_put(out, "\n`Candidate Convergence` is yes where both latest stances are `CONVERGING` or `ACCEPTING_CONSENSUS`, else no. "
		"The summary names the topic and the\nsource.\n");
	utstring_init(&text);
	put_conclusion(f, &text);
	guide_put(out, may_conclude(f) ? "\n```sh\n" : "\n```text\n");
	guide_put_append(out, f->mountpoint, f->ctx->name, utstring_body(&text));
	guide_sh_end(out);
	utstring_done(&text);
}

static void
duel_refused(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## When something was refused\n\nNothing was changed. The reasons, newest first, each with its rule and its line:\n");
	guide_sh_begin(out);
	put_file_command(f, "last_error", out);
	guide_sh_end(out);
	guide_put(out, "\nAfter a refused append the first `release` fails with EINVAL, so that nobody misses it; mend the turn and append it again, or add\n"
		"`force=yes`.\n");
}

void
guide_duel(const struct guide_facts *f, UT_string *out)
{
	bool open = f->next != NEXT_CLOSED;

	duel_head(f, out);
	duel_now(f, out);
	duel_participants(f, out);
	duel_terms(f, out);
	/* The shapes below are those that these rules ask for: a format without them has others. */
	if (open && takes_turns(f) && has_rule(f, "section.missing"))
		duel_example(f, out);
	if (open && has_rule(f, "conclusion.unearned"))
		duel_conclude(f, out);
	duel_rules(f, out);
	if (open)
		duel_refused(f, out);
}
