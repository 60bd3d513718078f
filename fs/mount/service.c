/* A service manager: see service.h. */
#include "fs/mount/service.h"

#include <assert.h>
#include <errno.h>
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

static int
send_words(const struct service *s, const char *words)
{
	static const struct timeval wait = {.tv_sec = SEND_SECONDS};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0), err = 0;
	if (fd < 0)
		return errno;
	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
	if (sendto(fd, words, strlen(words), MSG_NOSIGNAL, (const struct sockaddr *)&s->address, s->len) < 0)
		err = errno;
	close(fd);
	return err;
}

static void
tell(const struct service *s, UT_string *words)
{
	if (s->len) {
		int err = send_words(s, utstring_body(words));
		log_text(LOG_DEBUG, "mount: the service manager is told %.*s%s%s",
			(int)strcspn(utstring_body(words), "\n"), utstring_body(words), err ? ": " : "",
			err ? strerror(err) : "");
	}
	utstring_done(words);
}

/* A line of its own, whatever the text is. */
static void
put_status(UT_string *words, const char *text)
{
	utstring_printf(words, "\nSTATUS=");
	text_escape(words, text, strlen(text), STATUS_BYTES);
}

void
service_tell_ready(const struct service *s, const char *status)
{
	UT_string words;
	utstring_init(&words);
	utstring_printf(&words, "READY=1");
	put_status(&words, status);
	tell(s, &words);
}

void
service_tell_stopping(const struct service *s)
{
	UT_string words;
	utstring_init(&words);
	utstring_printf(&words, "STOPPING=1");
	put_status(&words, "making durable what is pending");
	tell(s, &words);
}

void
service_tell_failed(const struct service *s, const char *why, int err)
{
	UT_string words;
	assert(err > 0);
	utstring_init(&words);
	utstring_printf(&words, "ERRNO=%d", err);
	put_status(&words, why);
	tell(s, &words);
}
