#include "fs/duel/guide.h"

#include <ctype.h>
#include <string.h>
#include "validators/markdown.h"
#include "validators/text.h"

/* Who stands in a command where nobody has joined yet. */
#define SOMEBODY "alice"
#define SOMEBODY_ELSE "bob"
#define SOME_HARNESS "shell"
#define SOME_MODEL "human"
/* The heredoc's last line; no line of a turn is just this. */
#define TURN_END "TURN"

/* clang-format off */
struct errno_row {
	const char *names;
	const char *when;
};

static const struct errno_row errno_rows[] = {
	{ "EACCES",  "not a participant, not the holder of the floor, a wrong token, someone else's seat, not the maker's config" },
	{ "EBUSY",   "the floor is held, or it is not this one's move yet: wait" },
	{ "EINVAL",  "the text breaks a rule; a verb or key that does not exist" },
	{ "EPERM",   "history would change" },
	{ "ECANCELED", "the lease ran out or was overtaken before the commit" },
	{ "EROFS",   "the duel is closed" },
	{ "EFBIG, EILSEQ, ENOSPC", "too big; not clean UTF-8; the store is full" },
	{ "EIO",     "the store failed, and whether the last change took effect is open: every write is EIO until a remount shows what is true" },
};

/* When a conclusion's outcome is earned, in the formats whose conclusions have to be (rule conclusion.unearned). */
static const char *const outcome_rows[][2] = {
	{ "ACCEPTED_CONSENSUS", "the latest turn of each participant is `ACCEPTING_CONSENSUS` and neither leaves a blocking item" },
	{ "DISSENT",     "both have taken a turn, and it is not so that both latest stances converge or accept with no blocking item left" },
	{ "MAX_TURNS",   "the last turn that the rules allow is in and consensus is not earned" },
	{ "TIMEOUT",     "the floor was claimed with `for=timeout` and the other participant is still missing or silent" },
	{ "INVALIDATED", "open to the holder, with a reason" },
};
/* clang-format on */

static bool
is_plain(const char *s, const char *also)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (!((unsigned char)*s < 0x80 && isalnum((unsigned char)*s)) && !strchr(also, *s))
			return false;
	return true;
}

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

void
guide_quote_shell(UT_string *out, const char *s)
{
	if (is_plain(s, "_-./:@%+,=") && *s != '-' && *s != '=') {
		put(out, s);
		return;
	}
	put(out, "'");
	for (; *s; s++) {
		if (*s == '\'')
			put(out, "'\\''");
		else
			utstring_bincpy(out, s, 1);
	}
	put(out, "'");
}

void
guide_quote_verb(UT_string *out, const char *s)
{
	if (is_plain(s, "_-./:@%+,")) {
		put(out, s);
		return;
	}
	put(out, "\"");
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			put(out, "\\");
		utstring_bincpy(out, s, 1);
	}
	put(out, "\"");
}

/* Paths of one duel, for a shell. */
static void
put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file)
{
	UT_string path;

	utstring_init(&path);
	utstring_printf(&path, "%s%s%s%s%s", mountpoint, *duel ? "/" : "", duel, *file ? "/" : "", file);
	guide_quote_shell(out, utstring_body(&path));
	utstring_done(&path);
}

/* A line for `lock`. dash's echo would read a backslash as its own. */
static void
put_lock_command(UT_string *out, const char *mountpoint, const char *duel, const char *line)
{
	put(out, strchr(line, '\\') ? "printf '%s\\n' " : "echo ");
	guide_quote_shell(out, line);
	put(out, " > ");
	put_path(out, mountpoint, duel, "lock");
	put(out, "\n");
}

static void
put_append(UT_string *out, const char *mountpoint, const char *duel, const char *text)
{
	put(out, "cat >> ");
	put_path(out, mountpoint, duel, "debate.md");
	utstring_printf(out, " <<'" TURN_END "'\n%s" TURN_END "\n", text);
}

static void
put_cat(UT_string *out, const char *mountpoint, const char *duel, const char *file)
{
	put(out, "cat ");
	put_path(out, mountpoint, duel, file);
	put(out, "\n");
}

