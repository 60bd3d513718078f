/*
 * Graphviz in a child: the graph comes back as an image, and whatever stands in the program's place gets nothing, keeps nothing
 * and cannot hold anybody up.
 */
#include "tests/unit/test.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/util/dot.h"
#include "validators/adversarial/draw.h"
#include "validators/dialectic/draw.h"
#include "tests/unit/validators/dialectic_moves.h"
#include "tests/unit/validators/kb_fixture.h"
#include "validators/text/mem.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* Time enough for a program that ends by itself, and next to none for one that never does. */
static const struct dot_limits patient = { .time_ms = 60000, .memory_bytes = 512 << 20, .out_bytes = 1 << 20 };
static const struct dot_limits hasty = { .time_ms = 50, .memory_bytes = 512 << 20, .out_bytes = 1 << 20 };

static char folder[] = "/tmp/duelfs-dot-XXXXXX";
static char program[sizeof folder + 8];

static int
make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder) || chmod(folder, 0755))
		return -1;
	snprintf(program, sizeof program, "%s/dot", folder);
	return 0;
}

static int
remove_folder(void **state)
{
	(void)state;
	unlink(program);
	return rmdir(folder);
}

WHOLE_FILE(make_folder, remove_folder);

/* Stand a script in the program's place. */
static void
write_program(const char *script)
{
	FILE *f;

	unlink(program);
	f = fopen(program, "w");
	assert_non_null(f);
	fputs(script, f);
	fclose(f);
	assert_int_equal(chmod(program, 0755), 0);
}

static int
layout(const char *graph, const struct dot_limits *limits, UT_string *out)
{
	utstring_init(out);
	return dot_layout(program, graph, strlen(graph), limits, out);
}

/* -- Graphviz -------------------------------------------------------------------------------------------------------------------- */

/* Past a tag, a comment or a declaration; NULL where it is not closed, or where a tag closes another one than is open. */
static const char *
past_tag(const char *s, unsigned *depth)
{
	const char *end = strchr(s, '>');

	if (!strncmp(s, "<!--", 4))
		return (end = strstr(s + 4, "-->")) ? end + 3 : NULL;
	if (!end)
		return NULL;
	if (s[1] == '/')
		(*depth)--;
	else if (s[1] != '?' && s[1] != '!' && end[-1] != '/')
		(*depth)++;
	return end + 1;
}

/* Tags are balanced, and every reference is one of XML's own or a number. */
static void
assert_well_formed(const char *svg)
{
	unsigned depth = 0;

	for (const char *s = svg; *s;) {
		if (*s == '<') {
			assert_non_null(s = past_tag(s, &depth));
			continue;
		}
		if (*s == '&') {
			const char *end = strchr(s, ';');

			assert_non_null(end);
			if (strncmp(s, "&amp;", 5) && strncmp(s, "&lt;", 4) && strncmp(s, "&gt;", 4) && strncmp(s, "&quot;", 6) &&
				(s[1] != '#' || atoi(s + 2) < 32))
				fail_msg("%.20s in %s", s, svg);
		}
		s++;
	}
	assert_int_equal(depth, 0);
}

/* A debate whose six titles are given ones. */
static struct fstate *
debate_with(const char *const *titles)
{
	static const char *const claims[] = { "x is so", "y and others", "z comes then" };
	struct fstate *state = fstate_start(&format_dialectic), *next;

	for (enum side side = 0; side < SIDES; side++) {
		struct findings findings = { .n = 0 };
		json_t *list = json_array();
		struct handin *h;

		for (unsigned i = 0; i < OPENING_ARGUMENTS; i++)
			json_array_append_new(list, json_pack("{s:s, s:s, s:[{s:s, s:s, s:s}], s:s}", "title", titles[side * OPENING_ARGUMENTS + i],
				"claim", claims[i], "grounds", "source", "x", "content", "x is said there", "relevance", "x follows it", "warrant", "what is said holds"));
		h = handin_read(list, &(struct handin_ask){ .side = side }, &findings);
		assert_non_null(h);
		next = debate_hand_in(state, h);
		fstate_drop(state);
		state = next;
		handin_drop(h);
		json_decref(list);
		findings_free(&findings);
	}
	return state;
}

