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

int
store_pg_check(const char *where, char **shown, char **why)
{
	struct pg_place p;
	*shown = NULL;
	int err = pg_place_of(where, &p, why);
	if (err)
		return err;
	/* without who connects, and whatever else there is */
	const char *host = p.host ? p.host : p.hostaddr ? p.hostaddr : "", *port = p.port ? p.port : "";
	port += strspn(port, ",") == strlen(port) ? strlen(port) : 0; /* of several hosts, none of which has one */
	const char *name = p.dbname ? p.dbname : "";
	if (p.secret) {
		err = -EINVAL;
		*why = mem_strdup("a password does not belong there, where others read it (ps, /proc/mounts): leave it "
				  "out, and put it into ~/.pgpass, a file that PGPASSFILE names, or a service of "
				  "pg_service.conf");
	} else if (p.service && !*host && !*name) {
		*shown = mem_format("service=%s", p.service);
	} else if (*host == '/' || *host == '@') {
		*shown = mem_format("postgresql:///%s?host=%s%s%s", name, host, *port ? "&port=" : "", port);
	} else {
		*shown = mem_format("postgresql://%s%s%s/%s", host, *port ? ":" : "", port, name);
	}
	pg_place_free(&p);
	return err;
}
