/*
 * `lock`: from a line to an act. Three steps: read (words, verb, keys), ask (what the verb's row wants: is it legal
 * now), act (the verb's file). Refusals are kept under the file name "lock".
 */
#include <stdarg.h>
#include <stdio.h>

#include "fs/lock/lock_inner.h"
#include "fs/util/names.h"
#include "fs/util/secret.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

/* The first is what a line without a verb means. */
static const struct verb *const verbs[] = {
	&verb_claim, &verb_refresh, &verb_join, &verb_release, &verb_fail, &verb_next, &verb_end,
	&verb_say, &verb_close};
#define VERBS (sizeof verbs / sizeof *verbs)

/* clang-format off */
const struct key_row key_rows[KEYS] = {
	[KEY_HARNESS] = {"harness", NULL},
	[KEY_MODEL]   = {"model", NULL},
	[KEY_ROLE]    = {"role", NULL},
	[KEY_TOKEN]   = {"token", NULL},
	[KEY_FOR]     = {"for", "timeout"},
	[KEY_OUTCOME] = {"outcome", NULL},
	[KEY_REASON]  = {"reason", NULL},
	[KEY_FORCE]   = {"force", "yes"},
	[KEY_TO]      = {"to", NULL},
	[KEY_WHO]     = {"who", NULL},
	[KEY_ASKS]    = {"asks", NULL},
	[KEY_TEXT]    = {"text", NULL},
};
/* clang-format on */

static const struct verb *
verb_named(const char *name)
{
	for (size_t i = 0; i < VERBS; i++)
		if (!strcmp(verbs[i]->name, name))
			return verbs[i];
	return NULL;
}

int
lock_append_one(struct request *q, struct entry *e)
{
	struct commit *c = commit_new(q->d);
	commit_add(c, e);
	return lock_append(q, c);
}

int
lock_refuse(struct request *q, enum refusal rule, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	return lock_refuse_rule(q, &refusals[rule], text);
}

int
lock_refuse_rule(struct request *q, const struct rule *rule, char *sentence)
{
	int err = refuse_rule(q->d, q->seat, &q->who, "lock", rule, "%s", sentence ? sentence : rule->gloss);
	free(sentence);
	return err;
}

int
lock_store_refused(struct request *q, int err)
{
	if (err == -ENOENT) /* the duel: there is nobody to tell why */
		return err;
	return lock_refuse_rule(q, store_rule(err), mem_strdup(store_refusal(err)));
}

/* Read. */

/* Names the verbs that whoever asks could use here at all. */
static int
refuse_verb(struct request *q, const char *word)
{
	UT_string known;
	utstring_init(&known);
	for (size_t i = 0; i < VERBS; i++) {
		unsigned wants = verbs[i]->wants;
		if (wants & WANTS_FORMAT && !format_verb_named(q->d->fold->format, verbs[i]->name))
			continue;
		if (!(wants & WANTS_MAKER) || duel_may_make(q->d, q->who.uid))
			utstring_printf(&known, "%s%s", i ? ", " : "", verbs[i]->name);
	}
	char *what = !token_is_shaped(word, strlen(word)) ? mem_format("there is no verb \"%s\"", word)
		: mem_strdup("the first of these words is no verb");
	int err = lock_refuse(q, REFUSAL_VERB_UNKNOWN, "%s; there are %s (a name with spaces stands in double quotes)",
		what, utstring_body(&known));
	free(what);
	utstring_done(&known);
	return err;
}

static int
read_key(struct request *q, const struct word *w)
{
	enum key k = 0;
	while (k < KEYS && strcmp(key_rows[k].name, w->key))
		k++;
	if (k == KEYS && !token_is_shaped(w->key, strlen(w->key)))
		return lock_refuse(q, REFUSAL_KEY_UNKNOWN, "there is no key \"%s\"", w->key);
	if (k < KEYS && !(q->verb->keys & 1u << k) && q->implied)
		return refuse_verb(q, q->words.v[0].text);
	if (k == KEYS || !(q->verb->keys & 1u << k)) { /* a key that could be a token is told by its place */
		UT_string takes;
		utstring_init(&takes);
		for (unsigned i = 0; i < KEYS; i++)
			if (q->verb->keys & 1u << i)
				utstring_printf(&takes, "%s%s", utstring_len(&takes) ? ", " : "", key_rows[i].name);
		int err = k < KEYS ? lock_refuse(q, REFUSAL_KEY_UNKNOWN, "%s takes no key \"%s\"; it takes %s",
				q->verb->name, w->key, utstring_body(&takes))
			: lock_refuse(q, REFUSAL_KEY_UNKNOWN, "%s takes %s; word %zu is none of these", q->verb->name,
				utstring_body(&takes), (size_t)(w - q->words.v) + 1);
		utstring_done(&takes);
		return err;
	}
	if (q->values[k])
		return lock_refuse(q, REFUSAL_VALUE_BAD, "%s stands twice", w->key);
	if (key_rows[k].only && strcmp(key_rows[k].only, w->value))
		return lock_refuse(q, REFUSAL_VALUE_BAD, "%s can only be %s=%s", w->key, w->key, key_rows[k].only);
	if (!text_clean_line(w->value, strlen(w->value)) || strlen(w->value) > LIMIT_VALUE_BYTES)
		return lock_refuse(q, REFUSAL_VALUE_BAD, "the value of %s is longer than %d bytes, or not clean text",
			w->key, LIMIT_VALUE_BYTES);
	if (k == KEY_TOKEN && !token_is_shaped(w->value, strlen(w->value)))
		return lock_refuse(q, REFUSAL_VALUE_BAD, "a token has %d to %d bytes and no white space",
			LIMIT_TOKEN_MIN_BYTES, LIMIT_TOKEN_MAX_BYTES);
	q->values[k] = w->value;
	return 0;
}