static void
sh_begin(UT_string *out)
{
	put(out, "\n```sh\n");
}

static void
sh_end(UT_string *out)
{
	put(out, "```\n");
}

/* ---- The mount ---- */

#define EXAMPLE "example"

static const char first_turn[] =
	"## Turn 1 — alice (shell / human) — OPEN_TO_DEBATE\n"
	"\n"
	"**Position**\n"
	"The cache should be dropped at every deploy: a stale entry costs more than a slow first minute.\n"
	"\n"
	"**Counterpoints**\n"
	"- Addresses: the cost of a cold start\n"
	"  Claim: A cold cache makes the first minute slow, but it gives nobody a wrong answer.\n"
	"  Support:\n"
	"    - Principle: a slow right answer is better than a fast wrong one\n"
	"\n"
	"**Agreements**\n"
	"- Nobody should be shown yesterday's price.\n"
	"\n"
	"**Novel Argument**\n"
	"Dropping it at every deploy also keeps the cold path in use, so that it works on the day it is needed.\n"
	"\n"
	"Support:\n"
	"    - Principle: a path that nobody takes decays\n"
	"\n"
	"**Unresolved Items**\n"
	"- how long a cold start takes under full load (blocking)\n";

static const char second_turn[] =
	"## Turn 2 — bob (shell / human) — DISSENTING\n"
	"\n"
	"**Position**\n"
	"A deploy should drop only those entries whose format it changes.\n"
	"\n"
	"**Counterpoints**\n"
	"- Addresses: Turn 1\n"
	"  Claim: A slow first minute is a wrong answer for whoever gives up waiting in it.\n"
	"  Support:\n"
	"    - Principle: an answer that comes too late is no answer\n"
	"    - Turn 1: it leaves open itself how long a cold start takes\n"
	"\n"
	"**Agreements**\n"
	"- Nobody should be shown yesterday's price.\n"
	"\n"
	"**Novel Argument**\n"
	"An entry that carries the version of its format makes a stale one impossible without any dropping.\n"
	"\n"
	"Support:\n"
	"    - Principle: what can be told from the entry itself need not be guessed from the date\n"
	"\n"
	"**Unresolved Items**\n"
	"- who counts the version up (non-blocking)\n";

static const char conclusion[] =
	"## Terminal Conclusion\n"
	"\n"
	"**Outcome**: DISSENT\n"
	"**Candidate Convergence**: no\n"
	"**Reason**: alice puts correctness above a slow minute, bob would have neither\n"
	"\n"
	"Whether the cache should be dropped at every deploy stays open. Both want no stale price; how long a cold\n"
	"start takes was never measured.\n";

static void
mount_intro(const char *mountpoint, const char *version, UT_string *out)
{
	utstring_printf(out, "# Debates as directories\n\nThis is a mount of duelfs %s at `%s`. Each directory here is one debate, a duel. "
		"Whoever can write a file can take part:\na shell, an editor, an agent's Write or Edit tool. What the rules forbid is refused, "
		"changes nothing, and its reason is in\nthe duel's `last_error`.\n", version, mountpoint);
	put(out, "\nTo take part in a duel that is there, look at the list and read that duel's own `README.md`: it gives its rules, whose\n"
		"move it is, and the commands for it.\n");
	sh_begin(out);
	put(out, "ls -l ");
	put_path(out, mountpoint, "", "");
	put(out, "\n");
	put_cat(out, mountpoint, "", "status");
	sh_end(out);
}

