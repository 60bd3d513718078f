/* The side of a copy that is a PostgreSQL database, and what of a copy's tables is PostgreSQL's. */
#ifndef FS_STORE_PG_PG_COPY_H
#define FS_STORE_PG_PG_COPY_H

#include "fs/store/copy.h"

#define PG_CLOCK_BYTES 256
/* A value of meta, as an expression. */
#define PG_COPY_LEVEL "3"

/* This host, and its processes' clocks, as the table of boots names them. */
void pg_clock_here(char host[PG_CLOCK_BYTES], char timens[PG_CLOCK_BYTES]);

/* Nobody may have it mounted: -EBUSY. */
struct copy_side *copy_pg(const char *where);

#endif
