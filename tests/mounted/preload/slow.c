/* Preloaded into the daemon: a rename takes its time. */
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int renameat2(int from, const char *name, int to, const char *other, unsigned flags)
{
	usleep(300000);
	return (int)syscall(SYS_renameat2, from, name, to, other, flags);
}
