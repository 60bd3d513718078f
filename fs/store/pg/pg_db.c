#include "fs/store/pg/pg_db.h"

#include <assert.h>
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utstring.h>
#include "validators/text/mem.h"

/* The part of libpq's ABI that is used (libpq-fe.h, since PostgreSQL 14): no header of it is needed to build. */
enum { OK_CONNECTION = 0, RES_EMPTY = 0, RES_COMMAND = 1, RES_TUPLES = 2, RES_LINE_ENDS = 10 };
/* severity: not in the server's language */
enum { FIELD_SQLSTATE = 'C', FIELD_PRIMARY = 'M', FIELD_SEVERITY = 'V', FIELD_FUNCTION = 'R' };
enum { TYPE_BYTEA = 17, TYPE_BIGINT = 20, TYPE_TEXT = 25 };

struct pg_option {
	char *keyword, *envvar, *compiled, *val, *label, *dispchar;
	int dispsize;
};

struct pg_notify {
	char *channel;
	int pid;
	char *said;
	struct pg_notify *next;
};

#define FUNCTIONS(X) \
	X(struct pg_option *, conninfoParse, (const char *text, char **why)) \
	X(void, conninfoFree, (struct pg_option *o)) \
	X(struct pg_notify *, notifies, (void *conn)) \
	X(void, freemem, (void *p)) \
	X(void *, connectdbParams, (const char *const *names, const char *const *values, int expand)) \
	X(int, status, (const void *conn)) \
	X(void, finish, (void *conn)) \
	X(char *, errorMessage, (const void *conn)) \
	X(int, setnonblocking, (void *conn, int on)) \
	X(int, socket, (const void *conn)) \
	X(int, sendQuery, (void *conn, const char *sql)) \
	X(int, sendQueryParams, (void *conn, const char *sql, int n, const unsigned *types, const char *const *values, \
		const int *lengths, const int *formats, int format)) \
	X(int, sendPrepare, (void *conn, const char *name, const char *sql, int n, const unsigned *types)) \
	X(int, sendQueryPrepared, (void *conn, const char *name, int n, const char *const *values, const int *lengths, \
		const int *formats, int format)) \
	X(int, enterPipelineMode, (void *conn)) \
	X(int, exitPipelineMode, (void *conn)) \
	X(int, pipelineSync, (void *conn)) \
	X(int, flush, (void *conn)) \
	X(int, consumeInput, (void *conn)) \
	X(int, isBusy, (void *conn)) \
	X(struct pg_result *, getResult, (void *conn)) \
	X(int, resultStatus, (const struct pg_result *r)) \
	X(char *, resultErrorField, (const struct pg_result *r, int field)) \
	X(char *, cmdStatus, (struct pg_result *r)) \
	X(char *, cmdTuples, (struct pg_result *r)) \
	X(void, clear, (struct pg_result *r)) \
	X(int, ntuples, (const struct pg_result *r)) \
	X(int, getisnull, (const struct pg_result *r, int row, int column)) \
	X(int, getlength, (const struct pg_result *r, int row, int column)) \
	X(char *, getvalue, (const struct pg_result *r, int row, int column)) \
	X(void *, setNoticeReceiver, (void *conn, void (*fn)(void *arg, const struct pg_result *r), void *arg))

struct pg_lib {
#define MEMBER(type, name, args) type(*name) args;
	FUNCTIONS(MEMBER)
};

static struct pg_lib loaded;
static const char *missing = "libpq.so.5";

