/* Reading the configuration: see reload.h. */
#include "fs/mount/reload.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/paths.h"
#include "validators/formats.h"
#include "validators/text/mem.h"

int
reload_read(const struct paths *p, struct mount_config *c, UT_string *why)
{
	struct config_error error;
	memset(&error, 0, sizeof error);
	if (!p->config) {
		config_default(c);
		return 0;
	}
	int err = config_load(p->config, format_names(), c, &error);
	if (!err)
		return paths_check_archive(p, c->archive, why);
	if (err == -ENOENT && !p->config_given)
		return 0;
	utstring_printf(why, "%s:", p->config);
	if (error.line)
		utstring_printf(why, "%d:", error.line);
	utstring_printf(why, " %s", error.text);
	return err;
}
