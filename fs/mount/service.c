/* A service manager: see service.h. */
#include "fs/mount/service.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <utstring.h>
#include "fs/mount/log.h"
#include "validators/text/text.h"

#define VARIABLE "NOTIFY_SOCKET"
/* So long a manager that does not read may hold us up. */
#define SEND_SECONDS 5
#define STATUS_BYTES 1024

/* A path, or `@` and an abstract name, which begins with a zero byte and is as long as it is. */
void
service_find(struct service *s)
{
	const char *name = getenv(VARIABLE);
	*s = (struct service){.address.sun_family = AF_UNIX};
	if (name && (*name == '/' || *name == '@') && name[1] && strlen(name) < sizeof s->address.sun_path) {
		memcpy(s->address.sun_path, name, strlen(name));
		s->len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
		if (*name == '@')
			s->address.sun_path[0] = '\0';
	} else if (name && *name) {
		log_text(LOG_WARNING, VARIABLE "=%s: no path of a socket and no abstract name; nobody is told", name);
	}
	unsetenv(VARIABLE);
}

void
service_tell(const struct service *s, const char *word, const char *status)
{
	static const struct timeval wait = {.tv_sec = SEND_SECONDS};
	int fd = s->len ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
	UT_string words;
	if (fd < 0)
		return;
	utstring_init(&words);
	utstring_printf(&words, "%s\nSTATUS=", word);
	text_escape(&words, status, strlen(status), STATUS_BYTES); /* a line of its own, whatever it is */
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
	sendto(fd, utstring_body(&words), utstring_len(&words), MSG_NOSIGNAL, (const struct sockaddr *)&s->address,
		s->len);
	close(fd);
	utstring_done(&words);
}
