/*
 * say, close: the maker's verbs. The first NAME is `maker`, whom nobody can join as; whoever opened the
 * file is the uid that made the duel, or root, and brings the maker's token where the rules have one. They make one
 * entry, ENTRY_MAKER, and what follows from it.
 */
#include "fs/lock/lock_inner.h"
#include "fs/util/record_lead.h"
#include "validators/text/mem.h"

/* data.note of a line of the maker's: no format need know it. */
#define NOTE_MAKER "maker"
/* Lines of the maker in one record, and bytes of one. */
#define SAID_MAX 50
#define SAID_BYTES 500

/* The caller made the duel and brings its token, and the words have at most so many bytes: 0, or refused. */
static int
may_make(struct request *q, enum key words, size_t most)
{
	const struct fold *fold = q->d->fold;
	const char *s = q->values[words], *token = q->values[KEY_TOKEN];
	if (!duel_may_make(q->d, q->who.uid))
		return lock_refuse(q, REFUSAL_SEAT_UID, "only uid %u, who made this duel, may %s it",
			(unsigned)q->d->uid, q->verb->name);
	if (!maker_token_is(fold, token))
		return lock_refuse(q, REFUSAL_LEASE_TOKEN, "%s",
			!*fold->rules.maker_hash ? "this duel has no maker_token: leave token= out"
				: token ? "this is not the maker's token"
					: "the maker's verbs have a token here (maker_token): add token=SECRET");
	if (duel_is_closed(q->d))
		return lock_refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed");
	if (!fold->n_seats)
		return lock_refuse(q, REFUSAL_LEASE_WAIT,
			"nobody has joined yet: until then config.toml may be written, and the duel removed (rmdir)");
	if (!s || !*s)
		return lock_refuse(q, REFUSAL_VALUE_BAD, "%s wants %s=\"…\"", q->verb->name, key_rows[words].name);
	if (strlen(s) > most)
		return lock_refuse(q, REFUSAL_VALUE_BAD, "%s has at most %zu bytes", key_rows[words].name, most);
	return 0;
}

/* Takes the texts of *data. */
static void
add_draft(struct commit *c, enum entry_kind kind, json_t *data, char *line)
{
	struct draft t = {.kind = kind,
		.data = mem_check(json_dumps(data, JSON_COMPACT)),
		.body = line,
		.body_len = line ? strlen(line) : 0};
	commit_add_draft(c, 0, 0, &t);
	free(t.data);
	free(line);
	json_decref(data);
}

static struct commit *
begin_act(struct request *q, enum key k)
{
	struct commit *c = commit_new(q->d);
	add_draft(c, ENTRY_MAKER, json_pack("{s:s,s:s}", "verb", q->verb->name, key_rows[k].name, q->values[k]), NULL);
	return c;
}

static void
add_line(struct request *q, struct commit *c, const char *text)
{
	int64_t now_ms = clock_moment(q->d->fold->clock).now_ms;
	add_draft(c, ENTRY_NOTE, json_pack("{s:s}", "note", NOTE_MAKER), record_maker(text, now_ms));
}

static int
say_line(struct request *q)
{
	const struct fold *fold = q->d->fold;
	int err = may_make(q, KEY_TEXT, SAID_BYTES);
	if (err)
		return err;
	if (fold->n_said >= SAID_MAX)
		return lock_refuse(
			q, REFUSAL_LIMIT_EVENTS, "the maker has said something %d times, and may no more", SAID_MAX);
	if (utstring_len(&fold->record) + utstring_len(&fold->pending_notes) > LIMIT_RECORD_BYTES - LIMIT_VERB_BYTES)
		return lock_refuse(q, REFUSAL_LIMIT_RECORD, RECORD_FULL);
	struct commit *c = begin_act(q, KEY_TEXT);
	add_line(q, c, q->values[KEY_TEXT]);
	return lock_append(q, c);
}

static int
close_duel(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct lease *l = &fold->lease;
	int err = may_make(q, KEY_REASON, LIMIT_VALUE_BYTES);
	if (err)
		return err;
	struct commit *c = begin_act(q, KEY_REASON);
	/* a format without INVALIDATED has ABORTED */
	const char *outcome = format_ending(fold->format, "ABORTED") ? "ABORTED" : "INVALIDATED";
	UT_string line;
	struct context ctx;
	struct verdict shown = {.n = 0};
	utstring_init(&line);
	utstring_printf(&line, "closed with %s: %s", outcome, q->values[KEY_REASON]);
	fold_context(fold, &ctx);
	format_reveals(fold->state, &ctx, &line, &shown);
	if (l->holder)
		commit_add(c, entry_new(ENTRY_EXPIRE, l->holder, l->number, NULL, NULL, 0));
	for (size_t i = 0; i < shown.n; i++)
		commit_add_draft(c, 0, 0, &shown.drafts[i]);
	verdict_free(&shown);
	add_line(q, c, utstring_body(&line));
	add_draft(c, ENTRY_CLOSE,
		json_pack("{s:s,s:s,s:s}", "outcome", outcome, "reason", q->values[KEY_REASON], "by", MAKER), NULL);
	utstring_done(&line);
	return lock_append(q, c);
}

#define OF_MAKER(word, key, fn) \
	{.name = word, .keys = key, .wants = WANTS_MAKER, .act = fn}
const struct verb verb_say = OF_MAKER("say", K(TEXT) | K(TOKEN), say_line);
const struct verb verb_close = OF_MAKER("close", K(REASON) | K(TOKEN), close_duel);
