/*
 * Log lines: what an operator must act on, as errors and warnings, and what libfuse says. To stderr. A daemon that went
 * to the background keeps stderr where it is a plain file, else it writes to syslog. If nobody listens there, stderr is
 * kept, too, unless it is a pipe or a socket: whoever reads one to its end would wait for the daemon.
 *
 * Lines come from any thread, and from libfuse, which hands no argument through: so it has a variable of its own.
 */
#ifndef FS_MOUNT_LOG_H
#define FS_MOUNT_LOG_H

/* The background: see above. */
void log_detach(void);
/* libfuse's own messages go the same way. */
void log_take_libfuse(void);

/* One line, without its newline. LOG_ERR or LOG_WARNING; LOG_NOTICE: why there will be no mount, before it answers,
 * and so on stderr, with no word for its level. */
void log_line(int level, const char *line);
void log_text(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
