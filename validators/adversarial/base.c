#include "validators/adversarial/base.h"

#include <string.h>
#include "validators/adversarial/rules.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static const char *const parts[] = {BASE_LIVE, BASE_SNAPSHOT, NULL};

/* The files of a part, by their paths below it; malloc'd. */
static struct kb_file *
files_of(const struct source_folder *folder, const char *part, size_t *n)
{
	struct kb_file *files = mem_calloc(folder->n, sizeof *files);
	size_t len = strlen(part);

	*n = 0;
	for (size_t i = 0; i < folder->n; i++) {
		const struct source_file *f = &folder->files[i];

		if (!strncmp(f->path, part, len) && f->path[len] == '/')
			files[(*n)++] = (struct kb_file){f->path + len + 1, f->text, f->len};
	}
	return files;
}

/* NULL where it has an error, or where there is no such part. */
static struct kb *
read_part(const struct source_folder *folder, const char *part, const struct phrases *phrases, struct kb_faults *faults)
{
	size_t n;
	struct kb_file *files = files_of(folder, part, &n);
	struct kb *kb = NULL;

	*faults = (struct kb_faults){.n = 0};
	if (n || !strcmp(part, BASE_LIVE))
		kb = kb_read(files, n, phrases, faults);
	free(files);
	return kb;
}

/* A finding says its file and its line as a place. */
static void
tell(const struct kb_faults *faults, const char *part, struct findings *out)
{
	for (size_t i = 0; i < faults->n; i++) {
		const struct findings *fs = &faults->v[i].findings;

		for (size_t k = 0; k < fs->n; k++) {
			const struct finding *f = &fs->v[k];
			char *line = f->line ? mem_format(":%d", f->line) : mem_strdup("");
			char *path = mem_format("%s/%s%s", part, faults->v[i].path, line);

			findings_add_path(out, f->rule, 0, path, "%s", f->text);
			free(path);
			free(line);
		}
		out->dropped += fs->dropped;
	}
}

static void
judge(const struct source_folder *folder, const struct text *const *texts, bool stable, struct findings *findings)
{
	struct phrases *phrases = kb_phrases_new(texts);

	for (size_t i = 0; parts[i]; i++) {
		struct kb_faults faults;

		kb_drop(read_part(folder, parts[i], i || stable ? NULL : phrases, &faults));
		tell(&faults, parts[i], findings);
		kb_faults_free(&faults);
	}
	phrases_free(phrases);
}

static bool
take_topic(void *arg, const char *plain, size_t len)
{
	char **topic = arg, *words = text_fold_space(plain, len);

	if (*words && strlen(words) <= LIMIT_VALUE_BYTES && text_clean_line(words, strlen(words)))
		*topic = words;
	else
		free(words);
	return !*topic;
}

static char *
topic_of(const struct source_folder *folder)
{
	char *topic = NULL;

	for (size_t i = 0; i < folder->n; i++)
		if (!strcmp(folder->files[i].path, BASE_LIVE "/quality-summary.md"))
			md_headings(folder->files[i].text, folder->files[i].len, take_topic, &topic);
	return topic;
}

/* -- what is in it, without reading it as a base -- */

/* The path of a file below the live part; "" where it is in another. */
static const char *
path_in(const struct source_file *f)
{
	static const char live[] = BASE_LIVE "/";

	return strncmp(f->path, live, strlen(live)) ? "" : f->path + strlen(live);
}

static void
tell_folder(const struct source_folder *folder, UT_string *out)
{
	size_t arguments = 0, sources = 0;

	for (size_t i = 0; i < folder->n; i++) {
		arguments += kb_names_argument(path_in(&folder->files[i]));
		sources += kb_names_source(path_in(&folder->files[i]));
	}
	utstring_printf(out, "with %zu arguments and %zu sources, here as `" BASE_SNAPSHOT "/` and `" BASE_LIVE "/`",
		arguments, sources);
}

const struct format_folder base_folder = {
	.parts = parts,
	.files = KB_FILES_MAX,
	.file_bytes = KB_FILE_BYTES,
	.bytes = KB_BYTES,
	.depth = KB_DEPTH,
	.fault = &adversarial_rules[RULES_OF_BASES + KB_RULE_SOURCE],
	.judge = judge,
	.topic = topic_of,
	.tell = tell_folder,
};

struct base *
kb_base_read(const struct source_folder *folder)
{
	struct kb_faults faults, faults_before;
	struct kb *kb = read_part(folder, BASE_LIVE, NULL, &faults);
	struct kb *snapshot = read_part(folder, BASE_SNAPSHOT, NULL, &faults_before);
	struct base *base = NULL;

	if (kb && !snapshot && !kb_faults_first_error(&faults_before))
		snapshot = kb_hold(kb);
	if (kb && snapshot) {
		base = mem_calloc(1, sizeof *base);
		atomic_init(&base->refs, 1);
		base->kb = kb;
		base->snapshot = snapshot;
	} else {
		kb_drop(kb);
		kb_drop(snapshot);
	}
	kb_faults_free(&faults);
	kb_faults_free(&faults_before);
	return base;
}

void
kb_base_drop(struct base *base)
{
	if (!base || atomic_fetch_sub(&base->refs, 1) != 1)
		return;
	kb_drop(base->kb);
	kb_drop(base->snapshot);
	free(base);
}

static void *
make_reading(const struct source *source, const struct source_folder *folder)
{
	(void)source;
	return folder ? kb_base_read(folder) : NULL;
}

static void
drop_reading(void *reading)
{
	kb_base_drop(reading);
}

const struct format_reading base_reading = {.make = make_reading, .drop = drop_reading};

struct base *
base_of(const struct context *ctx)
{
	struct base *base = ctx->reading;

	if (!base)
		return ctx->folder ? kb_base_read(ctx->folder) : NULL;
	atomic_fetch_add(&base->refs, 1);
	return base;
}
