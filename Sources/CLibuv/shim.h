#include <sys/epoll.h>
#include <sys/socket.h>
#include <uv.h>

// accept(2): declared here because the C library shows it only under _GNU_SOURCE.
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
