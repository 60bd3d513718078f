/* How a database is named on a command line: see pg.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fs/store/pg/pg.h"
#include "fs/store/pg/pg_db.h"
#include "validators/text/mem.h"

bool
store_pg_names(const char *word)
{
	static const char *const begins[] = {"postgresql://", "postgres://", "service="};
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (!strncmp(word, begins[i], strlen(begins[i])))
			return true;
	return false;
}

/* Without who connects, and whatever else there is. */
static char *
shown_of(const struct pg_place *p)
{
	const char *host = p->host ? p->host : p->hostaddr ? p->hostaddr : "", *port = p->port ? p->port : "";
	port += strspn(port, ",") == strlen(port) ? strlen(port) : 0; /* of several hosts, none of which has one */
	const char *name = p->dbname ? p->dbname : "";
	if (p->service && !*host && !*name)
		return mem_format("service=%s", p->service);
	if (*host == '/' || *host == '@')
		return mem_format("postgresql:///%s?host=%s%s%s", name, host, *port ? "&port=" : "", port);
	return mem_format("postgresql://%s%s%s/%s", host, *port ? ":" : "", port, name);
}

int
store_pg_check(const char *where, char **shown, char **why)
{
	struct pg_place p;
	*shown = NULL;
	int err = pg_place_of(where, &p, why);
	if (!err && p.secret) {
		err = -EINVAL;
		*why = mem_strdup("a password does not belong there, where others read it (ps, /proc/mounts): leave it "
				  "out, and put it into ~/.pgpass, a file that PGPASSFILE names, or a service of "
				  "pg_service.conf");
	}
	if (!err)
		*shown = shown_of(&p);
	pg_place_free(&p);
	return err;
}
