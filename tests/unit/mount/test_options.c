/* The command line, as people, mount(8) and its helpers write it. */
#include "fs/mount/options.h"

#include "tests/unit/test.h"

#include <fcntl.h>
#include <unistd.h>

#define WORDS_MAX 16

/* Split at spaces; what is complained of is not shown. */
static int
parse(struct options *o, const char *line)
{
	char *words = mem_strdup(line), *rest = words, *argv[WORDS_MAX] = {NULL};
	int argc = 0, shown = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
	for (char *word; (word = strsep(&rest, " "));)
		argv[argc++] = word;
	dup2(null, STDERR_FILENO);
	int err = options_parse(o, argc, argv);
	dup2(shown, STDERR_FILENO);
	close(shown);
	close(null);
	/* libfuse keeps a copy of each word that stays, and the options own theirs. */
	free(words);
	return err;
}

static void
assert_refused(const char *line)
{
	struct options o;
	assert_true(parse(&o, line) < 0);
	options_free(&o);
}

static bool
kept(const struct options *o, const char *word)
{
	for (int i = 0; i < o->args.argc; i++)
		if (strstr(o->args.argv[i], word))
			return true;
	return false;
}

TEST(store_and_mountpoint_are_the_two_places)
{
	struct options o;
	assert_int_equal(parse(&o, "duelfs store mnt -f"), 0);
	assert_string_equal(o.store, "store");
	assert_string_equal(o.mountpoint, "mnt");
	assert_true(o.foreground);
	assert_false(o.helper);
	options_free(&o);
}

TEST(a_third_place_is_one_too_many)
{
	struct options o;
	assert_int_equal(parse(&o, "duelfs store mnt more most"), 0);
	assert_string_equal(o.mountpoint, "mnt");
	assert_string_equal(o.more, "more");
	options_free(&o);
}

TEST(words_of_fstab_are_taken_and_not_handed_on)
{
	struct options o;
	assert_int_equal(parse(&o, "duelfs s m -o rw,noauto,nofail,_netdev,user=me,x-systemd.automount,comment=a,"
		"relatime,dev,suid,exec"), 0);
	assert_int_equal(o.args.argc, 1);
	options_free(&o);
}

TEST(what_the_kernel_wants_is_handed_on_and_own_words_are_not)
{
	struct options o;
	assert_int_equal(parse(&o, "duelfs s m -o ro,auto_unmount,config=/etc/d.toml,allow_other"), 0);
	assert_true(kept(&o, "ro"));
	assert_true(kept(&o, "auto_unmount"));
	assert_string_equal(o.config, "/etc/d.toml");
	assert_true(o.allow_other);
	assert_false(kept(&o, "config"));
	options_free(&o);
}

TEST(a_helper_is_known_by_its_name_and_takes_mounts_switches)
{
	struct options o;
	assert_int_equal(parse(&o, "/sbin/mount.fuse.duelfs s m -s -n -v -t fuse.duelfs -o rw"), 0);
	assert_true(o.helper);
	assert_string_equal(o.mountpoint, "m");
	options_free(&o);
}

TEST(unknown_and_impossible_words_are_refused)
{
	assert_refused("duelfs s m -o wibble");
	assert_refused("duelfs s m -o setuid=nobody");
	assert_refused("duelfs s m --trace=lease");
	assert_refused("duelfs s m --wibble");
	assert_refused("duelfs s m -o default_permissions");
	assert_refused("duelfs s m -o remount");
}
