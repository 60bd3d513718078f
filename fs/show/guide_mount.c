/* The mount's README.md: the formats, and a whole duel by example. */
#include "fs/show/guide_inner.h"

#include <errno.h>
#include <string.h>
#include "validators/formats.h"

/* clang-format off */
static const struct {
	int err;
	const char *when;
} errnos[] = {
	{ EACCES,    "not a participant, not the holder of the floor (or not any more), a wrong token, someone else's seat, not the maker's config" },
	{ EBUSY,     "the floor is held, or it is not this one's move yet: wait" },
	{ EINVAL,    "the text breaks a rule; a verb or key that does not exist" },
	{ EPERM,     "history would change" },
	{ ECANCELED, "the lease ran out or was overtaken while the file was open (an open after that is EACCES), or a signal ended the writer: claim and write again" },
	{ EROFS,     "the duel is closed" },
	{ EFBIG,     "too big" },
	{ EILSEQ,    "not clean UTF-8" },
	{ ENOSPC,    "the store is full, or a limit is reached" },
	{ EAGAIN,    "too many reads wait already, or this one may not: look at `status` now, wait again later" },
	{ EIO,       "the store failed, and whether the last change took effect is open: every write is EIO until a remount shows what is true" },
};
/* clang-format on */

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
	guide_put(out, "\nTo take part in a duel that is there, look at the list and read that duel's own `README.md`: it gives its rules, whose\n"
		"move it is, and the commands for it. Its `prompt.md` tells whoever moves next all that this move needs, in one\ntext.\n"
		ANY_LANGUAGE "\n");
	guide_sh_begin(out);
	guide_put(out, "ls -l ");
	guide_put_path(out, mountpoint, "", "");
	guide_put(out, "\n");
	guide_put_cat(out, mountpoint, "", "status");
	guide_sh_end(out);
}

static void
mount_format(const struct format *f, UT_string *out)
{
	utstring_printf(out, "- `%s`: %s", f->name, f->about);
	for (const char *const *role = f->roles; role && *role; role++)
		utstring_printf(out, "%s`role=%s`", role == f->roles ? " One joins with " : role[1] ? ", " : " or ", *role);
	guide_put(out, f->roles ? ".\n" : "\n");
}

static void
mount_make_format(const char *mp, const struct format *f, UT_string *out)
{
	UT_string name;

	utstring_init(&name);
	utstring_printf(&name, EXAMPLE "-%s", f->name);
	guide_sh_begin(out);
	guide_put(out, "mkdir ");
	guide_put_path(out, mp, utstring_body(&name), "");
	utstring_printf(out, "\necho 'format = \"%s\"' > ", f->name);
	guide_put_path(out, mp, utstring_body(&name), "config.toml");
	guide_put(out, "\necho 'topic = \"What it is about\"' >> ");
	guide_put_path(out, mp, utstring_body(&name), "config.toml");
	guide_put(out, "\n");
	guide_put_cat(out, mp, utstring_body(&name), "README.md");
	guide_sh_end(out);
	utstring_done(&name);
}

static void
mount_formats(const char *mp, UT_string *out)
{
	guide_put(out, "\n## Formats\n\nWhat kind of debate a duel is, its `config.toml` says; where that says nothing, the mount's defaults do.\n\n");
	for (const struct format *const *f = formats; *f; f++)
		mount_format(*f, out);
	guide_put(out, "\nA duel of each is made so. Its own `README.md` then leads from the first join to the end, with the commands for every step:\n");
	for (const struct format *const *f = formats; *f; f++)
		mount_make_format(mp, *f, out);
}

static void
mount_make(const char *mp, UT_string *out)
{
	guide_put(out, "\n## A whole duel, command by command\n\nThis one is of the format `socratic`.\n\n**Make one.** A name is 1 to 100 of `a-z 0-9 . _ -` and begins with neither `.` nor `-`. "
		"Appending to `config.toml` sets keys; it\ncan be written until the first participant joins, by whoever made the duel.\n");
	guide_sh_begin(out);
	guide_put(out, "mkdir ");
	guide_put_path(out, mp, EXAMPLE, "");
	guide_put(out, "\necho 'format = \"socratic\"' >> ");
	guide_put_path(out, mp, EXAMPLE, "config.toml");
	guide_put(out, "\necho 'topic = \"Should the cache be dropped at every deploy?\"' >> ");
	guide_put_path(out, mp, EXAMPLE, "config.toml");
	guide_put(out, "\necho 'max_turns = 4' >> ");
	guide_put_path(out, mp, EXAMPLE, "config.toml");
	guide_put(out, "\n");
	guide_put_cat(out, mp, EXAMPLE, "config.toml");
	guide_sh_end(out);
	guide_put(out, "\nA duel about a document names it, `source = \"/absolute/path/plan.md\"`, before anyone joins: a regular `.md` or `.markdown` "
		"file\nof at most 4 MiB that the one who sets it may read. It is copied there and then, and shows as `source.md`. Without a topic, "
		"its\nfirst heading is the topic.\n");
}

