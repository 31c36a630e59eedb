#include <microhttpd.h>

// Swift cannot call variadic functions.

/// Starts a server without a thread: it works in `MHD_run`, which is to be called when its epoll
/// descriptor can be read or its timeout has passed.
///
/// Returns NULL if that is not possible.
static inline struct MHD_Daemon *mhd_start(
    int socket, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    void *owner, size_t connection_memory, unsigned int connections, unsigned int idle_seconds) {
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handler, owner,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
      MHD_OPTION_END);
}

/// Returns -1 if the server has none.
static inline int mhd_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}
