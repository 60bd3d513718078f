#include "validators/adversarial/folder.h"

#include <string.h>
#include "validators/adversarial/mutation.h"

/* How a path stands to the paths of a part, by bytes: 0 is in it. */
static int
compare_part(const char *path, const char *part, size_t len)
{
	int order = strncmp(path, part, len);

	return order ? order : (unsigned char)path[len] - '/';
}

/* The first file that is in the part, or behind it; with `behind`, that is behind it. */
static size_t
find_part(const struct source_folder *folder, const char *part, bool behind)
{
	size_t from = 0, to = folder->n, len = strlen(part);

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (compare_part(folder->files[middle].path, part, len) < behind)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

struct folder_part
folder_part(const struct source_folder *folder, const char *part)
{
	size_t from;

	if (!folder || !folder->n)
		return (struct folder_part){.n = 0};
	from = find_part(folder, part, false);
	return (struct folder_part){.files = folder->files + from,
		.n = find_part(folder, part, true) - from,
		.skip = strlen(part) + 1};
}

struct folder_part
folder_snapshot(const struct source_folder *folder)
{
	struct folder_part kept = folder_part(folder, BASE_SNAPSHOT);

	return kept.n ? kept : folder_part(folder, BASE_LIVE);
}

unsigned
folder_revisions(const struct source_folder *folder)
{
	struct folder_part live = folder_part(folder, BASE_LIVE);

	for (size_t i = 0; i < live.n; i++)
		if (!strcmp(live.files[i].path + live.skip, KB_REVISIONS_FILE))
			return revisions_last(live.files[i].text, live.files[i].len);
	return 0;
}
