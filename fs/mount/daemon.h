/*
 * The background. A fork is made before anything has threads; the parent waits, and exits 0 only once the mount
 * answers, else 1: what went wrong is on stderr by then.
 */
#ifndef FS_MOUNT_DAEMON_H
#define FS_MOUNT_DAEMON_H

/* In the child only: 0, and where the parent waits to hear, or a negative errno (then also in the parent). */
int daemon_fork(int *waiting);
/* The mount answers: let go of the parent, the terminal and, where log.h says so, of stderr. *waiting is -1 from
 * then on: nobody waits. */
void daemon_ready(int *waiting);

#endif
