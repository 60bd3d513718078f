/*
 * A path is told from `and/or` and `24/7` by how it begins, by an extension or a file name that is known, or by a
 * directory that nobody means anything else by. What it could be in a sentence, it is taken for.
 */
#include "validators/prose/cite_inner.h"

#include <ctype.h>
#include "validators/text/reader.h"

static const char *const extensions[] = {"c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inc", "rs", "go", "py",
	"pyi", "pyx", "ipynb", "js", "mjs", "cjs", "jsx", "ts", "mts", "tsx", "vue", "svelte", "java", "kt", "kts",
	"scala", "groovy", "gradle", "rb", "erb", "php", "pl", "pm", "lua", "swift", "cs", "fs", "fsx", "vb", "dart",
	"zig", "nim", "ex", "exs", "erl", "hrl", "hs", "ml", "mli", "clj", "cljs", "el", "lisp", "scm", "rkt", "jl",
	"sh", "bash", "zsh", "fish", "bats", "ps1", "bat", "cmd", "awk", "sed", "sql", "md", "markdown", "mdx", "rst",
	"adoc", "tex", "txt", "html", "htm", "css", "scss", "sass", "less", "xml", "xsd", "svg", "json", "jsonl",
	"json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "env", "properties", "lock", "mod", "sum", "proto",
	"graphql", "thrift", "avsc", "tf", "hcl", "nix", "bzl", "bazel", "cmake", "mk", "ninja", "diff", "patch", "log",
	"csv", "tsv", "parquet", "pdf", "png", "jpg", "jpeg", "gif", "wasm", "asm", "ld", "map", "dll", "dylib", "exe",
	"jar", "whl", "deb", "rpm", "zip", "tar", "gz", "xz", "zst", "db", "sqlite", "service", "socket", "timer",
	"desktop", "spec", "plist", "csproj", "sln", "mmd", "dot", "puml", NULL};

static const char *const file_names[] = {"Makefile", "GNUmakefile", "Dockerfile", "Containerfile", "Jenkinsfile",
	"Vagrantfile", "Gemfile", "Rakefile", "Procfile", "Justfile", "Kbuild", "Kconfig", "README", "CHANGELOG",
	"CONTRIBUTING", "LICENSE", "CODEOWNERS", "MAINTAINERS", ".gitignore", ".gitattributes", ".gitmodules",
	".editorconfig", ".env", ".bashrc", ".zshrc", ".profile", ".npmrc", ".dockerignore", ".clang-format",
	".clang-tidy", NULL};

/* Products and sites that are spelled like files. */
static const char *const products[] = {"node.js", "vue.js", "next.js", "nuxt.js", "react.js", "express.js", "three.js",
	"ember.js", "backbone.js", "chart.js", "moment.js", "d3.js", "alpine.js", "socket.io", "docs.rs", "crates.rs",
	"asp.net", NULL};

static const char *const directories[] = {"src", "lib", "bin", "sbin", "usr", "etc", "var", "include", "scripts",
	"node_modules", "vendor", "cmd", "pkg", NULL};

/* What stands before a slash and a space in prose. */
static const char *const halves[] = {
	"and", "or", "he", "she", "his", "her", "w", "with", "yes", "no", "either", "if", "when", "as", NULL};

/* One component of a path, or a name alone. */
static struct cite_word
part(const char *s, const char *end)
{
	return (struct cite_word){ .s = s, .len = (size_t)(end - s) };
}

/* In lower case, or in upper case alone: `lock.In the end` has no extension. */
static bool
is_one_case(const char *s, size_t len)
{
	bool lower = false, upper = false;

	for (size_t i = 0; i < len; i++) {
		lower = lower || islower((unsigned char)s[i]);
		upper = upper || isupper((unsigned char)s[i]);
	}
	return !(lower && upper);
}

static bool
has_letter(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (isalpha((unsigned char)s[i]) || (unsigned char)s[i] >= 0x80)
			return true;
	return false;
}

/* `name.ext`, the extension a known one; of a single letter only where the name is more than one, too, or a path says
 * so. */
