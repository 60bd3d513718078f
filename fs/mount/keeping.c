#include "fs/mount/keeping.h"

#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/tree.h"
#include "fs/duels/live.h"
#include "fs/show/show.h"
#include "validators/text/mem.h"

static void
keep_folder(const struct node *dir, const char *path, struct file_set *out)
{
	struct tree_entry e;
	UT_string text;
	const char *bytes;
	size_t len;
	for (int64_t cookie = 2; tree_next(dir, cookie, &e); cookie = e.cookie) {
		bool folder = tree_is_dir(e.node.row);
		if (!tree[e.node.row].kept)
			continue;
		char *child = mem_format("%s%s%s", path, e.name, folder ? "/" : "");
		if (folder) {
			file_set_add(out, child, "", 0);
			keep_folder(&e.node, child, out);
		} else {
			utstring_init(&text);
			node_content(&e.node, &text, &bytes, &len);
			file_set_add(out, child, bytes, len);
			utstring_done(&text);
		}
		free(child);
	}
}

/* The tree's functions ask the mount for its table of duels alone. */
void
keep_files(struct duel *d, struct file_set *out)
{
	struct mount m = {.duels = d->duels};
	struct node dir = {.mount = &m, .duel = d, .row = TREE_DUEL};
	UT_string page;
	keep_folder(&dir, "", out);
	utstring_init(&page);
	page_make(d, true, &page);
	file_set_add(out, "view.html", utstring_body(&page), utstring_len(&page));
	utstring_done(&page);
}
