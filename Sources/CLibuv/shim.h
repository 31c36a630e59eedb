#include <linux/close_range.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <malloc.h>
#include <uv.h>

// accept(2): declared here because the C library shows it only under _GNU_SOURCE.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

// close_range(2), likewise.
int close_range(unsigned int first, unsigned int last, int flags);