static bool
has_known_extension(const char *s, size_t len, bool is_path)
{
	const char *dot = memrchr(s, '.', len);
	struct cite_word ext;

	if (!dot || dot == s || !has_letter(s, (size_t)(dot - s)))
		return false;
	ext = part(dot + 1, s + len);
	if (ext.len == 1 && dot - s < 2 && !is_path)
		return false;
	return is_one_case(ext.s, ext.len) && word_in(&ext, extensions);
}

static bool
is_file_name(const char *s, size_t len)
{
	for (const char *const *name = file_names; *name; name++)
		if (strlen(*name) == len && !memcmp(*name, s, len))
			return true;
	return false;
}

/* Without `:12`, `:12-20`, `:12:5` and `#L12`; *lines: there was a line number. */
static size_t
cut_lines(const char *s, size_t len, bool *lines)
{
	const char *hash = memchr(s, '#', len), *colon;

	*lines = false;
	if (hash)
		len = (size_t)(hash - s);
	for (colon = s; (colon = memchr(colon, ':', (size_t)(s + len - colon))); colon++)
		if (colon > s && colon + 1 < s + len && isdigit((unsigned char)colon[1])) {
			*lines = true;
			return (size_t)(colon - s);
		}
	return len;
}

static bool
has_path_bytes(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!isalnum((unsigned char)s[i]) && (unsigned char)s[i] < 0x80 && !strchr("_-./\\+@%~,=*${}[]:", s[i]))
			return false;
	return true;
}

static bool
begins_path(const char *s, size_t len)
{
	static const char *const beginnings[] = { "./", "../", "~/" };

	for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
		struct reader r = { s, s + len };
		if (skip_text(&r, beginnings[i]))
			return r.s < r.end && (isalnum((unsigned char)*r.s) || *r.s == '.' || *r.s == '_');
	}
	if (len > 3 && isalpha((unsigned char)s[0]) && s[1] == ':' && s[2] == '\\')
		return true;
	return len > 2 && s[0] == '.' && isalpha((unsigned char)s[1]);
}

/* What the components of a path with a slash in it say. */
struct components {
	unsigned n;
	bool letters, empty, underscore;
	struct cite_word first, last;
};

static struct components
take_apart(const char *s, const char *end)
{
	struct components c = { .n = 0 };

	for (const char *to; s <= end; s = to + 1) {
		for (to = s; to < end && *to != '/' && *to != '\\'; to++)
			;
		if (to == s) {
			c.empty = c.empty || (c.n && to < end);
			continue;
		}
		c.last = part(s, to);
		if (!c.n++)
			c.first = c.last;
		c.letters = c.letters || has_letter(s, (size_t)(to - s));
		c.underscore = c.underscore || memchr(s, '_', (size_t)(to - s));
	}
	return c;
}

static bool
looks_with_slash(const char *s, size_t len, bool lines)
{
	struct components c = take_apart(s, s + len);
	bool absolute = *s == '/', directory = s[len - 1] == '/';

	if (!c.n || !c.letters || c.empty)
		return false;
	if (directory)
		return c.n > 1 || absolute ||
			(c.first.len > 1 && has_letter(c.first.s, c.first.len) && !word_in(&c.first, halves));
	if (has_known_extension(c.last.s, c.last.len, true) || is_file_name(c.last.s, c.last.len))
		return true;
	return c.n > 1 && (absolute || lines || c.underscore || word_in(&c.first, directories));
}

/* Bytes of a path that is looked at. */
#define PATH_BYTES 1024

bool
cite_path_looks(const char *s, size_t len)
{
	bool lines;
	struct cite_word name;

	if (len > PATH_BYTES)
		return false;
	len = cut_lines(s, len, &lines);
	if (!len || memmem(s, len, "://", 3) || !has_path_bytes(s, len))
		return false;
	if (memchr(s, '/', len) || memchr(s, '\\', len)) {
		if (begins_path(s, len))
			return true;
		return !memchr(s, '@', len) && looks_with_slash(s, len, lines);
	}
	name = part(s, s + len);
	return is_file_name(s, len) ||
		(has_known_extension(s, len, lines) && !memchr(s, '@', len) && !word_in(&name, products));
}
