/*
 * Log lines. To stderr; where that is the journal's, each with its priority (sd-daemon(3)). A daemon that went to the
 * background keeps stderr where it is a plain file or the journal's, else it writes to syslog. Where nobody listens
 * there, it keeps it too, for warnings and errors alone, but never a pipe or a socket: whoever reads one to its end
 * would wait for the daemon.
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
/* Is stderr the journal's, as JOURNAL_STREAM says? */
void log_find_journal(void);
/* The background: see above. */
void log_detach(void);
/* libfuse's own messages go the same way. */
void log_take_libfuse(void);

/* An error before the mount answers: to stderr, whatever is logged. */
void log_complain(const char *line);

/* One line, without its newline. */
void log_line(int level, const char *line);
void log_text(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
