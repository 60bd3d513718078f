/*
 * Who a process descends from, out of /proc, for the verdicts of rehearsals (fs/util/lineage.h).
 */
#ifndef FS_MOUNT_ANCESTORS_H
#define FS_MOUNT_ANCESTORS_H

#include <sys/types.h>
#include "fs/util/lineage.h"

/* Of a request's thread; `out` is empty where /proc does not say, and ends before what all have in common. Blocking calls of
 * some microseconds: not with a lock held. */
void ancestors_of(pid_t thread, struct lineage *out);

#endif