/* From words to a verb, a name and values. */
static int
read_words(struct request *q)
{
	const struct word *w = q->words.v, *end = w + q->words.n;
	if (w == end)
		return lock_refuse(q, REFUSAL_VERB_UNKNOWN, "an empty line; write for example: claim NAME");
	q->verb = w->quoted ? NULL : verb_named(w->text);
	q->implied = !q->verb;
	if (q->implied && w + 1 < end && !w[1].key)
		return refuse_verb(q, w->key ? w->key : w->text);
	if (q->implied)
		q->verb = &verb_claim;
	else if (++w == end)
		return lock_refuse(q, REFUSAL_SEAT_NAME, "%s wants a name: %s NAME", q->verb->name, q->verb->name);
	q->name = w->text;
	bool is_key = false, makers = q->verb->wants & WANTS_MAKER;
	for (enum key k = 0; w->key && k < KEYS; k++)
		is_key |= words_near(w->key, strlen(w->key), key_rows[k].name);
	if (makers && (is_key || strcmp(q->name, MAKER)))
		return lock_refuse(q, REFUSAL_SEAT_NAME, "%s is the maker's, who made this duel: %s " MAKER " …%s",
			q->verb->name, q->verb->name,
			q->verb != &verb_close ? ""
				: "; a participant ends a debate by a conclusion that it hands in, or by "
				  "release NAME outcome=… where the format has that");
	if (is_key)
		return lock_refuse(q, REFUSAL_SEAT_NAME,
			"the name is missing: a verb, then NAME, then key=value (a name with such a beginning stands "
			"in double quotes)");
	int err = 0;
	while (!err && ++w < end)
		err = w->key ? read_key(q, w)
			: lock_refuse(q, REFUSAL_VALUE_BAD,
				  "word %zu is no key=value (a value with spaces stands in double quotes)",
				  (size_t)(w - q->words.v) + 1);
	return err;
}

/* A line that holds its token elsewhere, too, is neither done nor quoted; nor is one with a credential: events have its
 * values for good. A verb is none, nor the name of who has joined. */
static int
keep_secrets_out(struct request *q)
{
	const struct fold *fold = q->d->fold;
	const struct word *w = q->words.v, *end = w + q->words.n;
	const char *token = NULL, *token_key = key_rows[KEY_TOKEN].name;
	bool found = false;
	for (; w < end && !token; w++)
		token = w->key && !strcmp(w->key, token_key) ? w->value : NULL;
	for (w = q->words.v; w < end; w++) {
		bool signs = w->key && !strcmp(w->key, token_key);
		const char *parts[] = {w->key ? w->key : w->text, signs ? NULL : w->value};
		bool known = verb_named(w->text) || fold_seat_named(fold, w->text);
		for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
			if (token && parts[i] && token_find(token, parts[i], strlen(parts[i])))
				return lock_refuse(q, REFUSAL_LEASE_TOKEN,
					"a token stands in this line where none belongs: it is one word behind the "
					"name, token=SECRET");
			if (parts[i] && !known && secrets_mode_named(fold->rules.secrets) == SECRETS_REFUSE)
				found |= secrets_has(parts[i], strlen(parts[i]));
		}
	}
	return found ? lock_refuse_rule(q, &text_rules[TEXT_SECRET],
			       mem_strdup("this line holds what looks like a credential, and nothing of it was done: "
					  "write <what it is> in its place"))
		     : 0;
}

