extension Supplement {
  /// For procond(8).
  static let procond = Supplement(
    variables: [
      ("PROCON_CLIENT_TIMEOUT", "Stands for --client-timeout."),
      ("PROCON_IDLE_EXIT", "Stands for --idle-exit."),
      ("PROCON_LOG_LEVEL", "Stands for --log-level."),
      ("PROCON_SOCKET", "Stands for --socket."),
      ("PROCON_STATE_DIR", "Stands for --state-dir."),
      ("XDG_RUNTIME_DIR", "Where the user's own socket is, unless it is named."),
    ],
    files: [
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
        "A daemon of one's own, which ends a minute after its last client:",
        ["procond --socket /tmp/board.sock --idle-exit 60"]
      ),
    ],
    seeAlso: [("procon-client", 1), ("systemd.socket", 5), ("procon-protocol", 7)])
}
