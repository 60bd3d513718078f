#include "validators/adversarial/folder.h"

#include <string.h>

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
	struct folder_part kept = folder_part(folder, BASE_SNAPSHOT);

	return kept.n ? kept : folder_part(folder, BASE_LIVE);
}