/* The line as words. */
static int
read_line(struct request *q, const char *line, size_t len)
{
	if (len > LIMIT_VERB_BYTES)
		return lock_refuse(q, REFUSAL_LIMIT_VERB, "a line for `lock` is at most %d bytes", LIMIT_VERB_BYTES);
	while (len && (line[len - 1] == '\n' || line[len - 1] == '\r'))
		len--;
	const char *newline = memchr(line, '\n', len);
	if (newline && words_open(line, (size_t)(newline - line)))
		return lock_refuse(
			q, REFUSAL_VALUE_BAD, "a name or value is on one line: a line ends inside the double quotes");
	if (newline)
		return lock_refuse(q, REFUSAL_VERB_UNKNOWN, "one line a write: write the second line by itself");
	if (!text_clean_line(line, len))
		return lock_refuse(q, REFUSAL_VALUE_BAD, "this line has %s", text_hidden(line, len) ?: "a tab");
	const char *fault = words_split(line, len, &q->words);
	return fault ? lock_refuse(q, REFUSAL_VALUE_BAD, "%s", fault) : keep_secrets_out(q);
}

/* Ask, and act. */

/* Somebody may join under this name, as far as the name goes. */
static int
check_join_name(struct request *q)
{
	size_t len = strlen(q->name);
	const char *fault = name_fault(q->name, len, NAME_PARTICIPANT) ?: name_join_fault(q->name, len);
	char *key = fault ? NULL : name_key(q->name), *words = text_fold_words(q->name, len);
	if (words_sign(q->name))
		fault = "a token stands behind the name, as a word of its own: NAME token=SECRET";
	else if (key && verb_named(key))
		fault = "a verb of `lock` is no name";
	else if (key && (!strcmp(words, MAKER) || !strcmp(words, "duelfs")))
		fault = "`" MAKER "` is whoever made the duel, `duelfs` the filesystem, and nobody joins as either";
	free(key);
	free(words);
	return fault ? lock_refuse(q, REFUSAL_SEAT_NAME, "%s", fault) : 0;
}

/* The verb wants the floor, which goes with some outcomes only: 0, or refused. */
static int
check_floor(struct request *q)
{
	const struct lease *l = &q->d->fold->lease;
	const char *outcome = q->values[KEY_OUTCOME], *free_outcome = q->d->fold->format->free_outcome;
	if (outcome && free_outcome && !strcmp(outcome, free_outcome))
		return 0;
	if (!l->holder && l->ran_out && l->last_holder == q->seat)
		return lock_refuse(
			q, REFUSAL_LEASE_EXPIRED, "lease %llu ran out; claim again", (unsigned long long)l->number);
	return lock_refuse(q, REFUSAL_LEASE_NONE, "\"%s\" does not have the floor", q->name);
}

/* The caller has entered the duel. A claim without for= by the holder refreshes its lease. */
static int
act_on_line(struct request *q)
{
	struct fold *fold = q->d->fold;
	const struct verb *verb = q->verb;
	int err = 0;
	if (fold->lease.holder)
		duel_expire(q->d);
	if (q->d->duels->broken)
		return lock_store_refused(q, -EIO);
	if (verb->wants & WANTS_FORMAT && !format_verb_named(fold->format, verb->name))
		return lock_refuse(
			q, REFUSAL_VERB_UNKNOWN, "format %s has no verb \"%s\"", fold->format->name, verb->name);
	if (verb->wants & WANTS_MAKER)
		return verb->act(q);
	const struct seat *s = fold_seat_named(fold, q->name);
	q->seat = s ? s->number : 0;
	q->binds = q->again = false;
	if (!s && (err = check_join_name(q)))
		return err;
	if (!s && verb->wants & WANTS_SEAT)
		return lock_refuse(q, REFUSAL_LEASE_NONE, "\"%s\" has not joined", q->name);
	if ((err = s ? lock_prove_seat(q) : lock_join(q)))
		return err;
	if (verb == &verb_claim && fold->lease.holder == q->seat && !q->values[KEY_FOR])
		verb = &verb_refresh;
	if (verb->is_done && verb->is_done(q, &err))
		return err;
	if (verb->wants & WANTS_OPEN && duel_is_closed(q->d))
		return lock_refuse(q, REFUSAL_DUEL_CLOSED, "this duel is closed");
	if (verb->wants & WANTS_FLOOR && fold->lease.holder != q->seat && (err = check_floor(q)))
		return err;
	if (verb->wants & WANTS_NO_TOKEN && q->binds)
		return lock_refuse(q, REFUSAL_LEASE_TOKEN, "a token is brought with the join or the first claim");
	return verb->act(q);
}

int
verb_run(struct duel *d, const struct caller *who, const char *line, size_t len)
{
	struct request q = {.d = d, .who = *who};
	int err = read_line(&q, line, len);
	if (!err)
		err = read_words(&q);
	if (!err) {
		duel_enter(d);
		while ((err = act_on_line(&q)) == -EAGAIN)
			q.seat = 0;
		duel_leave(d);
	}
	words_free(&q.words);
	return err;
}