static void
mount_make(const char *mp, UT_string *out)
{
	put(out, "\n## A whole duel, command by command\n\n**Make one.** A name is 1 to 100 of `a-z 0-9 . _ -` and begins with neither `.` nor `-`. "
		"Appending to `config.toml` sets keys; it\ncan be written until the first participant joins, by whoever made the duel.\n");
	sh_begin(out);
	put(out, "mkdir ");
	put_path(out, mp, EXAMPLE, "");
	put(out, "\necho 'topic = \"Should the cache be dropped at every deploy?\"' >> ");
	put_path(out, mp, EXAMPLE, "config.toml");
	put(out, "\necho 'max_turns = 4' >> ");
	put_path(out, mp, EXAMPLE, "config.toml");
	put(out, "\n");
	put_cat(out, mp, EXAMPLE, "config.toml");
	sh_end(out);
	put(out, "\nA duel about a document names it, `source = \"/absolute/path/plan.md\"`, before anyone joins: a regular `.md` or `.markdown` "
		"file\nof at most 4 MiB that the one who sets it may read. It is copied there and then, and shows as `source.md`. Without a topic, "
		"its\nfirst heading is the topic.\n");
}

static void
mount_join(const char *mp, UT_string *out)
{
	put(out, "\n**Join.** One line a write to `lock`: a verb, a name, `key=value`. A name or value with spaces stands in double quotes. "
		"From now on\nthe name belongs to your uid, with this harness and this model.\n");
	sh_begin(out);
	put_lock_command(out, mp, EXAMPLE, "join alice harness=shell model=human");
	put_lock_command(out, mp, EXAMPLE, "join bob harness=shell model=human");
	sh_end(out);
}

static void
mount_turns(const char *mp, UT_string *out)
{
	put(out, "\n**Claim the floor, write a turn, release.** Only whoever has the floor can open `debate.md` for writing. "
		"The floor is held for\n`lease_seconds`; `refresh NAME` gives the full time again. A turn is accepted whole or not at all.\n");
	sh_begin(out);
	put_lock_command(out, mp, EXAMPLE, "claim alice");
	put_append(out, mp, EXAMPLE, first_turn);
	put_lock_command(out, mp, EXAMPLE, "release alice");
	sh_end(out);
	put(out, "\n**Look.** `status` is the whole duel, `participants/NAME/next` what that one should do now, `debate.md` the record, "
		"`lock` who has the\nfloor, `events` all that happened, one JSON object a line. To wait for your move, look again every few seconds:\n");
	sh_begin(out);
	put(out, "until grep -q claim_lock ");
	put_path(out, mp, EXAMPLE, "participants/bob/next");
	put(out, "; do sleep 2; done\n");
	put_cat(out, mp, EXAMPLE, "status");
	put_cat(out, mp, EXAMPLE, "debate.md");
	sh_end(out);
	put(out, "\n**Answer.**\n");
	sh_begin(out);
	put_lock_command(out, mp, EXAMPLE, "claim bob");
	put_append(out, mp, EXAMPLE, second_turn);
	sh_end(out);
	put(out, "\n**Conclude.** The holder may conclude in the lease in which it spoke. The outcome must be earned by the record; the duel's "
		"`README.md`\nsays when. Then the duel is closed, and its record read-only for good.\n");
	sh_begin(out);
	put_append(out, mp, EXAMPLE, conclusion);
	sh_end(out);
}

static void
mount_tools(UT_string *out)
{
	put(out, "\n## Writing with an agent's Write or Edit tool\n\n"
		"A whole rewrite of `debate.md` is taken as an append where it is the old bytes, unchanged to the last one, and then exactly one\n"
		"turn (or the conclusion). So: read `debate.md` anew, write back all of it with your turn at its end. Anything else is EPERM and\n"
		"changes nothing. Where a tool does not get through, append from a shell.\n"
		"\n"
		"## Did it work?\n\n"
		"A command that fails says only the errno. The reason, with rule and line, is in the duel's `last_error`, newest first. "
		"Mind these:\n\n"
		"- The builtins `echo` and `printf` of bash and dash ignore the error of a close, where most refusals of an append come; some\n"
		"  agents' tools do too. Write turns with `cat FILE >> debate.md` or `cat >> debate.md <<'EOF'` and look at `$?`.\n"
		"- Therefore a `release` after a refused append fails once, with EINVAL. Read `last_error`, mend the turn, append it again; or\n"
		"  release with `force=yes`.\n"
		"- `turns` in `status` and the end of `debate.md` show what was accepted.\n");
}

