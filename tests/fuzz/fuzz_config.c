/*
 * Any bytes as a duel's config.toml, and as a duelfs.toml: nothing crashes, a refusal touches nothing and can be shown, and what is
 * taken prints as something that reads back the same.
 */
#include "tests/fuzz/fuzz.h"
#include <sys/mman.h>
#include "config/config.h"

static const char *const formats[] = {"socratic", "other", NULL};

static void
require_error(const struct config_error *error)
{
	assert(error->line >= 0 && *error->text);
	assert(text_clean_line(error->key, strnlen(error->key, sizeof error->key)));
	assert(text_clean_line(error->text, strnlen(error->text, sizeof error->text)));
}

static void
rules(const char *text, size_t len, const struct duel_rules *base)
{
	struct duel_rules out, back;
	struct config_error error;
	memset(&error, 0x5A, sizeof error);
	memset(&out, 0x5A, sizeof out);
	const struct duel_rules untouched = out;
	if (rules_parse(text, len, false, formats, base, &out, &error)) {
		assert(!memcmp(&out, &untouched, sizeof out));
		require_error(&error);
		return;
	}
	UT_string printed;
	utstring_init(&printed);
	rules_print(&out, false, &printed);
	assert(!rules_parse(utstring_body(&printed), utstring_len(&printed), false, formats, base, &back, &error));
	assert(rules_equal(&out, &back));
	utstring_done(&printed);
	rules_free(&back);
	rules_free(&out);
}

/* The same file each time: a path is opened anew at its beginning. */
static int
load(const char *text, size_t len, struct mount_config *c, struct config_error *error)
{
	static int fd = -1;
	static char path[64];
	if (fd < 0) {
		fd = memfd_create("duelfs.toml", 0);
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	}
	assert(!ftruncate(fd, 0) && pwrite(fd, text, len, 0) == (ssize_t)len);
	return config_load(path, formats, c, error);
}

static void
file(const char *text, size_t len)
{
	struct mount_config c, back;
	struct config_error error;
	UT_string once, twice;
	memset(&error, 0x5A, sizeof error);
	if (load(text, len, &c, &error)) {
		require_error(&error);
		config_free(&c);
		return;
	}
	utstring_init(&once);
	utstring_init(&twice);
	config_print(&c, &once);
	assert(!load(utstring_body(&once), utstring_len(&once), &back, &error));
	config_print(&back, &twice);
	assert(!strcmp(utstring_body(&once), utstring_body(&twice)));
	utstring_done(&once);
	utstring_done(&twice);
	config_free(&back);
	config_free(&c);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mount_config c;
	config_default(&c);
	rules((const char *)data, size, &c.defaults);
	config_free(&c);
	file((const char *)data, size);
	return 0;
}
