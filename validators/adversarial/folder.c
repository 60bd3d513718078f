#include "validators/adversarial/folder.h"

#include <string.h>
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

static const char *const parts[] = {FOLDER_KB, FOLDER_SNAPSHOT, NULL};

struct folder_part
folder_part(const struct source_folder *folder, const char *part)
{
	size_t len = strlen(part), from = 0, n;

	if (!folder || !folder->n)
		return (struct folder_part){.n = 0};
	while (from < folder->n &&
		(strncmp(folder->files[from].path, part, len) || folder->files[from].path[len] != '/'))
		from++;
	for (n = 0; from + n < folder->n && !strncmp(folder->files[from + n].path, part, len) &&
		folder->files[from + n].path[len] == '/';)
		n++;
	return (struct folder_part){.files = folder->files + from, .n = n, .skip = len + 1};
}

struct folder_part
folder_snapshot(const struct source_folder *folder)
{
	struct folder_part kept = folder_part(folder, FOLDER_SNAPSHOT);

	return kept.n ? kept : folder_part(folder, FOLDER_KB);
}

static struct kb *
read_part(const struct folder_part *part, const struct phrases *phrases, struct kb_faults *faults)
{
	struct kb_file *files = mem_calloc(part->n, sizeof *files);
	struct kb *kb;

	for (size_t i = 0; i < part->n; i++)
		files[i] = (struct kb_file){part->files[i].path + part->skip, part->files[i].text, part->files[i].len};
	kb = kb_read(files, part->n, phrases, faults);
	free(files);
	return kb;
}

struct kb *
folder_base(const struct folder_part *part)
{
	struct kb_faults faults;
	struct kb *kb = part->n ? read_part(part, NULL, &faults) : NULL;

	if (part->n)
		kb_faults_free(&faults);
	return kb;
}

/* -- when it is set -- */

static void
judge_part(const struct source_folder *folder, const char *name, const struct phrases *phrases, struct findings *out)
{
	struct folder_part part = folder_part(folder, name);
	struct kb_faults faults;

	kb_drop(read_part(&part, phrases, &faults));
	for (size_t i = 0; i < faults.n; i++)
		for (size_t k = 0; k < faults.v[i].findings.n; k++) {
			const struct finding *f = &faults.v[i].findings.v[k];
			char *path = f->line ? mem_format("%s/%s:%d", name, faults.v[i].path, f->line)
					     : mem_format("%s/%s", name, faults.v[i].path);

			findings_add_path(out, f->rule, 0, path, "%s", f->text);
			free(path);
		}
	kb_faults_free(&faults);
}

static void
judge(const struct source_folder *folder, const struct text *const *texts, struct findings *out)
{
	struct phrases *phrases = kb_phrases_new(texts);

	for (size_t i = 0; parts[i]; i++)
		if (!i || folder_part(folder, parts[i]).n)
			judge_part(folder, parts[i], phrases, out);
	phrases_free(phrases);
}

static bool
take_heading(void *arg, const char *plain, size_t len)
{
	char **topic = arg;

	*topic = mem_copy(plain, len);
	return false;
}

/* The first heading of the summary. */
static char *
topic(const struct source_folder *folder)
{
	struct folder_part part = folder_part(folder, FOLDER_KB);
	char *found = NULL;

	for (size_t i = 0; i < part.n && !found; i++)
		if (!strcmp(part.files[i].path + part.skip, "quality-summary.md"))
			md_headings(part.files[i].text, part.files[i].len, take_heading, &found);
	return found;
}

const struct format_folder adversarial_folder = {
	.parts = parts,
	.files = KB_FILES_MAX,
	.file_bytes = KB_FILE_BYTES,
	.bytes = KB_BYTES,
	.depth = KB_DEPTH,
	.fault = &kb_rules[KB_RULE_SOURCE],
	.judge = judge,
	.topic = topic,
};
