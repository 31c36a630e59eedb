internal import BoxClient
internal import BoxWire

/// Why the program ends, or why the daemon did not do what a key asked for.
enum Failure: SessionFailure, Equatable {
  /// There is no daemon to connect to.
  case unconnected(ConnectError)
  /// The connection was lost before a request was sent.
  case notSent(Disconnection)
  case connectionLost(Disconnection)
  case refused(RequestError)
  /// The daemon has no sessions.
  case noSession
  /// Nothing can be drawn on the terminal, or there is none.
  case noTerminal
}

extension Failure {
  var refusal: RequestError? {
    if case .refused(let error) = self { error } else { nil }
  }

  var isFinal: Bool {
    switch self {
    case .unconnected(.otherVersion), .unconnected(.noDaemon), .noSession, .noTerminal: true
    default: false
    }
  }

  /// Whether what is being edited has been changed by somebody else.
  var isConflict: Bool { refusal?.code == RequestError.Code.conflict.rawValue }

  /// From sysexits.h.
  var exitCode: Int32 {
    switch self {
    case .unconnected, .noTerminal: 69
    case .notSent, .connectionLost: 75
    case .refused: 65
    // As procon-client.
    case .noSession: 4
    }
  }

  /// What is wrong, and what to do.
  var sentence: String {
    switch self {
    case .unconnected(let error): "\(error); start procond, or name its socket with --socket"
    case .notSent(let disconnection), .connectionLost(let disconnection):
      "the connection was lost: \(disconnection); try again"
    case .refused(let error): error.message
    case .noSession: "this daemon has no sessions; show its boxes with 'procon-client subscribe'"
    case .noTerminal:
      "the terminal cannot be drawn on; set TERM to its type, or use 'procon-client session'"
    }
  }
}
