/*
 * Signals of a mount. They are blocked in every thread and waited for by one: SIGTERM, SIGINT and SIGHUP end the loop.
 * SIGPIPE and SIGXFSZ are ignored: what they would end the daemon for is an errno as well.
 *
 * The loop blocks in a read, which a signal of its own (SIGUSR1) interrupts. It is sent again until the loop says that
 * it has seen the end: one that came between looking and reading would be lost.
 */
#ifndef FS_MOUNT_SIGNALS_H
#define FS_MOUNT_SIGNALS_H

struct mount;

/* Before any thread is started. */
void signals_block(void);
int signals_start(struct mount *m);
/* After m->ended. */
void signals_stop(struct mount *m);

#endif
