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

/* The place of one more finding under this rule; NULL: there is none. Each finding that loses its place, old or new, is
 * counted here. */
static struct finding *
make_place(struct findings *fs, const struct rule *rule)
{
	bool error = rule->severity == SEVERITY_ERROR;
	size_t last = fs->n;

	if (fs->n == LIMIT_FINDINGS) {
		fs->dropped++;
		/* A full list gives up its last warning for an error. */
		while (error && last && fs->v[last - 1].rule->severity != SEVERITY_WARNING)
			last--;
		if (!error || !last)
			return NULL;
		finding_free(&fs->v[last - 1]);
		memmove(&fs->v[last - 1], &fs->v[last], (fs->n - last) * sizeof *fs->v);
		fs->n--;
	}
	fs->errors += error;
	return GROW(fs->v, fs->n);
}

static char *
escape_copy(const char *s)
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
	struct finding *f = make_place(fs, rule);
	va_list ap;

	assert(line >= 0);
	if (!f)
		return;
	va_start(ap, format);
	vsnprintf(sentence, sizeof sentence, format, ap);
	va_end(ap);
	*f = (struct finding){rule, line, path ? escape_copy(path) : NULL, escape_copy(sentence)};
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
		struct finding *place = make_place(to, from->v[i].rule);

		if (place)
			*place = from->v[i];
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
		utstring_printf(out, ": %s: [%s] %s%s\n", severity_names[f->rule->severity], f->rule->id,
			words ? "" : "this must hold: ", words ? f->text : f->rule->gloss);
	}
}
