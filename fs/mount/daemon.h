/*
 * The background. A fork is made before anything has threads; the parent waits, and exits 0 only once the mount
 * answers, else 1: what went wrong is on stderr by then.
 */
#ifndef FS_MOUNT_DAEMON_H
#define FS_MOUNT_DAEMON_H

struct daemon {
	int waiting; /* where the parent waits to hear; -1: nobody does */
};

#define DAEMON_FOREGROUND ((struct daemon){.waiting = -1})

/* In the child only: 0, or a negative errno (then also in the parent). */
int daemon_fork(struct daemon *d);
/* The mount answers: let go of the parent, the terminal and, where log.h says so, of stderr. A second call does
 * nothing. */
void daemon_ready(struct daemon *d);

#endif
