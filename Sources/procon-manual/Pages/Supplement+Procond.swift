extension Supplement {
  /// For procond(8).
  static let procond = Supplement(
    variables: [
      ("LISTEN_FDS", "Set by systemd: how many sockets it hands over."),
      ("NOTIFY_SOCKET", "Set by systemd: where it is told how the service is."),
      ("PROCON_CLIENT_TIMEOUT", "Stands for --client-timeout."),
      ("PROCON_CONFIG", "Stands for --config."),
      ("PROCON_IDLE_EXIT", "Stands for --idle-exit."),
      ("PROCON_LOG_LEVEL", "Stands for --log-level."),
      ("PROCON_SOCKET", "Stands for --socket."),
      ("PROCON_STATE_DIR", "Stands for --state-dir."),
      ("WATCHDOG_USEC", "Set by systemd: how often it wants a sign of life."),
      ("XDG_CONFIG_HOME", "Where the user's configuration is; ~/.config if not set."),
      ("XDG_RUNTIME_DIR", "Where the user's own socket is, unless it is named."),
    ],
    files: [
      ("/etc/procon/procond.json", "The configuration."),
      (
        "$XDG_CONFIG_HOME/procon/procond.json",
        "The configuration of a user's own daemon, where there is none for all."
      ),
      ("/run/procon/procon.sock", "The socket of the system's service, for the group procon."),
      ("$XDG_RUNTIME_DIR/procon/procon.sock", "The socket of a user's own daemon."),
      ("/tmp/procon-<uid>/procon.sock", "The same for a user without a runtime directory."),
    ],
    examples: [
      (
        "The system's service, started when the first client comes:",
        ["systemctl enable --now procond.socket"]
      ),
      (
        "The same for the user alone, without the group procon:",
        ["systemctl --user enable --now procond.socket"]
      ),
      (
        "A daemon of one's own, which ends a minute after its last client:",
        ["procond --socket /tmp/board.sock --idle-exit 60"]
      ),
    ],
    seeAlso: [
      ("procon-client", 1), ("systemd.service", 5), ("systemd.socket", 5), ("procon-protocol", 7),
    ])
}