static void
mount_errnos(UT_string *out)
{
	put(out, "\n| errno | when |\n|---|---|\n");
	for (size_t i = 0; i < sizeof errno_rows / sizeof errno_rows[0]; i++)
		utstring_printf(out, "| %s | %s |\n", errno_rows[i].names, errno_rows[i].when);
}

static void
mount_tokens(const char *mp, UT_string *out)
{
	put(out, "\n## Tokens\n\nTwo agents of one uid are kept apart by their names, and by a token where that matters. The first join or claim of a seat may\n"
		"bring `token=SECRET` (8 to 128 bytes), or ask for one with `token=new` and read it back through the same open file:\n");
	sh_begin(out);
	put(out, "mkdir ");
	put_path(out, mp, EXAMPLE "-token", "");
	put(out, "\nexec 3<>");
	put_path(out, mp, EXAMPLE "-token", "lock");
	put(out, "\necho 'join alice token=new' >&3\ncat <&3\nexec 3>&-\n");
	sh_end(out);
	put(out, "\nFrom then on every verb of that seat wants `token=SECRET`, and every append a first line `<!-- token: SECRET -->`, which is not\n"
		"recorded. A token is shown nowhere else.\n");
}

void
guide_mount(const char *mountpoint, const char *version, UT_string *out)
{
	mount_intro(mountpoint, version, out);
	mount_make(mountpoint, out);
	mount_join(mountpoint, out);
	mount_turns(mountpoint, out);
	mount_tools(out);
	mount_errnos(out);
	mount_tokens(mountpoint, out);
}

/* ---- One duel ---- */

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

/* Who stands in the commands: the holder, else whose move it is, else who joined first, else somebody. */
static struct actor
actor_now(const struct guide_facts *f)
{
	const struct seat *seat = seat_numbered(f, f->ctx->holder);

	if (!seat)
		seat = seat_numbered(f, f->next_seat);
	if (!seat)
		seat = seat_numbered(f, 1);
	if (!seat)
		return (struct actor){SOMEBODY, SOME_HARNESS, SOME_MODEL};
	return (struct actor){seat->name, seat->harness, seat->model};
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
	put(&line, keys);
	if (f->require_token)
		put(&line, " token=SECRET");
	put_lock_command(out, f->mountpoint, f->ctx->name, utstring_body(&line));
	utstring_done(&line);
}

static void
put_file_command(const struct guide_facts *f, const char *file, UT_string *out)
{
	put_cat(out, f->mountpoint, f->ctx->name, file);
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
	put(out, ". Its record is read-only for good.\n");
	sh_begin(out);
	put_file_command(f, "debate.md", out);
	put_file_command(f, "status", out);
	sh_end(out);
}

static void
now_join(const struct guide_facts *f, UT_string *out)
{
	const struct seat *first = seat_numbered(f, 1);
	const char *name = first && !strcmp(first->name, SOMEBODY) ? SOMEBODY_ELSE : SOMEBODY;

	if (first)
		utstring_printf(out, "%s has joined and waits for another participant.", first->name);
	else
		put(out, "Nobody has joined yet; until then whoever made the duel may still change `config.toml`.");
	utstring_printf(out, " Join, with your own name, harness and model in place of\n`%s`, `" SOME_HARNESS "` and `" SOME_MODEL "`:\n", name);
	sh_begin(out);
	put_verb(f, "join", name, " harness=" SOME_HARNESS " model=" SOME_MODEL, out);
	sh_end(out);
	if (!first)
		return;
	utstring_printf(out, "\nIf nobody comes: once `wait_until` of `status` has passed, %s may claim the floor with `for=timeout` and conclude with\n"
		"`TIMEOUT`.\n", first->name);
}

static void
now_claim(const struct guide_facts *f, UT_string *out)
{
	struct actor a = actor_now(f);

	if (seat_numbered(f, f->next_seat))
		utstring_printf(out, "The floor is free and it is %s's move:\n", a.name);
	else
		put(out, "The floor is free, and any participant may claim it:\n");
	sh_begin(out);
	put_verb(f, "claim", a.name, "", out);
	sh_end(out);
}

