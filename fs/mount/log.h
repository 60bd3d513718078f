/*
 * Log lines. To stderr; a daemon that went to the background keeps stderr only where it is a plain file, else it writes
 * to syslog: whoever reads a pipe or a terminal to its end would wait for the daemon.
 *
 * A debug line begins with its category and a colon. Categories are one table in log.c; `--trace=` shows those of some.
 * The one file with variables of its own: lines come from any thread, and from libfuse, which hands no argument
 * through.
 */
#ifndef FS_MOUNT_LOG_H
#define FS_MOUNT_LOG_H

#include <stdbool.h>
#include <utstring.h>

/* Show lines up to this syslog level. */
void log_set_level(int level);
/* "error", "warning", "info", "debug"; -1 for none of these. */
int log_level(const char *name);
/* "lease,turn": false where a category does not exist, *unknown then points to it. */
bool log_trace(const char *categories, const char **unknown);
bool log_traced(const char *category);
void log_categories(UT_string *out);
/* The background: see above. */
void log_detach(void);
/* libfuse's own messages go the same way. */
void log_take_libfuse(void);

/* One line, without its newline. */
void log_line(int level, const char *line);
void log_text(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
