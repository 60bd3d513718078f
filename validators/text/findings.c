#include "validators/text/findings.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Bytes of a sentence or a path before the "…" of a cut one. */
#define SENTENCE_BYTES 512

static void
finding_free(struct finding *f)
{
	free(f->path);
	free(f->text);
}

/* Is there a place for a finding under this rule? Each finding that loses its place, old or new, is counted here. */
static bool
make_place(struct findings *fs, const struct rule *rule)
{
	if (fs->n < LIMIT_FINDINGS)
		return true;
	fs->dropped++;
	if (rule->severity != SEVERITY_ERROR)
		return false;
	/* A full list gives up its last warning for an error. */
	for (size_t i = fs->n; i-- > 0;) {
		if (fs->v[i].rule->severity != SEVERITY_WARNING)
			continue;
		finding_free(&fs->v[i]);
		memmove(&fs->v[i], &fs->v[i + 1], (--fs->n - i) * sizeof *fs->v);
		return true;
	}
	return false;
}

static void
append(struct findings *fs, struct finding f)
{
	*GROW(fs->v, fs->n) = f;
	fs->errors += f.rule->severity == SEVERITY_ERROR;
}

static char *
escaped(const char *s)
{
	UT_string out;

	utstring_init(&out);
	text_escape(&out, s, strlen(s), SENTENCE_BYTES);
	return utstring_body(&out);
}

void
findings_add_path(struct findings *fs, const struct rule *rule, int line, const char *path, const char *format, ...)
{
	/* Escaping never makes text shorter, so nothing after these bytes could be kept; the spare
	 * ones hold the whole of a character that is only partly within the limit. */
	char sentence[SENTENCE_BYTES + 8] = "";
	struct finding f = {.rule = rule, .line = line};
	va_list ap;

	assert(line >= 0);
	if (!make_place(fs, rule))
		return;
	va_start(ap, format);
	vsnprintf(sentence, sizeof sentence, format, ap);
	va_end(ap);
	f.path = path ? escaped(path) : NULL;
	f.text = escaped(sentence);
	append(fs, f);
}

void
findings_free(struct findings *fs)
{
	for (size_t i = 0; i < fs->n; i++)
		finding_free(&fs->v[i]);
	free(fs->v);
	*fs = (struct findings){0};
}

const struct finding *
findings_first_error(const struct findings *fs)
{
	for (size_t i = 0; i < fs->n; i++)
		if (fs->v[i].rule->severity == SEVERITY_ERROR)
			return &fs->v[i];
	return NULL;
}

int
findings_errno(const struct findings *fs)
{
	const struct finding *f = findings_first_error(fs);

	return f ? -f->rule->err : 0;
}

void
findings_move(struct findings *to, struct findings *from)
{
	for (size_t i = 0; i < from->n; i++) {
		if (make_place(to, from->v[i].rule))
			append(to, from->v[i]);
		else
			finding_free(&from->v[i]);
	}
	to->dropped += from->dropped;
	free(from->v);
	*from = (struct findings){0};
}

void
findings_print(const struct findings *fs, const char *file, bool words, UT_string *out)
{
	static const char *const severity_names[] = {[SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning"};

	for (size_t i = 0; i < fs->n; i++) {
		const struct finding *f = &fs->v[i];

		text_escape(out, file, strlen(file), SENTENCE_BYTES);
		if (f->line)
			utstring_printf(out, ":%d", f->line);
		if (f->path)
			utstring_printf(out, ":%s", f->path);
		utstring_printf(out, ": %s: [%s] %s\n", severity_names[f->rule->severity], f->rule->id,
			words ? f->text : f->rule->gloss);
	}
}
