/* What a mount and the commands read before anything else: the configuration. */
#ifndef FS_MOUNT_RELOAD_H
#define FS_MOUNT_RELOAD_H

#include <utstring.h>
#include "config/config.h"

struct paths;

/* Read the file that `p` names: 0, or a negative errno with *why as `FILE:LINE: text`. One that nobody named may be
 * missing. */
int reload_read(const struct paths *p, struct mount_config *c, UT_string *why);

#endif