/* Stays for as long as the process lives. */
static void
load_libpq(void)
{
	void *so = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
	if (!so)
		return;
#define LOAD(type, name, args) \
	if (!(*(void **)&loaded.name = dlsym(so, "PQ" #name))) { \
		missing = "PQ" #name; \
		return; \
	}
	FUNCTIONS(LOAD)
	missing = NULL;
}

static void
take_error(struct pg_db *db, const char *text)
{
	snprintf(db->error, sizeof db->error, "%s", text ? text : "");
	db->error[strcspn(db->error, "\n")] = '\0';
}

/* The message of a server that is stopped at once, or beside one that crashed (its function quickdie), may come right
 * behind the answer to a COMMIT: it says nothing of that. */
static void
take_notice(void *arg, const struct pg_result *r)
{
	struct pg_db *db = arg;
	const char *severity = db->lib->resultErrorField(r, FIELD_SEVERITY);
	const char *function = db->lib->resultErrorField(r, FIELD_FUNCTION);
	bool dies = function && !strcmp(function, "quickdie");
	db->warned |= severity && !strcmp(severity, "WARNING") && !dies;
}

/* A statement with parameters that is run a second time is parsed and planned then, for as long as the connection is
 * there: what is run for each entry is planned once, and what is run once costs no round trip more. */
struct pg_known {
	UT_hash_handle hh;
	char *sql;
	unsigned types[PG_PARAMS];
	int n;
	char name[32]; /* its first two words, and a number */
	bool planned;
};

static void
drop_connection(struct pg_db *db)
{
	struct pg_known *k, *next;
	if (db->conn)
		db->lib->finish(db->conn);
	db->conn = NULL;
	db->in_line = false;
	HASH_ITER(hh, db->known, k, next) {
		HASH_DEL(db->known, k);
		free(k->sql);
		free(k);
	}
	db->n_known = 0;
}

/* The answer to a commit is believed only of a server that holds it: a session that was set to less is set to `on`. A
 * transaction that nobody goes on with lets go of its rows by itself. */
static const char session[] = "SET bytea_output = 'hex'; SET client_min_messages = 'warning';"
			      "SET idle_in_transaction_session_timeout = '2s'; SET lock_timeout = '4s';"
			      "SET statement_timeout = 0;"
			      "SELECT set_config('synchronous_commit', 'on', false)"
			      " WHERE current_setting('synchronous_commit') <> 'remote_apply';"
			      /* from here on names are those of the schema that has, or gets, the tables */
			      "SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident(nspname) ||"
			      " ', pg_temp', false)"
			      " FROM pg_catalog.pg_namespace WHERE nspname = coalesce((SELECT nspname FROM"
			      " pg_catalog.pg_class JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace"
			      " WHERE pg_class.oid = pg_catalog.to_regclass('meta')), pg_catalog.current_schema())";

bool
pg_reopen(struct pg_db *db)
{
	char seconds[24]; /* as long as an answer may take */
	static const char *const names[] = {"target_session_attrs", "connect_timeout", "application_name",
		"keepalives_idle", "client_encoding", "sslmode", "dbname", NULL};
	const char *const values[] = {db->any ? "any" : "read-write", seconds, "duelfs", "5", "UTF8",
		db->verified ? "verify-full" : NULL, db->where, NULL};
	snprintf(seconds, sizeof seconds, "%lld", ((long long)pg_answer_ms + 999) / 1000);
	drop_connection(db);
	db->conn = db->lib->connectdbParams(names, values, 1);
	if (!db->conn || db->lib->status(db->conn) != OK_CONNECTION) {
		take_error(db, db->conn ? db->lib->errorMessage(db->conn) : "no memory");
		drop_connection(db);
		return false;
	}
	db->lib->setNoticeReceiver(db->conn, take_notice, db);
	if (db->lib->setnonblocking(db->conn, 1)) {
		take_error(db, db->lib->errorMessage(db->conn));
		drop_connection(db);
		return false;
	}
	return pg_script(db, session) == PG_DONE;
}

/* -- where -- */

/* A message of libpq about words that it does not understand may quote a password. */
int
pg_place_of(const char *where, struct pg_place *out, char **why)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char *said = NULL;
	*out = (struct pg_place){0};
	*why = NULL;
	pthread_once(&once, load_libpq);
	if (missing) {
		*why = mem_format("a database needs libpq (Debian: libpq5): there is no %s", missing);
		return -ENOSYS;
	}
	struct pg_option *all = loaded.conninfoParse(where, &said);
	if (said)
		loaded.freemem(said);
	if (!all) {
		*why = mem_strdup("this is no database as libpq writes them: postgresql://HOST/DATABASE, "
				  "postgresql:///DATABASE?host=/DIRECTORY/OF/THE/SOCKET, or service=NAME");
		return -EINVAL;
	}
	const struct {
		const char *keyword;
		char **to;
	} kept[] = {{"host", &out->host}, {"hostaddr", &out->hostaddr}, {"port", &out->port},
		{"dbname", &out->dbname}, {"service", &out->service}, {"sslmode", &out->sslmode}};
	for (const struct pg_option *o = all; o->keyword; o++) {
		for (size_t i = 0; o->val && i < sizeof kept / sizeof *kept; i++)
			if (!strcmp(o->keyword, kept[i].keyword))
				*kept[i].to = mem_strdup(o->val);
		out->secret |= o->val && (!strcmp(o->keyword, "password") || !strcmp(o->keyword, "sslpassword"));
	}
	loaded.conninfoFree(all);
	return 0;
}

void
pg_place_free(struct pg_place *p)
{
	free(p->host);
	free(p->hostaddr);
	free(p->port);
	free(p->dbname);
	free(p->service);
	free(p->sslmode);
}

bool
pg_wants_proof(const struct pg_place *p)
{
	const char *hosts = p->hostaddr ? p->hostaddr : p->host ? p->host : getenv("PGHOST");
	if (!hosts || p->sslmode || p->service || getenv("PGSSLMODE") || getenv("PGSERVICE"))
		return false;
	bool out = false;
	char *list = mem_strdup(hosts), *rest = list, *host;
	while ((host = strsep(&rest, ",")))
		out |= *host && *host != '/' && *host != '@' && strcmp(host, "localhost") != 0 &&
			strcmp(host, "::1") != 0 && strncmp(host, "127.", strlen("127.")) != 0;
	free(list);
	return out;
}

int
pg_open(struct pg_db *db, const char *where, bool any, char **why)
{
	struct pg_place place;
	*db = (struct pg_db){.lib = &loaded, .any = any};
	int err = pg_place_of(where, &place, why);
	if (err)
		return err;
	db->verified = pg_wants_proof(&place);
	pg_place_free(&place);
	db->where = mem_strdup(where);
	if (pg_reopen(db))
		return 0;
	*why = mem_format("the database cannot be reached: %s", db->error);
	pg_close(db);
	return -EIO;
}

void
pg_prepare(struct pg_db *db, const struct pg_db *like)
{
	assert(like->where);
	*db = (struct pg_db){
		.lib = like->lib, .where = mem_strdup(like->where), .verified = like->verified, .any = like->any};
}

void
pg_close(struct pg_db *db)
{
	drop_connection(db);
	free(db->where);
	free(db->line);
	db->where = NULL;
	db->line = NULL;
}

/* Until the socket is ready for that. */
static bool
await_socket(struct pg_db *db, short events, int64_t until)
{
	struct pollfd p = {.fd = db->lib->socket(db->conn), .events = events};
	int n;
	do {
		int64_t left = until - pg_now_ms();
		n = left > 0 ? poll(&p, 1, (int)left) : 0;
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		take_error(db, "no answer in time");
	return n > 0;
}

static bool
send_all(struct pg_db *db, int64_t until)
{
	int rest;
	while ((rest = db->lib->flush(db->conn)) > 0)
		if (!await_socket(db, POLLIN | POLLOUT, until) || !db->lib->consumeInput(db->conn))
			return false;
	return !rest;
}

/* The last of the answers to one statement, or to several; the first that is an error ends it. NULL: none came. */
static struct pg_result *
receive_result(struct pg_db *db, int64_t until)
{
	struct pg_result *r = NULL, *next;
	for (;;) {
		while (db->lib->isBusy(db->conn)) {
			if (!await_socket(db, POLLIN, until) || !db->lib->consumeInput(db->conn)) {
				db->lib->clear(r);
				return NULL;
			}
		}
		next = db->lib->getResult(db->conn);
		if (!next)
			return r;
		db->lib->clear(r);
		r = next;
	}
}

/* clang-format off */
static const struct {
	const char *state; /* how an SQLSTATE begins */
	enum pg_end end;
} ends[] = {
	{"40003", PG_OPEN},  /* statement completion unknown */
	{"40",    PG_AGAIN}, /* serialization failure, deadlock */
	{"55P03", PG_AGAIN}, /* lock not available in time */
	{"53100", PG_FULL},
	{"0A",    PG_WRONG}, /* not supported */
	{"22",    PG_WRONG}, /* data */
	{"23",    PG_WRONG}, /* constraints */
	{"42",    PG_WRONG}, /* syntax, or who may */
};
/* clang-format on */

/* A transaction that is not known to be rolled back is open: 08, 57P, 25006 (a standby by now), 25P03 (idle too long).
 * */
static enum pg_end
end_of(struct pg_db *db, const struct pg_result *r)
{
	int status = db->lib->resultStatus(r);
	if (status == RES_EMPTY || status == RES_COMMAND || status == RES_TUPLES)
		return PG_DONE;
	const char *state = db->lib->resultErrorField(r, FIELD_SQLSTATE);
	take_error(db, db->lib->resultErrorField(r, FIELD_PRIMARY) ?: db->lib->errorMessage(db->conn));
	for (size_t i = 0; state && i < sizeof ends / sizeof *ends; i++)
		if (!strncmp(state, ends[i].state, strlen(ends[i].state)))
			return ends[i].end;
	return PG_OPEN;
}

/* After something was sent, or not. */
static enum pg_end
await_end(struct pg_db *db, bool sent, struct pg_result **out)
{
	int64_t until = pg_now_ms() + (db->patient ? PG_LONG_ANSWER_MS : pg_answer_ms);
	struct pg_result *r = sent && send_all(db, until) ? receive_result(db, until) : NULL;
	enum pg_end end = r ? end_of(db, r) : PG_OPEN;
	if (!r && !*db->error)
		take_error(db, db->lib->errorMessage(db->conn));
	if (end == PG_OPEN)
		drop_connection(db);
	if (end == PG_DONE && out)
		*out = r;
	else if (r)
		db->lib->clear(r);
	return end;
}

/* Parameters as libpq takes them. */
struct sent {
	unsigned types[PG_PARAMS];
	const char *values[PG_PARAMS];
	int lengths[PG_PARAMS], formats[PG_PARAMS];
	uint64_t numbers[PG_PARAMS];
};

/* The statement, where the connection was asked it before; NULL: this is the first time, or it has no parameters. */
static struct pg_known *
fill_sent(struct pg_db *db, const char *sql, const struct pg_param *v, int n, struct sent *s)
{
	struct pg_known *k;
	assert(n <= PG_PARAMS);
	for (int i = 0; i < n; i++) {
		bool number = !v[i].bytes && !v[i].null;
		s->numbers[i] = htobe64((uint64_t)v[i].number);
		s->types[i] = number ? TYPE_BIGINT : v[i].text ? TYPE_TEXT : TYPE_BYTEA;
		s->values[i] = v[i].null ? NULL : number ? (const char *)&s->numbers[i] : v[i].bytes;
		s->lengths[i] = number ? 8 : (int)v[i].len;
		s->formats[i] = 1;
	}
	if (!n)
		return NULL;
	HASH_FIND_STR(db->known, sql, k);
	if (k)
		return k->n == n && !memcmp(k->types, s->types, (size_t)n * sizeof *s->types) ? k : NULL;
	k = mem_calloc(1, sizeof *k);
	k->sql = mem_strdup(sql);
	k->n = n;
	memcpy(k->types, s->types, (size_t)n * sizeof *s->types);
	size_t word = strcspn(sql, " "), words = word + (sql[word] ? 1 + strcspn(sql + word + 1, " ") : 0);
	snprintf(k->name, sizeof k->name, "%.*s %u", words < 20 ? (int)words : 20, sql, db->n_known++);
	HASH_ADD_KEYPTR(hh, db->known, k->sql, strlen(k->sql), k);
	return NULL;
}

static int
send_statement(struct pg_db *db, const struct pg_known *k, const char *sql, const struct sent *s, int n)
{
	if (k && k->planned)
		return db->lib->sendQueryPrepared(db->conn, k->name, n, s->values, s->lengths, s->formats, 1);
	return db->lib->sendQueryParams(db->conn, sql, n, s->types, s->values, s->lengths, s->formats, 1);
}

enum pg_end
pg_run(struct pg_db *db, const char *sql, const struct pg_param *v, int n, struct pg_result **out)
{
	struct sent s;
	assert(!db->in_line);
	if (!db->conn)
		return PG_OPEN;
	*db->error = '\0';
	struct pg_known *k = fill_sent(db, sql, v, n, &s);
	if (k && !k->planned) {
		enum pg_end end = await_end(db, db->lib->sendPrepare(db->conn, k->name, k->sql, k->n, k->types), NULL);
		if (end != PG_DONE)
			return end;
		k->planned = true;
	}
	return await_end(db, send_statement(db, k, sql, &s, n), out);
}

enum pg_end
pg_numbers(struct pg_db *db, const char *sql, const struct pg_param *v, int n, int64_t *out, int columns)
{
	struct pg_result *r;
	memset(out, 0, (size_t)columns * sizeof *out);
	enum pg_end end = pg_run(db, sql, v, n, &r);
	if (end != PG_DONE)
		return end;
	for (int i = 0; i < columns && pg_rows(db, r); i++)
		out[i] = pg_number(db, r, 0, i);
	pg_clear(db, r);
	return PG_DONE;
}

enum pg_end
pg_script(struct pg_db *db, const char *sql)
{
	if (!db->conn)
		return PG_OPEN;
	*db->error = '\0';
	return await_end(db, db->lib->sendQuery(db->conn, sql), NULL);
}

/* A transaction in which a statement failed ends in ROLLBACK, however it is asked. A warning is that the standbys which
 * are to have it were not waited for. */
static enum pg_end
committed_by(struct pg_db *db, struct pg_result *r)
{
	bool committed = !strcmp(db->lib->cmdStatus(r), "COMMIT");
	db->lib->clear(r);
	if (committed && db->warned)
		take_error(db, "committed, but not as durable as the server is set to");
	return !committed ? PG_AGAIN : db->warned ? PG_FRAIL : PG_DONE;
}

enum pg_end
pg_commit(struct pg_db *db)
{
	struct pg_result *r;
	db->warned = false;
	enum pg_end end = pg_run(db, "COMMIT", NULL, 0, &r);
	return end == PG_DONE ? committed_by(db, r) : end;
}

/* -- several statements in one round trip -- */

void
pg_line_begin(struct pg_db *db)
{
	assert(!db->in_line);
	db->in_line = true;
	db->n_line = db->taken = 0;
	db->line_end = db->conn && db->lib->enterPipelineMode(db->conn) ? PG_DONE : PG_OPEN;
	*db->error = '\0';
}

static void
line_sent(struct pg_db *db, struct pg_known *planned, int sent)
{
	if (!sent) {
		take_error(db, db->lib->errorMessage(db->conn));
		db->line_end = PG_OPEN;
		return;
	}
	if (db->n_line == db->room_line) {
		db->room_line = db->room_line ? 2 * db->room_line : 16;
		db->line = mem_resize(db->line, db->room_line, sizeof(struct pg_known *));
	}
	db->line[db->n_line++] = planned;
}

void
pg_line_add(struct pg_db *db, const char *sql, const struct pg_param *v, int n)
{
	struct sent s;
	assert(db->in_line);
	if (db->line_end != PG_DONE)
		return;
	struct pg_known *k = fill_sent(db, sql, v, n, &s);
	if (k && !k->planned) {
		line_sent(db, k, db->lib->sendPrepare(db->conn, k->name, k->sql, k->n, k->types));
		k->planned = true; /* until its answer says otherwise */
	}
	if (db->line_end == PG_DONE)
		line_sent(db, NULL, send_statement(db, k, sql, &s, n));
}

void
pg_line_send(struct pg_db *db)
{
	assert(db->in_line);
	db->line_until = pg_now_ms() + pg_answer_ms;
	if (db->line_end == PG_DONE && (!db->lib->pipelineSync(db->conn) || !send_all(db, db->line_until)))
		db->line_end = PG_OPEN;
}

/* The next of all answers. NULL: there is none, the connection is as good as gone. */
static struct pg_result *
line_next(struct pg_db *db)
{
	struct pg_known *planned = db->line[db->taken++];
	struct pg_result *r = receive_result(db, db->line_until);
	if (planned && (!r || db->lib->resultStatus(r) != RES_COMMAND))
		planned->planned = false;
	return r;
}

enum pg_end
pg_line_take(struct pg_db *db, struct pg_result **out)
{
	struct pg_result *r = NULL;
	bool added = false;
	assert(db->in_line);
	while (db->line_end == PG_DONE && !added) {
		assert(db->taken < db->n_line);
		added = !db->line[db->taken];
		db->lib->clear(r);
		r = line_next(db);
		db->line_end = r ? end_of(db, r) : PG_OPEN;
	}
	if (db->line_end == PG_DONE && out)
		*out = r;
	else
		db->lib->clear(r);
	return db->line_end;
}

enum pg_end
pg_line_commit(struct pg_db *db)
{
	struct pg_result *r;
	db->warned = false;
	enum pg_end end = pg_line_take(db, &r);
	return end == PG_DONE ? committed_by(db, r) : end;
}

void
pg_line_end(struct pg_db *db)
{
	struct pg_result *r = NULL;
	assert(db->in_line);
	db->in_line = false;
	if (!db->conn)
		return;
	/* the server's word that it is at the end of the line comes behind the answers that nobody took */
	bool there = db->line_end != PG_OPEN;
	while (there && db->taken < db->n_line) {
		r = line_next(db);
		there = r;
		db->lib->clear(r);
	}
	r = there ? receive_result(db, db->line_until) : NULL;
	there = r && db->lib->resultStatus(r) == RES_LINE_ENDS;
	db->lib->clear(r);
	if (!there || !db->lib->exitPipelineMode(db->conn))
		drop_connection(db);
}

char *
pg_said(struct pg_db *db)
{
	struct pg_notify *n = db->conn ? db->lib->notifies(db->conn) : NULL;
	char *said = n ? mem_strdup(n->said) : NULL;
	if (n)
		db->lib->freemem(n);
	return said;
}

void
pg_listen(struct pg_db *db, int stop, int64_t ms)
{
	if (!db->conn)
		return;
	struct pollfd p[2] = {{.fd = db->lib->socket(db->conn), .events = POLLIN}, {.fd = stop, .events = POLLIN}};
	if (poll(p, 2, (int)ms) > 0 && p[0].revents && !db->lib->consumeInput(db->conn))
		drop_connection(db);
}

char *
pg_array_of(const int64_t *ids, size_t n)
{
	UT_string text;
	utstring_init(&text);
	utstring_printf(&text, "{");
	for (size_t i = 0; i < n; i++)
		utstring_printf(&text, "%s%lld", i ? "," : "", (long long)ids[i]);
	utstring_printf(&text, "}");
	return utstring_body(&text);
}

void
pg_clear(const struct pg_db *db, struct pg_result *r)
{
	db->lib->clear(r);
}

int
pg_rows(const struct pg_db *db, const struct pg_result *r)
{
	return db->lib->ntuples(r);
}

int64_t
pg_changed(const struct pg_db *db, const struct pg_result *r)
{
	return strtoll(db->lib->cmdTuples((struct pg_result *)r), NULL, 10);
}

int64_t
pg_number(const struct pg_db *db, const struct pg_result *r, int row, int column)
{
	uint64_t n = 0;
	if (db->lib->getlength(r, row, column) == sizeof n)
		memcpy(&n, db->lib->getvalue(r, row, column), sizeof n);
	return (int64_t)be64toh(n);
}

size_t
pg_length(const struct pg_db *db, const struct pg_result *r, int row, int column)
{
	return (size_t)db->lib->getlength(r, row, column);
}

char *
pg_copy(const struct pg_db *db, const struct pg_result *r, int row, int column, size_t *len)
{
	*len = 0;
	if (db->lib->getisnull(r, row, column))
		return NULL;
	*len = pg_length(db, r, row, column);
	return mem_copy(db->lib->getvalue(r, row, column), *len);
}
