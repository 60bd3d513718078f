/* Reading a descriptor to its end, however little comes at a time. */
#ifndef FS_UTIL_READ_UP_TO_H
#define FS_UTIL_READ_UP_TO_H

#include <errno.h>
#include <unistd.h>

/* Until the end, or until there is no room: the number of bytes, or a negative errno. */
static inline ssize_t
read_up_to(int fd, char *to, size_t room)
{
	size_t len = 0;
	while (len < room) {
		ssize_t n = read(fd, to + len, room - len);
		if (!n)
			break;
		if (n > 0)
			len += (size_t)n;
		else if (errno != EINTR)
			return -errno;
	}
	return (ssize_t)len;
}

#endif