static void
now_held(const struct guide_facts *f, const char *task, UT_string *out)
{
	struct actor a = actor_now(f);

	utstring_printf(out, "%s has the floor%s. Everyone else waits until it is released or runs out; `cat lock` shows the seconds left.\n", a.name,
		task);
	sh_begin(out);
	put_file_command(f, "lock", out);
	sh_end(out);
	put(out, "\nThe holder gets the full time again with `refresh`, and gives the floor up with `release`:\n");
	sh_begin(out);
	put_verb(f, "refresh", a.name, "", out);
	put_verb(f, "release", a.name, "", out);
	sh_end(out);
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
	put(out, "\n## Participants\n\n");
	if (!f->ctx->n_seats)
		put(out, "Nobody yet.\n");
	for (unsigned i = 0; i < f->ctx->n_seats; i++) {
		const struct seat *s = f->ctx->seats[i];

		utstring_printf(out, "- %s (%s / %s), uid %u%s\n", s->name, s->harness, s->model, s->uid,
			f->ctx->holder == s->number ? ", has the floor" : "");
	}
	utstring_printf(out, "\nThis format begins with %u participants and has seats for %u. Only the uid that joined under a name acts under it.\n"
		"What each should do now is in `participants/NAME/next`.\n", f->format->seats_begin, f->format->seats_max);
}

static void
duel_terms(const struct guide_facts *f, UT_string *out)
{
	const struct terms *t = f->ctx->terms;

	utstring_printf(out, "\n## Terms\n\n- topic: %s\n", t->topic);
	if (f->ctx->source)
		utstring_printf(out, "- source: `%s`, here as `source.md`\n", f->ctx->source->path);
	else
		put(out, "- source: none\n");
	utstring_printf(out, "- at most %lld turns, each of at most %lld bytes\n", (long long)t->max_turns, (long long)t->max_turn_bytes);
	utstring_printf(out, "- a claim holds the floor for %lld seconds; `refresh` gives them again\n", (long long)t->lease_seconds);
	utstring_printf(out, "- a participant that is missing or silent is waited for %lld seconds; then the other may claim with `for=timeout`\n",
		(long long)t->wait_seconds);
	utstring_printf(out, "- whoever has to wait looks again after %lld seconds\n", (long long)t->retry_after_seconds);
	if (t->novelty_threshold > 0)
		utstring_printf(out, "- a claim that shares %g or more of its five-word runs with an earlier one repeats it\n", t->novelty_threshold);
	put(out, f->require_token ? "- every seat has a token: join with `token=SECRET` of your own (8 to 128 bytes) or `token=new`; every verb wants it, and every\n"
				    "  append as its first line, `<!-- token: SECRET -->`, which is not recorded\n" :
				    "- a seat may have a token: `token=SECRET` or `token=new` at its first join or claim\n");
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
	put(out, "\n## Rules of a turn\n\nE refuses the turn with that errno; W accepts it and shows the warning in `status`.\n\n| rule | | what it asks |\n|---|---|---|\n");
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
		put(out, f->ctx->source ? "Source" : "the topic as it is put");
}

static void
put_support(const struct guide_facts *f, UT_string *out)
{
	const struct source *s = f->ctx->source;

	put(out, "    - Principle: name the principle, and say why it decides this\n");
	if (f->turns)
		utstring_printf(out, "    - Turn %u: say what in it supports the claim\n", f->turns);
	if (s && s->len && s->text[0] != '\n' && is_plain(s->name, "_-."))
		utstring_printf(out, "    - %s:1\n", s->name);
}

