/*
 * Messages to the service manager of a mount that it started, if NOTIFY_SOCKET names its socket: sd_notify(3), whose
 * protocol is one datagram of lines. The process in the foreground sends them, and nobody else: a daemon in the
 * background is not the process that was started, and the variable may be that of somebody further up.
 *
 * Nothing comes of it where nobody listens, and nobody waits long for one who does not read.
 */
#ifndef FS_MOUNT_SERVICE_H
#define FS_MOUNT_SERVICE_H

#include <sys/socket.h>
#include <sys/un.h>

struct service {
	struct sockaddr_un address;
	socklen_t len; /* 0: nobody is told */
};

/* Takes NOTIFY_SOCKET out of the environment, so that no program of ours hears of it. */
void
service_find(struct service *s);

/* "READY=1", "STOPPING=1", or "ERRNO=N" of a mount that did not start; `status` is for people, and may be any text. */
void
service_tell(const struct service *s, const char *word, const char *status);

#endif