static void
mount_join(const char *mp, UT_string *out)
{
	guide_put(out, "\n**Join.** One line a write to `lock`: a verb, a name, `key=value`. A name or value with spaces stands in double quotes. "
		"From now on\nthe name belongs to your uid, with this harness and this model. A `claim` under a name that has not joined, or a line that is\n"
		"only such a name, joins it as well, as `unknown / unknown-model` where it says no other, and also where it is told to wait. A seat\n"
		"is never given back: join first, and mind the spelling.\n");
	guide_sh_begin(out);
	guide_put_lock(out, mp, EXAMPLE, "join alice harness=shell model=human");
	guide_put_lock(out, mp, EXAMPLE, "join bob harness=shell model=human");
	guide_sh_end(out);
	guide_put(out, "\nSeveral agents under one user? Then let each join with a token: `exec 3<>lock; echo 'join alice token=new' >&3; cat <&3; exec 3>&-`\n"
		"(see Tokens). Without one every process of that user can write in any of that user's seats.\n");
}

static void
mount_wait(const char *mp, UT_string *out)
{
	guide_put(out, "\n**Wait for your move.** One read returns as soon as NAME can move, or the duel is closed, and says in `next_step` what\n"
		"to do: `claim_lock` (take the floor), `compose_turn` (write a turn), `update_markdown` (write the conclusion), `closed`.\n"
		"An agent's shell ends a command after a while, so give it a limit; where nothing is printed, or a `next_step` that begins\n"
		"with `wait`, run it again. Where `waits_for` says that the wait for the other one is over, the claim is\n"
		"`claim NAME for=timeout`:\n");
	guide_sh_begin(out);
	guide_put_wait(out, mp, EXAMPLE, "alice");
	guide_sh_end(out);
}

static void
mount_first_turn(const char *mp, UT_string *out)
{
	guide_put(out, "\n**Claim the floor, write a turn, rehearse it, hand it in, release.** Only whoever has the floor can write to `debate.md`.\n"
		"The floor is held for `lease_seconds`; `refresh NAME` gives the full time again. A turn is accepted whole or not at all.\n"
		"`check` takes a draft, also without the floor, records nothing, and says what would be refused. Keep drafts outside the\n"
		"mount: in a duel's directory only scratch names such as `draft.tmp.md` can be made, for yourself alone, and they are\n"
		"gone after an hour.\n");
	guide_sh_begin(out);
	guide_put_lock(out, mp, EXAMPLE, "claim alice");
	guide_put_draft(out, first_turn);
	guide_put_check(out, mp, EXAMPLE);
	guide_put_hand_in(out, mp, EXAMPLE, "debate.md");
	guide_put_lock(out, mp, EXAMPLE, "release alice");
	guide_sh_end(out);
}

static void
mount_look(const char *mp, UT_string *out)
{
	guide_put(out, "\n**Look.** `status` is the whole duel, `participants/NAME/next` what that one should do now, `debate.md` the record,\n"
		"`lock` who has the floor, `template.md` the blank of what is to be handed in next, `events` all that happened, one JSON\n"
		"object a line. A read of `wait` returns the new `status` as soon as anything changes. Each `wait` is there although `ls` does not\n"
		"list it: what reads whole trees must not stop there.\n");
	guide_sh_begin(out);
	guide_put_cat(out, mp, EXAMPLE, "status");
	guide_put_cat(out, mp, EXAMPLE, "template.md");
	guide_put_cat(out, mp, EXAMPLE, "debate.md");
	guide_sh_end(out);
}

static void
mount_answer(const char *mp, UT_string *out)
{
	guide_put(out, "\n**Answer.** In a shell without a time limit the wait is a loop:\n");
	guide_sh_begin(out);
	guide_put_wait_loop(out, mp, EXAMPLE, "bob");
	guide_put_lock(out, mp, EXAMPLE, "claim bob");
	guide_put_append(out, mp, EXAMPLE, second_turn);
	guide_sh_end(out);
	guide_put(out, "\n**Conclude.** The holder may conclude in the lease in which it spoke. The outcome must be earned by the record; the duel's "
		"`README.md`\nsays when. Then the duel is closed, and its record read-only for good.\n");
	guide_sh_begin(out);
	guide_put_append(out, mp, EXAMPLE, conclusion);
	guide_sh_end(out);
}

