/* The rules in force, as README.md and prompt.md tell them. */
#include "fs/show/guide_inner.h"

#include <string.h>
#include "validators/text/text.h"

static const char token_required[] =
	"- every seat has a token, of its own (`token=SECRET`, 8 to 128 bytes) or made for it (`token=new`); it stands in place of SECRET in\n"
	"  every later verb, and in every append's first line, `<!-- token: SECRET -->`, which is not recorded\n";
static const char token_optional[] = "- a seat may have a token: `token=SECRET` or `token=new` at its first join or claim\n";

const char *
guide_article(const char *noun)
{
	return *noun && strchr("aeiou", *noun) ? "an" : "a";
}

bool
guide_has_rules(const struct format *format, const char *prefix)
{
	for (size_t i = 0; i < format->n_rules; i++)
		if (!strncmp(format->rules[i].id, prefix, strlen(prefix)))
			return true;
	return false;
}

bool
guide_is_json(const char *text)
{
	return *text == '{' || *text == '[';
}

/* The terms have a number for every duel: it counts where the format shows it. */
int64_t
guide_max_turns(const struct guide_facts *f)
{
	for (size_t i = 0; i < f->format->n_status; i++)
		if (!strcmp(f->format->status[i].key, "max_turns"))
			return f->ctx->terms->max_turns;
	return 0;
}

const char *
guide_text_word(const struct format *format)
{
	return format->n_hand_ins && !strcmp(format->hand_ins[0].name, "turn") ? "turn" : "text";
}

static void
put_bounds(const struct guide_facts *f, UT_string *out)
{
	int64_t max_turns = guide_max_turns(f);

	guide_put(out, "- ");
	if (max_turns)
		utstring_printf(out, "at most %lld turns, each ", (long long)max_turns);
	else
		guide_put(out, "each text that is handed in ");
	utstring_printf(out, "of at most %lld bytes\n", (long long)f->ctx->terms->max_turn_bytes);
}

void
guide_put_terms(const struct guide_facts *f, UT_string *out)
{
	const struct terms *t = f->ctx->terms;

	utstring_printf(out, "\n## Terms\n\n- topic: %s\n", t->topic);
	if (f->ctx->source)
		utstring_printf(out, "- source: `%s`, here as `source.md`\n", f->ctx->source->path);
	else
		guide_put(out, "- source: none\n");
	put_bounds(f, out);
	utstring_printf(out, "- a claim holds the floor for %lld seconds; `refresh` gives them again\n", (long long)t->lease_seconds);
	if (f->format->wait_until)
		utstring_printf(out, "- a participant that is missing or silent is waited for %lld seconds; then the other may claim with `for=timeout`\n",
			(long long)t->wait_seconds);
	utstring_printf(out, "- whoever has to wait looks again after %lld seconds\n", (long long)t->retry_after_seconds);
	if (f->format->terms)
		f->format->terms(t, out);
	guide_put(out, f->require_token ? token_required : token_optional);
}

void
guide_put_endings(const struct guide_facts *f, UT_string *out)
{
	guide_put(out, "\n## How it ends\n\nWith one of these outcomes, when it is earned:\n\n");
	for (size_t i = 0; i < f->format->n_endings; i++)
		utstring_printf(out, "- `%s`: %s\n", f->format->endings[i].name, f->format->endings[i].earned);
}

void
guide_put_outcome(const struct guide_facts *f, UT_string *out)
{
	size_t len = strlen(f->reason);

	utstring_printf(out, "**%s**", f->outcome);
	if (f->invalidated_by)
		utstring_printf(out, " by %s", f->invalidated_by);
	else if (f->closed_by)
		utstring_printf(out, ", %s %s", len && f->in_words ? "in the words of" : "closed by", f->closed_by);
	if (len)
		utstring_printf(out, "%s %s", f->invalidated_by || f->closed_by ? ":" : ",", f->reason);
	guide_put(out, len && strchr(".!?", f->reason[len - 1]) ? "" : ".");
}

static bool
is_rule_of(const struct format *format, const char *id)
{
	for (size_t i = 0; i < format->n_rules; i++)
		if (!strcmp(format->rules[i].id, id))
			return true;
	return false;
}

/* `strict`: what has a strict row refuses. */
static void
put_rule(const struct rule *r, bool strict, UT_string *out)
{
	if (r->strict && strict)
		r = r->strict;
	if (r->severity == SEVERITY_WARNING)
		utstring_printf(out, "| `%s` | W | %s |\n", r->id, r->gloss);
	else
		utstring_printf(out, "| `%s` | E %s | %s |\n", r->id, strerrorname_np(r->err), r->gloss);
}

void
guide_put_rules(const struct guide_facts *f, UT_string *out)
{
	const char *word = guide_text_word(f->format);
	bool strict = f->format->strict && f->format->strict(f->ctx->terms);

	utstring_printf(out, "\n## Rules of a %s\n\nE refuses the %s with that errno; W accepts it and shows the warning in `status`.\n\n"
		"| rule | | what it asks |\n|---|---|---|\n", word, word);
	for (size_t i = 0; i < f->format->n_rules; i++)
		put_rule(&f->format->rules[i], strict, out);
	for (size_t i = 0; i < TEXT_RULES; i++)
		if (!is_rule_of(f->format, text_rules[i].id))
			put_rule(&text_rules[i], false, out);
}
