/* The mark of a store whose duels were copied: daemons do not mount it (copy.h). */
#ifndef FS_STORE_MARK_H
#define FS_STORE_MARK_H

/* What is said of one whose duels are at `place` now; "": it is half-made. malloc'd. */
char *store_mark_fault(const char *place);

#endif
