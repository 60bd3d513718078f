#include "fs/show/result.h"

#include <ctype.h>
#include <string.h>

#include "fs/registry/live.h"
#include "fs/show/show.h"
#include "validators/text/markdown.h"

/* -- where it stands -- */

/* Does the line that begins here, of `len` bytes, stand between texts only? */
static bool
is_rule(const char *s, size_t len)
{
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	return !len || (len == 3 && !memcmp(s, "---", 3));
}

size_t
result_skip_between(const char *record, size_t offset, size_t end)
{
	while (offset < end) {
		const char *newline = memchr(record + offset, '\n', end - offset);
		size_t n = newline ? (size_t)(newline - (record + offset)) + 1 : end - offset;

		if (!is_rule(record + offset, n))
			break;
		offset += n;
	}
	return offset;
}

struct result
result_find(const struct fold *fold, const char *record, size_t len)
{
	unsigned n = fold->head_frozen ? fstate_pieces(fold->state) : 0;
	struct turn_slice last = n ? fstate_turn(fold->state, n - 1) : (struct turn_slice){.number = 0};
	size_t from;

	if (!n)
		return (struct result){
			.from = result_skip_between(record, fold->head_frozen ? fold->head_bytes : len, len),
			.end = len};
	from = result_skip_between(record, last.offset + last.len, len);
	if (from < len || n == 1 || !fold->in_words)
		return (struct result){.from = from, .end = len};
	return (struct result){.from = last.offset, .end = last.offset + last.len, .piece = true};
}

/* -- conclusion.md -- */

void
render_conclusion(struct duel *d, unsigned sub, UT_string *out)
{
	const struct fold *fold = d->fold;
	struct context ctx;

	(void)sub;
	if (!duel_is_closed(d))
		return;
	fold_context(fold, &ctx);
	if (!fold->damage) {
		format_result(fold->state, &ctx, out);
		return;
	}
	utstring_printf(out, "# ");
	md_escape(out, fold->topic);
	utstring_printf(out, "\n\n**Stopped by duelfs**: ");
	md_escape(out, fold->damage);
	utstring_printf(out, "\n\nThe whole of it: `debate.md`; as a page: `view.html`.\n");
}