/* The next turn in the shape that these rules ask for. */
static void
put_turn(const struct guide_facts *f, UT_string *out)
{
	struct actor a = actor_now(f);
	unsigned n = f->turns + 1;

	if (f->require_token)
		put(out, "<!-- token: SECRET -->\n");
	utstring_printf(out, "## Turn %u — %s (%s / %s) — OPEN_TO_DEBATE\n\n", n, a.name, a.harness, a.model);
	utstring_printf(out, "**Position**\nYour position in turn %u, in prose, on: ", n);
	md_escape(out, f->ctx->terms->topic);
	put(out, "\n\n**Counterpoints**\n- Addresses: ");
	put_addressed(f, out);
	utstring_printf(out, "\n  Claim: One claim of turn %u against it, in a sentence.\n  Support:\n", n);
	put_support(f, out);
	put(out, "\n**Agreements**\n- What is granted to the other side; or none yet.\n");
	utstring_printf(out, "\n**Novel Argument**\nWhat nobody has said before turn %u, and what follows from it.\n\nSupport:\n", n);
	put(out, "    - Principle: what the new argument rests on\n");
	put(out, "\n**Unresolved Items**\n- a question that must be answered before anyone can agree (blocking)\n- one that can wait (non-blocking)\n");
	if (n > 2)
		put(out, "\n**Stance Revision Support**\n- Principle: why the stance of one's turn before is left; only where the stance changes\n");
}

static void
duel_example(const struct guide_facts *f, UT_string *out)
{
	struct actor a = actor_now(f);
	UT_string text;

	utstring_printf(out, "\n## A turn\n\nThe next turn has number %u. With the floor claimed, this is its shape, heading and sections as they must stand:\n",
		f->turns + 1);
	utstring_init(&text);
	put_turn(f, &text);
	sh_begin(out);
	put_append(out, f->mountpoint, f->ctx->name, utstring_body(&text));
	put_verb(f, "release", a.name, "", out);
	sh_end(out);
	utstring_done(&text);
	put(out, "\nWrite it with `cat`, not with a shell's own `echo`, which hides the error of a close. A whole rewrite of `debate.md` counts too, where it\n"
		"is the old bytes and then the turn. The stance is one of `OPEN_TO_DEBATE`, `CONVERGING`, `ACCEPTING_CONSENSUS`, `DISSENTING`,\n"
		"`REVISING`.\n");
}

/* After the last turn, and where a conclusion is due, nothing but that is accepted. */
static bool
takes_turns(const struct guide_facts *f)
{
	return (int64_t)f->turns < f->ctx->terms->max_turns && f->next != NEXT_UPDATE_MARKDOWN;
}

static void
put_conclusion(const struct guide_facts *f, const char *outcome, UT_string *out)
{
	if (f->require_token)
		put(out, "<!-- token: SECRET -->\n");
	utstring_printf(out, "## Terminal Conclusion\n\n**Outcome**: %s\n**Candidate Convergence**: no\n**Reason**: say in a line what decided it\n\n", outcome);
	utstring_printf(out, "A summary: what the topic was (%s)", f->ctx->terms->topic);
	if (f->ctx->source)
		utstring_printf(out, ", what it was about (%s)", f->ctx->source->path);
	put(out, ",\nwhat is agreed, and what stays open.\n");
}

static void
duel_conclude(const struct guide_facts *f, UT_string *out)
{
	UT_string text;

	put(out, "\n## Concluding\n\nThe holder of the floor concludes, also in the lease in which it spoke. The record must earn the outcome:\n\n");
	for (size_t i = 0; i < sizeof outcome_rows / sizeof outcome_rows[0]; i++)
		utstring_printf(out, "- `%s`: %s\n", outcome_rows[i][0], outcome_rows[i][1]);
	put(out, "\n`Candidate Convergence` is yes where both latest stances are `CONVERGING` or `ACCEPTING_CONSENSUS`, else no. "
		"The summary names the topic and the\nsource.\n");
	utstring_init(&text);
	put_conclusion(f, takes_turns(f) ? "DISSENT" : "MAX_TURNS", &text);
	sh_begin(out);
	put_append(out, f->mountpoint, f->ctx->name, utstring_body(&text));
	sh_end(out);
	utstring_done(&text);
}

static void
duel_refused(const struct guide_facts *f, UT_string *out)
{
	put(out, "\n## When something was refused\n\nNothing was changed. The reasons, newest first, each with its rule and its line:\n");
	sh_begin(out);
	put_file_command(f, "last_error", out);
	sh_end(out);
	put(out, "\nAfter a refused append the first `release` fails with EINVAL, so that nobody misses it; mend the turn and append it again, or add\n"
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