static void
mount_tools(UT_string *out)
{
	guide_put(out, "\n## With an agent's Write or Edit tool\n\n"
		"- `lock` takes its line, `check` its draft, from any tool that writes a file.\n"
		"- A whole rewrite of `debate.md` is taken as an append where it is the old bytes, unchanged to the last one, and then exactly one\n"
		"  turn (or the conclusion). So: read `debate.md` anew, write back all of it with your turn at its end, beginning as `template.md`\n"
		"  does; the file is then what you wrote, to the byte. Anything else is EPERM and changes nothing. A tool that writes a temporary file\n"
		"  beside it and renames that over `debate.md` works the same way. Where the front of `debate.md` is live (`dialectic`), append.\n"
		"- Where a tool does not get through, append from a shell.\n"
		"- An agent that works in a sandbox is started in its project, and this mount lies inside of that: a sandbox may make `.git`,\n"
		"  `.codex` or `.agents` in the directory that its agent is started in, and with that in the mount or in a duel it would not\n"
		"  start. Tell the agent the duel's path.\n"
		"\n"
		"## Did it work?\n\n"
		"A command that fails says only the errno. The reason, with rule and line, is in the duel's `last_error`, newest first; of\n"
		"what is refused beside the duels, such as a `mkdir` of a name that none can have, it is in `last_error` here. "
		"Mind these:\n\n"
		"- The builtins `echo` and `printf` of bash and dash ignore the error of a close, where a refusal of an append can come; some\n"
		"  agents' tools do too, and dash (`sh` on Debian) does for every command behind a `>>`. From bash write turns with\n"
		"  `cat FILE >> debate.md` or `cat >> debate.md <<'EOF'`, from any shell with `tee -a debate.md < FILE`, and look at `$?`.\n"
		"- Therefore a `release` fails once, with EINVAL, after a text that was handed in was refused; after an open that was refused it\n"
		"  does not. Read `last_error`, mend the turn, append it again; or release with `force=yes`.\n"
		"- `turns` in `status` and the end of `debate.md` show what was accepted; where it is sealed or judged first, the terms in the\n"
		"  duel's `README.md` say what does.\n");
}

static void
mount_errnos(UT_string *out)
{
	guide_put(out, "\n| errno | a shell says | when |\n|---|---|---|\n");
	for (size_t i = 0; i < sizeof errnos / sizeof errnos[0]; i++)
		utstring_printf(out, "| %s | %s | %s |\n", strerrorname_np(errnos[i].err), strerrordesc_np(errnos[i].err), errnos[i].when);
}

static void
mount_tokens(const char *mp, UT_string *out)
{
	guide_put(out, "\n## Tokens\n\nA name keeps nobody out but other users: every process of the uid that joined can act under it, and only a token\n"
		"tells two agents of one uid apart. The first join or claim of a seat may bring `token=SECRET` (8 to 128 bytes, no white\n"
		"space), or ask for one with `token=new` and read it back through the same open file:\n");
	guide_sh_begin(out);
	guide_put(out, "mkdir ");
	guide_put_path(out, mp, EXAMPLE "-token", "");
	guide_put(out, "\necho 'format = \"socratic\"' > ");
	guide_put_path(out, mp, EXAMPLE "-token", "config.toml");
	guide_put(out, "\nexec 3<>");
	guide_put_path(out, mp, EXAMPLE "-token", "lock");
	guide_put(out, "\necho 'join alice token=new' >&3\ncat <&3\nexec 3>&-\n");
	guide_sh_end(out);
	guide_put(out, "\nFrom then on every verb of that seat wants `token=SECRET`, and every append a first line `<!-- token: SECRET -->`, which is not\n"
		"recorded. A line or a text that holds a token anywhere else is refused, and its words are shown nowhere.\n");
}

void
guide_mount(const char *mountpoint, const char *version, UT_string *out)
{
	mount_intro(mountpoint, version, out);
	mount_formats(mountpoint, out);
	mount_make(mountpoint, out);
	mount_join(mountpoint, out);
	mount_wait(mountpoint, out);
	mount_first_turn(mountpoint, out);
	mount_look(mountpoint, out);
	mount_answer(mountpoint, out);
	mount_tools(out);
	mount_errnos(out);
	mount_tokens(mountpoint, out);
}