static void
assert_drawn(const char *const *titles)
{
	struct fstate *state = debate_with(titles);
	UT_string graph, svg;

	utstring_init(&graph);
	utstring_init(&svg);
	dialectic_draw(state, true, graph_dot, &graph);
	assert_int_equal(dot_layout(DOT_PROGRAM, utstring_body(&graph), utstring_len(&graph), &patient, &svg), 0);
	assert_non_null(strstr(utstring_body(&svg), "<svg "));
	for (unsigned i = 0; i < 6; i++) {
		char id[ARGUMENT_ID_BYTES], *title = mem_format("<title>%s</title>", argument_id_print(argument_at(i), id));

		assert_non_null(strstr(utstring_body(&svg), title));
		free(title);
	}
	assert_well_formed(utstring_body(&svg));
	utstring_done(&graph);
	utstring_done(&svg);
	fstate_drop(state);
}

TEST(graphviz_draws_whatever_a_title_says)
{
	static const char *const titles[][6] = {
		{ "Plain", "Two words", "Three plain words", "A title of many more words than one would think of", "x", "y" },
		{ "\"]; a -> b [label=\"x", "</svg><script>alert(1)</script>", "<!-- x --> ]]>", "&#1; &foo; &lt;b&gt; &", "\\N\\G\\E\\L\\\\ \\", "\" \\\" x \\\\\"" },
		{ "\u65e5\u672c\u8a9e", "\u0645\u0631\u062d\u0628\u0627", "\U0001f468\u200d\U0001f469 x", "a\u0301\u0301\u0301\u0301\u0301\u0301b", "%s %n", "} x" },
	};

	for (size_t i = 0; i < N(titles); i++)
		assert_drawn(titles[i]);
}

/* A base as it is, and one with more than is drawn, whose summaries are hostile. */
TEST(graphviz_draws_an_argument_graph)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *kb = kb_set_read(set);

	for (unsigned n = 9; n < 120; n++) {
		char *path = mem_format("arguments/arg-%03u-a.md", n + 1), *text = mem_format("---\nid: arg-%03u\nslug: a\n"
			"position: %s\nlayer: meta\nscope: x\nbasis_type: mixed\nstatus: weak\nasserter: x\n"
			"summary: \"]; a -> b [label=\"</svg><!-- %%s &#1; \\N\n---\n\n## Statement\n\nx\n", n + 1, n & 1 ? "tabs" : "</p>");

		kb_set_text(set, path, text);
		free(path);
		free(text);
	}
	for (unsigned more = 0; more < 2; more++) {
		UT_string graph, svg;

		if (more) {
			kb_drop(kb);
			kb = kb_set_read(set);
		}
		utstring_init(&graph);
		utstring_init(&svg);
		adversarial_draw(kb, kb, graph_dot, &graph);
		assert_int_equal(dot_layout(DOT_PROGRAM, utstring_body(&graph), utstring_len(&graph), &patient, &svg), 0);
		assert_non_null(strstr(utstring_body(&svg), "<title>arg&#45;001</title>"));
		assert_int_equal(strstr(utstring_body(&svg), "<title>more</title>") != NULL, more);
		assert_well_formed(utstring_body(&svg));
		utstring_done(&graph);
		utstring_done(&svg);
	}
	kb_drop(kb);
	kb_set_free(set);
}

TEST(what_graphviz_cannot_read_is_no_image)
{
	static const char graph[] = "digraph { a -> ";
	UT_string out;

	utstring_init(&out);
	assert_int_equal(dot_layout(DOT_PROGRAM, graph, sizeof graph - 1, &patient, &out), -EIO);
	assert_int_equal(utstring_len(&out), 0);
	utstring_done(&out);
}

/* -- the child ------------------------------------------------------------------------------------------------------------------- */

