#include <microhttpd.h>

// Swift cannot call variadic functions.

/// Starts a server without a thread: it works in `MHD_run`, which is to be called when its epoll
/// descriptor can be read or its timeout has passed.
///
/// Without a certificate in PEM and its key, it serves in the clear. Returns NULL if that is not
/// possible.
static inline struct MHD_Daemon *mhd_start(
    int socket, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connected, void *owner, size_t connection_memory,
    unsigned int connections, unsigned int idle_seconds, const char *certificate,
    const char *key) {
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "SECURE128:-VERS-ALL:+VERS-TLS1.2:+VERS-TLS1.3"},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (certificate == NULL ? 0 : MHD_USE_TLS), 0, NULL,
      NULL, handler, owner, MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      connection_memory, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
      idle_seconds, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
      MHD_OPTION_NOTIFY_CONNECTION, connected, owner, MHD_OPTION_ARRAY,
      certificate == NULL ? none : tls, MHD_OPTION_END);
}

/// Returns the address from which a connection comes.
static inline const struct sockaddr *mhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

/// Returns the socket of a connection; -1 if it has none.
static inline int mhd_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// Returns -1 if the server has none.
static inline int mhd_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}
