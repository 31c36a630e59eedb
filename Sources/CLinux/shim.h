/* memfd_create(2), which <sys/mman.h> declares only with _GNU_SOURCE, and Swift's Glibc without. */
int memfd_create(const char *name, unsigned int flags);
