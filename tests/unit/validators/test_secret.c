/* Credentials: what is one, what only looks like it, and what is said of either. */
#include "tests/unit/validators/duel.h"

#include <errno.h>
#include "fs/util/secret.h"
#include "validators/kit/template.h"
#include "validators/formats.h"

TEXT_FILE(config_secrets_txt);

/* Written in two parts where a scanner of repositories would take it for a real one. */
#define GITHUB "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
#define BASE64 "MIIEowIBAAKCAQEAu5Zl3mVq1Xx0w8Jr7yGZ2nQk9fT4s"

/* The lines and kinds that are told: "3 github-personal, 7 jwt", "" for none. */
static const char *
told(const char *text)
{
	FINDINGS fs = {0};
	UT_string *out = test_string();
	secrets_judge(text, strlen(text), 0, SECRETS_REFUSE, &fs);
	for (size_t i = 0; i < fs.n; i++) {
		const char *id = strchr(fs.v[i].text, '(') + 1;
		assert_ptr_equal(fs.v[i].rule, &text_rules[TEXT_SECRET]);
		utstring_printf(out, "%s%d %.*s", i ? ", " : "", fs.v[i].line, (int)strcspn(id, ")"), id);
	}
	assert_int_equal(secrets_has(text, strlen(text)), fs.n > 0);
	return utstring_body(out);
}

static void
says(const char *text, const char *want)
{
	const char *got = told(text);
	if (strcmp(got, want))
		fail_msg("\"%s\" in place of \"%s\" for:\n%s", got, want, text);
}

/* One of each kind that is built in. */
static const struct {
	const char *id, *text;
} each[] = {
	{"aws-access-key", "AKIA" "J7QX2MNP4RTV6WYZ"},
	{"aws-temporary-key", "ASIA" "J7QX2MNP4RTV6WYZ"},
	{"aws-secret-key", "aws_secret_access_key = " "kX9+pQ2/rT7uVw3yZ1aB5cD8eF4gH6jK0mN/sLqE"},
	{"aws-secret-key-upper", "export AWS_SECRET_ACCESS_KEY=\"" "kX9+pQ2/rT7uVw3yZ1aB5cD8eF4gH6jK0mN/sLqE\""},
	{"github-personal", GITHUB},
	{"github-oauth", "gho_16C7e42F292c6912E7710c838347Ae178B4a"},
	{"github-user", "ghu_16C7e42F292c6912E7710c838347Ae178B4a"},
	{"github-server", "ghs_16C7e42F292c6912E7710c838347Ae178B4a"},
	{"github-refresh", "ghr_16C7e42F292c6912E7710c838347Ae178B4a"},
	{"github-fine-grained", "github_pat_" "11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ1234567890aBcDeFgHiJkLmNoPqRsTuVwXyZ123456"},
	{"gitlab-personal", "glpat-" "aB3dE6gH9jK2mN5pQ8sT"},
	{"gitlab-deploy", "gldt-" "aB3dE6gH9jK2mN5pQ8sT"},
	{"gitlab-runner", "glrt-" "aB3dE6gH9jK2mN5pQ8sT"},
	{"gitlab-trigger", "glptt-" "aB3dE6gH9jK2mN5pQ8sT"},
	{"slack-bot", "xoxb-" "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"slack-user", "xoxp-" "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"slack-workspace", "xoxa-" "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"slack-refresh", "xoxr-" "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"slack-session", "xoxs-" "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx"},
	{"slack-app", "xapp-" "1-A0B1C2D3E4F-1234567890123-aBcDeF"},
	{"slack-webhook", "https://hooks.slack.com/services/" "T0AB1CD2E/B3FG4HI5J/aBcDeFgHiJkLmNoPqRsTuVwX"},
	{"stripe-secret", "sk_" "live_4eC39HqLyjWDarjtT1zdp7dc"},
	{"stripe-secret-test", "sk_" "test_4eC39HqLyjWDarjtT1zdp7dc"},
	{"stripe-restricted", "rk_" "live_4eC39HqLyjWDarjtT1zdp7dc"},
	{"stripe-restricted-test", "rk_" "test_4eC39HqLyjWDarjtT1zdp7dc"},
	{"stripe-webhook", "whsec_" "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7"},
	{"openai-project", "sk-proj-" "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf"},
	{"openai-service", "sk-svcacct-" "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf"},
	{"openai-admin", "sk-admin-" "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEf"},
	{"openai", "sk-" "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl"},
	{"anthropic", "sk-ant-" "api03-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-AbCdEf"},
	{"google-api", "AIza" "SyD-9tSrke72PouQMnMX-a7eZSW1jkFMBWY"},
	{"google-oauth", "ya29." "a1AfH6SMBx3yK9wQzLr7tNvPp2jUe4dGcXo8"},
	{"google-client", "GOCSPX-" "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b"},
	{"npm", "npm_" "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789"},
	{"pypi", "pypi-" "AgEIcHlwaS5vcmcCJDAwYWJjZGVmLTEyMzQtNTY3OC05YWJj"},
	{"huggingface", "hf_" "AbCdEfGhIjKlMnOpQrStUvWxYz01234567"},
	{"private-key", "-----BEGIN RSA PRIVATE KEY-----\n" BASE64 "\n"},
	{"jwt", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0."
		"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"},
	{"url-password", "postgres://admin:s3cr3t-pw@db.internal/prices"},
};

