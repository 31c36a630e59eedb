extension Supplement {
  /// For procon-client(1).
  static let proconClient = Supplement(
    variables: [
      ("COLUMNS", "How wide lines are where standard output is no terminal; 80 if not set."),
      ("NO_COLOR", "When it is set, nothing is coloured unless --color says so."),
      ("PROCON_EVENT", "Set for the command of watch-exec: change, remove or present."),
      ("PROCON_PATH", "Set for the command of watch-exec: the box that it is run for."),
      ("PROCON_REVISION", "Set for the command of watch-exec: the revision of that."),
      ("PROCON_SOCKET", "Stands for --socket."),
      ("PROCON_VALUE", "Set for the command of watch-exec: the bare value, if it is short enough."),
      ("TERM", "On a terminal that is dumb the board is not drawn in place."),
      ("XDG_RUNTIME_DIR", "Where the user's own socket is."),
      ("XDG_STATE_HOME", "Where a daemon that is started logs to; ~/.local/state if not set."),
    ],
    files: [
      ("$XDG_RUNTIME_DIR/procon/procon.sock", "The socket of the user's own daemon."),
      ("/tmp/procon-<uid>/procon.sock", "The same for a user without a runtime directory."),
      ("/run/procon/procon.sock", "The socket of the system's service."),
      ("~/.local/state/procon/procond.log", "What a daemon logs that the client started."),
    ],
    examples: [
      ("The board of the topic ai, always up to date:", ["procon-client subscribe"]),
      (
        "A pro for it, at once on everybody's board:",
        [#"procon-client add pro "Always awake" --weight 2"#]
      ),
      (
        "A value that a script publishes, and one that a status bar follows:",
        [
          "procon-client set shared.weather.now 21.5 --ttl 3600",
          "procon-client subscribe shared.weather.now --format value",
        ]
      ),
      (
        "Completion in a shell that does not find it by itself:",
        [#"source <(procon-client --generate-completion-script bash)"#]
      ),
    ],
    seeAlso: [("jq", 1), ("procon-protocol", 7), ("procond", 8)])
}
