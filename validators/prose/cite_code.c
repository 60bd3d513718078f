/*
 * A command is told from two words by its prompt, by its name, by an argument that is an option or a path, or, as in
 * SQL and HTTP, by capitals. What has one word, or marks that prose has not, is a symbol or an expression.
 */
#include "validators/prose/cite_code.h"

#include <ctype.h>
#include "validators/prose/cite_inner.h"
#include "validators/prose/evidence.h"

static const char *const commands[] = {"ansible", "apt", "apt-get", "awk", "aws", "az", "bash", "bats", "bazel", "brew",
	"bun", "bundle", "cargo", "cat", "cd", "chmod", "chown", "clang", "cmake", "cp", "ctest", "curl", "cut", "dd",
	"deno", "df", "diff", "dig", "docker", "dotnet", "du", "duelfs", "echo", "env", "find", "flutter", "gcc",
	"gcloud", "gdb", "gem", "gh", "git", "go", "gradle", "grep", "head", "helm", "iperf3", "java", "javac",
	"journalctl", "jq", "kill", "kubectl", "ldd", "less", "ln", "ls", "lsof", "ltrace", "make", "mkdir", "mount",
	"mv", "mvn", "mypy", "mysql", "nc", "ninja", "nm", "node", "npm", "npx", "objdump", "openssl", "perf", "perl",
	"php", "ping", "pip", "pip3", "pnpm", "podman", "poetry", "ps", "psql", "pytest", "python", "python3", "rake",
	"readelf", "redis-cli", "rg", "rm", "rmdir", "rsync", "ruby", "ruff", "rustc", "rustup", "sar", "scp", "sed",
	"sh", "sqlite3", "ss", "ssh", "stat", "strace", "strings", "sudo", "sync", "sysctl", "systemctl", "tail", "tar",
	"tcpdump", "tee", "terraform", "time", "top", "touch", "tsc", "umount", "uname", "uv", "valgrind", "vmstat",
	"wc", "wget", "wrk", "xargs", "yarn", "zsh", NULL};

static bool
is_space(char c)
{
	return isspace((unsigned char)c);
}

/* The next word from *s on. */
static bool
take_word(const char **s, const char *end, struct cite_word *w)
{
	while (*s < end && is_space(**s))
		++*s;
	*w = (struct cite_word){.s = *s};
	while (*s < end && !is_space(**s))
		++*s;
	w->len = (size_t)(*s - w->s);
	return w->len > 0;
}

static bool
is_capitals(const struct cite_word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if (!isupper((unsigned char)w->s[i]))
			return false;
	return w->len > 1;
}

static bool
is_option(const struct cite_word *w)
{
	return w->len > 1 && *w->s == '-' && (isalnum((unsigned char)w->s[1]) || w->s[1] == '-');
}

static bool
is_command(const char *s, const char *end)
{
	struct cite_word first, w;
	bool prompt;

	take_word(&s, end, &first);
	prompt = first.len == 1 && strchr("$#>%", *first.s);
	if (prompt && !take_word(&s, end, &first))
		return false;
	if (!take_word(&s, end, &w))
		return false;
	if (prompt || word_in(&first, commands) || is_capitals(&first) || memchr(first.s, '/', first.len))
		return true;
	do {
		if (is_option(&w))
			return true;
	} while (take_word(&s, end, &w));
	return false;
}

/* One word, or marks that a sentence has not. */
static bool
is_symbol(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (strchr("=(){}[];<>&|*\"$#@/\\+_^~", s[i]))
			return true;
	for (size_t i = 0; i < len; i++)
		if (is_space(s[i]))
			return false;
	return true;
}

enum cite_code
cite_code_read(const char *s, size_t len)
{
	while (len && is_space(*s)) {
		s++;
		len--;
	}
	while (len && is_space(s[len - 1]))
		len--;
	if (cite_path_looks(s, len) || evidence_is_url(s, len))
		return CODE_PATH;
	if (is_command(s, s + len))
		return CODE_COMMAND;
	return is_symbol(s, len) ? CODE_SYMBOL : CODE_WORDS;
}