TEST(each_kind_that_is_built_in_is_known)
{
	unsigned rows = 0;
	for (const char *s = text_config_secrets_txt; *s; s = strchr(s, '\n') + 1)
		rows += *s != '#' && *s != '\n';
	assert_int_equal(rows, N(each));
	for (size_t i = 0; i < N(each); i++)
		says(test_owns(mem_format("It is used so:\n- `%s`, as it stands.\n", each[i].text)),
			test_owns(mem_format("2 %s", each[i].id)));
}

TEST(each_line_that_has_one_is_told_once)
{
	says("a\n" GITHUB " and " GITHUB "\nb\n\nhttps://bob:hunter22@host/ " GITHUB "\n", "2 github-personal, 5 url-password");
	says(GITHUB, "1 github-personal");
	says("密钥是" GITHUB "。", "1 github-personal");
	says("token=" GITHUB "&x", "1 github-personal");
	says("(" GITHUB ")", "1 github-personal");
	says("", "");
}

TEST(what_stands_in_place_of_one_is_none)
{
	says("AKIA" "IOSFODNN7EXAMPLE\n", "");
	says("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", "");
	says("ghp_XXXX7e42F292c6912E7710c838347Ae178B4a\n", "");
	says("ghp_0000e42F292c6912E7710c838347Ae178B4a\n", "");
	says("ghp_... and sk-ant-...\n", "");
	says("https://user:<password>@host/\n", "");
	says("https://<user>:hunter22@host/\n", "");
	says("https://user:...secret@host/\n", "");
	says("https://user:$PASSWORD@host/ https://user:${PASSWORD}@host/ https://user:{password}@host/ https://user:%s@host/\n", "");
	says("https://user:****@host/\n", "");
}