static const char probe[] =
	"#!/usr/bin/python3 -I\n"
	"import os, resource as r, signal, sys\n"
	"fds = [f for f in os.listdir('/proc/self/fd') if os.path.exists('/proc/self/fd/' + f)]\n"
	"print('fds', ' '.join(sorted(fds)))\n"
	"print('env', ' '.join(k for k in os.environ if k != 'LC_CTYPE'))\n"
	"print('ids', os.getresuid(), os.getresgid(), os.getgroups())\n"
	"print('cwd', os.getcwd())\n"
	"status = dict(l.split(':\\t', 1) for l in open('/proc/self/status') if ':\\t' in l)\n"
	"for k in ('NoNewPrivs', 'SigBlk', 'CapEff'): print(k, status[k].strip())\n"
	"for k in ('CPU', 'AS', 'CORE', 'FSIZE'): print(k, *r.getrlimit(getattr(r, 'RLIMIT_' + k)))\n"
	"name = '/dev/shm/duelfs-dot-%d' % os.getpid()\n"
	"f = os.open(name, os.O_CREAT | os.O_WRONLY, 0o600)\n"
	"os.unlink(name)\n"
	"try: os.write(f, b'x'); print('wrote')\n"
	"except OSError: print('no write')\n"
	"print('session', os.getsid(0) == os.getpid())\n"
	"print('terminated by', signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)\n"
	"print('input', sys.stdin.read())\n";

static void
assert_line(const UT_string *out, const char *line)
{
	if (!strstr(utstring_body(out), line))
		fail_msg("no %s in\n%s", line, utstring_body(out));
}

/* Descriptors that are not closed at an exec, an environment, a blocked and an ignored signal: nothing of it is to be found
 * there. */
TEST(a_child_is_given_the_graph_and_nothing_else)
{
	int kept = open("/dev/null", O_RDONLY), high = fcntl(kept, F_DUPFD, 900);
	sigset_t term, before;
	UT_string out;

	assert_true(high >= 900);
	assert_int_equal(setenv("SECRET", "x", 1), 0);
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, &before);
	write_program(probe);
	assert_int_equal(layout("digraph {}", &patient, &out), 0);
	assert_line(&out, "fds 0 1 2\n");
	assert_line(&out, "env \n");
	assert_line(&out, "cwd /\n");
	assert_line(&out, "NoNewPrivs 1\n");
	assert_line(&out, "SigBlk 0000000000000000\n");
	assert_line(&out, "CPU 61 61\nAS 536870912 536870912\nCORE 0 0\nFSIZE 0 0\n");
	assert_line(&out, "no write\n");
	assert_line(&out, "session True\n");
	assert_line(&out, "terminated by True\n");
	assert_line(&out, "input digraph {}\n");
	if (geteuid() == 0) {
		assert_line(&out, "ids (65534, 65534, 65534) (65534, 65534, 65534) []\n");
		assert_line(&out, "CapEff 0000000000000000\n");
	}
	utstring_done(&out);
	sigprocmask(SIG_SETMASK, &before, NULL);
	unsetenv("SECRET");
	close(kept);
	close(high);
}

TEST(a_missing_program_is_told_as_that)
{
	static const struct {
		const char *path;
		int err;
	} rows[] = { { "/nonexistent/dot", -ENOENT }, { "/etc/passwd", -EIO }, { "/tmp", -EIO } };
	UT_string out;

	for (size_t i = 0; i < N(rows); i++) {
		utstring_init(&out);
		assert_int_equal(dot_layout(rows[i].path, "digraph {}", 10, &patient, &out), rows[i].err);
		assert_int_equal(utstring_len(&out), 0);
		utstring_done(&out);
	}
	/* A script whose interpreter is missing. */
	write_program("#!/nonexistent\n");
	assert_int_equal(layout("digraph {}", &patient, &out), -ENOENT);
	utstring_done(&out);
}

/* Does any process run `sleep NUMBER`? One that has died has no command, reaped or not. */
static bool
sleeps(const char *number)
{
	char path[300], line[64];
	bool found = false;
	DIR *proc = opendir("/proc");

	assert_non_null(proc);
	for (struct dirent *e; !found && (e = readdir(proc));) {
		int fd;
		ssize_t n;

		snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
		if (!isdigit((unsigned char)*e->d_name) || (fd = open(path, O_RDONLY)) < 0)
			continue;
		n = read(fd, line, sizeof line - 1);
		close(fd);
		line[n > 0 ? n : 0] = '\0';
		found = n > 6 && !strcmp(line, "sleep") && !strcmp(line + 6, number);
	}
	closedir(proc);
	return found;
}

