/*
 * A template is read and rendered in one pass. A part that is not shown is read all the same, for its end.
 */
#include "validators/kit/template.h"

#include <assert.h>
#include <string.h>
#include "validators/text/mem.h"

#define TAG_BYTES 80

struct rendering {
	const char *text;
	const struct template_name *names;
	void *arg;
	UT_string *out;
	size_t begin;     /* of what is rendered, in *out */
	bool after_block; /* nothing but newlines stood behind a block */
};

enum tag_kind { TAG_VALUE, TAG_IF, TAG_EACH, TAG_ELSE, TAG_ELSE_IF, TAG_END };
static const char *const directives[] = {
	[TAG_IF] = "if ", [TAG_EACH] = "each ", [TAG_ELSE] = "else", [TAG_ELSE_IF] = "else if ", [TAG_END] = "end"};

/* A tag in braces. */
struct tag {
	enum tag_kind kind;
	bool not;
	const struct template_name *name;
	char bytes[TAG_BYTES];
	const char *word;
	const char *behind; /* the closing brace, and the newline that goes with it */
};

static size_t
tag_len(const char *s)
{
	size_t n = strcspn(s, "}\n");

	assert(s[n] == '}' && n < TAG_BYTES);
	return n;
}

static enum tag_kind
tag_kind_of(const char *s, size_t n)
{
	for (enum tag_kind kind = TAG_END; kind > TAG_VALUE; kind--) {
		size_t len = strlen(directives[kind]);

		if (!strncmp(s, directives[kind], len) && (directives[kind][len - 1] == ' ' || n == len))
			return kind;
	}
	return TAG_VALUE;
}

/* The tag that begins with the brace at `s`. */
static void
read_tag(const struct rendering *r, const char *s, struct tag *tag)
{
	size_t n = tag_len(s) - 1;
	char *name, *space;

	*tag = (struct tag){.kind = tag_kind_of(s + 1, n), .word = "", .behind = s + n + 2};
	if (tag->kind && *tag->behind == '\n') { /* with the newline of a line that has nothing else */
		const char *at = s;

		while (at > r->text && at[-1] != '\n')
			at--;
		while (*at == '{' && tag_kind_of(at + 1, tag_len(at) - 1))
			at += tag_len(at) + 1;
		tag->behind += !*at || *at == '\n';
	}
	if (tag->kind == TAG_ELSE || tag->kind == TAG_END)
		return;
	memcpy(tag->bytes, s + 1, n);
	name = tag->bytes + (tag->kind ? strlen(directives[tag->kind]) : 0);
	tag->not = !strncmp(name, "not ", 4);
	name += tag->not ? 4 : 0;
	if ((space = strchr(name, ' '))) {
		*space = '\0';
		tag->word = space + 1;
	}
	/* A list may be called as a value is. */
	for (tag->name = r->names; tag->name->name; tag->name++)
		if (!strcmp(tag->name->name, name) && (tag->name->kind == TEMPLATE_LIST) == (tag->kind == TAG_EACH))
			return;
	assert(false);
}

/* A blank line behind what there is. */
static void
set_apart(struct rendering *r)
{
	UT_string *out = r->out;

	while (out->i > r->begin && out->d[out->i - 1] == '\n')
		out->d[--out->i] = '\0';
	if (out->i > r->begin)
		utstring_bincpy(out, "\n\n", 2);
}

static bool
is_so(const struct rendering *r, const struct tag *tag)
{
	UT_string value;
	bool so;

	if (tag->kind == TAG_ELSE)
		return true;
	if (tag->name->kind == TEMPLATE_FLAG)
		return tag->name->is(r->arg, tag->word) != tag->not;
	utstring_init(&value);
	tag->name->put(r->arg, tag->word, &value);
	so = utstring_len(&value) != 0;
	utstring_done(&value);
	return so != tag->not;
}

/* Renders from `s` on, or with `shown` false only reads, up to the tag that ends this part: *end. false: the text ends
 * there. */
static bool
render_part(struct rendering *r, const char *s, bool shown, struct tag *end)
{
	for (;; s = end->behind) {
		const char *tag = s + strcspn(s, "{");

		/* The newlines at the beginning of a text behind a block are made anew. */
		while (shown && r->after_block && *s == '\n')
			s++;
		if (shown && s < tag) {
			if (r->after_block)
				set_apart(r);
			r->after_block = false;
			grow_for(r->out, (size_t)(tag - s));
			utstring_bincpy(r->out, s, (size_t)(tag - s));
		}
		if (!*tag)
			return false;
		read_tag(r, tag, end);
		if (end->kind >= TAG_ELSE)
			return true;
		if (end->kind == TAG_VALUE && shown) {
			bool block = end->name->kind == TEMPLATE_BLOCK;

			assert(end->name->kind <= TEMPLATE_BLOCK);
			if (block || r->after_block)
				set_apart(r);
			end->name->put(r->arg, end->word, r->out);
			r->after_block = block;
		}
		if (end->kind == TAG_EACH) {
			const struct template_name *list = end->name;

			s = end->behind;
			for (size_t i = 0; shown && list->at(r->arg, i); i++)
				render_part(r, s, true, end);
			render_part(r, s, false, end);
		}
		for (bool open = shown; end->kind == TAG_IF || end->kind == TAG_ELSE || end->kind == TAG_ELSE_IF;) {
			bool so = open && is_so(r, end), whole = render_part(r, end->behind, so, end);

			assert(whole);
			(void)whole;
			open &= !so;
		}
	}
}

void
template_render(const char *text, const struct template_name *names, void *arg, UT_string *out)
{
	struct rendering r = {.text = text, .names = names, .arg = arg, .out = out, .begin = utstring_len(out)};
	struct tag end;

	render_part(&r, text, true, &end);
	if (utstring_len(out) == r.begin || utstring_body(out)[utstring_len(out) - 1] != '\n')
		utstring_bincpy(out, "\n", 1);
}