TEST(what_is_like_one_is_none)
{
	says("https://host:8080/path@version and https://user@host:22/x, mailto:a:b@c\n", "");
	says("ghp_16C7e42F\nghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "");
	says("a-" GITHUB " my_" GITHUB " the" GITHUB "\n", "");
	says("task-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKl\n", "");
	says("A key begins with AKIA, a token with ghp_ or github_pat_, and sk-proj- is a project's.\n", "");
	says("eyJhbGciOiJIUzI1NiJ9 alone is a header\n", "");
	says("pk_" "live_4eC39HqLyjWDarjtT1zdp7dc is public\n", "");
	says("ghp_\n16C7e42F292c6912E7710c838347Ae178B4a\n", "");
}

TEST(a_key_block_counts_with_what_is_in_it)
{
	says("-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----\n", "");
	says("It begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.\n", "");
	says("-----BEGIN PUBLIC KEY-----\n" BASE64 "\n", "");
	says("-----BEGIN CERTIFICATE-----\n" BASE64 "\n", "");
	says("-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEAu5Zl\n3mVq1Xx0w8Jr7yGZ2nQ\n", "");
	says("-----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEAu5Zl\n3mVq1Xx0w8Jr7yGZ2nQkK\n", "1 private-key");
	says("> -----BEGIN EC PRIVATE KEY-----\n> " BASE64 "\n", "1 private-key");
	says("-----BEGIN OPENSSH PRIVATE KEY-----\n" BASE64 "\n", "1 private-key");
	says("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n" BASE64 "\n", "1 private-key");
	says("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB\n\n" BASE64 "\n", "1 private-key");
	says("{\"key\": \"-----BEGIN PRIVATE KEY-----\\n" BASE64 "\\n\"}", "1 private-key");
}

TEST(a_backslash_hides_none)
{
	says("{\n \"a\": \"b\\nc\\u000ad\",\n \"d\": \"see\\n" GITHUB "\",\n \"e\": \"\\u000A" GITHUB
	     "\",\n \"f\": \"see\\f" GITHUB "\",\n"
	     " \"g\": \"see\\b" GITHUB "\"\n}\n",
		"3 github-personal, 4 github-personal, 5 github-personal, 6 github-personal");
	says("{\"url\": \"https:\\/\\/bob:hunter22@host\\/\"}\n", "1 url-password");
	says("{\"d\": \"\\u0067hp_16C7e42F292c6912E7710c838347Ae178B4a\"}\n", "1 github-personal");
	says("ghp\\_16C7e42F292c6912E7710c838347Ae178B4a\n", "1 github-personal");
	says("a\\\nb\\n\nC:\\new\\" GITHUB "\n", "3 github-personal");
	says("\\", ""), says("\\u12", "");
}

/* -- a duel -- */

#define TURN(position) \
	"## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\nCaching helps.\n" position "\n\n" \
	"**Counterpoints**\n- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.org\n\n**Agreements**\n- Some.\n\n" \
	"**Novel Argument**\nOld prices.\n\nSupport:\n    - Principle: x\n\n**Unresolved Items**\n- y (blocking)\n"

static void
debate(struct duel *d, enum secrets_mode mode)
{
	duel_begin(d, &socratic_format,
		(struct terms){.topic = "Caching", .topic_slug = "caching", .max_turns = 6, .novelty_threshold = 0.8},
		NULL);
	d->secrets = mode;
	assert_null(duel_sit(d, "alice", "", "claude-code", "opus"));
	assert_null(duel_sit(d, "bob", "", "claude-code", "opus"));
	duel_floor(d, 1);
}

TEST(a_text_with_one_is_refused_and_nothing_else_is_said_of_it)
{
	static const char bad[] = TURN(GITHUB) "\n## Turn 9 — " GITHUB " (x / y) — NONSENSE\n";
	struct duel d;
	debate(&d, SECRETS_REFUSE);
	assert_int_equal(duel_try_bytes(&d, TURN(GITHUB), strlen(TURN(GITHUB))), -EINVAL);
	assert_printed(&d, "t:5: error: [text.secret] this line holds what looks like a credential (github-personal), and a record never "
			   "forgets: write <github-personal> in its place, and withdraw it where it is a real one");
	assert_null(strstr(duel_said(&d), "16C7"));
	assert_int_equal(duel_try_bytes(&d, bad, strlen(bad)), -EINVAL);
	assert_null(strstr(duel_said(&d), "16C7"));
	assert_null(strstr(duel_said(&d), "turn."));
	duel_done(&d);
}

TEST(where_it_is_only_warned_of_no_sentence_quotes_it)
{
	static const char bad[] = TURN("") "- what about " GITHUB " here\n";
	struct duel d;
	debate(&d, SECRETS_WARN);
	assert_int_equal(duel_try_bytes(&d, TURN(GITHUB), strlen(TURN(GITHUB))), 0);
	assert_printed(&d, "t:5: warning: [text.secret]");
	assert_int_equal(duel_try_bytes(&d, bad, strlen(bad)), -EINVAL);
	assert_printed(&d, "[text.secret]");
	assert_printed(&d, "error: [unresolved.flag] ");
	assert_printed(&d, "this must hold: each unresolved item");
	assert_null(strstr(duel_said(&d), "16C7"));
	duel_done(&d);
	debate(&d, SECRETS_ALLOW);
	assert_int_equal(duel_try_bytes(&d, TURN(GITHUB), strlen(TURN(GITHUB))), 0);
	assert_null(strstr(duel_said(&d), "text.secret"));
	duel_done(&d);
}