TEST(one_that_never_ends_is_ended_with_all_it_started)
{
	static const char *const scripts[] = { "exec sleep @", "sleep @ & sleep @", "sleep @ & exit 0", "exec >&- 2>&-; exec sleep @",
		"trap '' TERM INT HUP; sleep @ & while :; do :; done" };
	char *number = mem_format("%d", 100000 + getpid());
	UT_string out;

	for (size_t i = 0; i < N(scripts); i++) {
		UT_string script;

		utstring_init(&script);
		utstring_printf(&script, "#!/bin/sh\n");
		for (const char *c = scripts[i]; *c; c++)
			utstring_printf(&script, *c == '@' ? "%s" : "%.1s", *c == '@' ? number : c);
		write_program(utstring_body(&script));
		assert_int_equal(layout("digraph {}", &hasty, &out), -ETIMEDOUT);
		assert_int_equal(utstring_len(&out), 0);
		while (sleeps(number))
			sched_yield();
		utstring_done(&out);
		utstring_done(&script);
	}
	free(number);
}

TEST(one_that_says_too_much_is_cut_off)
{
	UT_string out;

	write_program("#!/bin/sh\nexec yes\n");
	assert_int_equal(layout("digraph {}", &patient, &out), -EFBIG);
	assert_int_equal(utstring_len(&out), 0);
	utstring_done(&out);
}

TEST(one_that_wants_too_much_memory_fails)
{
	UT_string out;

	write_program("#!/usr/bin/python3 -I\nx = bytearray(600 << 20)\nprint('had it')\n");
	assert_int_equal(layout("digraph {}", &patient, &out), -EIO);
	utstring_done(&out);
}

TEST(one_that_fails_leaves_nothing)
{
	static const char *const scripts[] = { "#!/bin/sh\necho half\nexit 3\n", "#!/bin/sh\necho half\nkill -SEGV $$\n" };
	UT_string out;

	for (size_t i = 0; i < N(scripts); i++) {
		write_program(scripts[i]);
		assert_int_equal(layout("digraph {}", &patient, &out), -EIO);
		assert_int_equal(utstring_len(&out), 0);
		utstring_done(&out);
	}
}

TEST(a_graph_that_nobody_reads_holds_nobody_up)
{
	char *graph = mem_calloc(4 << 20, 1);
	UT_string out;

	memset(graph, ' ', (4 << 20) - 1);
	write_program("#!/bin/sh\nexec 0<&-\necho done\n");
	assert_int_equal(layout(graph, &patient, &out), 0);
	assert_string_equal(utstring_body(&out), "done\n");
	utstring_done(&out);
	free(graph);
}

TEST(no_descriptor_is_left_behind)
{
	int before = open("/dev/null", O_RDONLY), after;
	UT_string out;

	close(before);
	write_program("#!/bin/sh\nexit 3\n");
	for (int i = 0; i < 3; i++) {
		layout("digraph {}", &patient, &out);
		utstring_done(&out);
	}
	after = open("/dev/null", O_RDONLY);
	assert_int_equal(after, before);
	close(after);
}

/* -- what stands in the file ----------------------------------------------------------------------------------------------------- */

static void
assert_rendered(const char *script, const struct dot_limits *limits, const char *says)
{
	UT_string out;

	if (script)
		write_program(script);
	else
		unlink(program);
	utstring_init(&out);
	dot_render(program, "digraph {}", 10, limits, &out);
	assert_line(&out, says);
	assert_line(&out, "<svg ");
	assert_well_formed(utstring_body(&out));
	utstring_done(&out);
}

TEST(in_the_graphs_place_stands_why_there_is_none)
{
	assert_rendered(NULL, &patient, "apt install graphviz");
	assert_rendered("#!/bin/sh\nexec sleep 1000\n", &hasty, "did not lay this graph out within its time");
	assert_rendered("#!/bin/sh\nexec yes\n", &patient, "too big");
	assert_rendered("#!/bin/sh\nexit 1\n", &patient, "failed to lay this graph out");
	assert_rendered("#!/bin/sh\necho '<svg ></svg>'\n", &patient, "<svg ></svg>");
}
