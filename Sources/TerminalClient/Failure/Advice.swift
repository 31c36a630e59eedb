package import BoxClient
package import BoxWire
internal import Glibc
package import UVLoop

extension RequestError {
  /// What the user can do, preceded by a semicolon; empty when there is nothing to add.
  ///
  /// - Parameters:
  ///   - method: the refused method.
  ///   - isAsked: whether the message already suggests similar names.
  package func advice(on method: String, isAsked: Bool) -> String {
    if case .revision(let revision) = fact { return "; \(advice(onChangeAt: revision))" }
    guard !isAsked else { return "" }
    return advice(on: method).map { "; \($0)" } ?? ""
  }

  private func advice(onChangeAt revision: Int) -> String {
    revision == 0
      ? "there is no such box" : "its last change is revision \(revision)"
  }

  /// nil when the message needs no advice.
  private func advice(on method: String) -> String? {
    let code = Code(rawValue: code)
    // Another command has a session of its own, in which it would see something else.
    if method.hasPrefix("session."), [.invalidParameters, .notFound, .failed].contains(code) {
      return nil
    }
    return switch code {
    case .noMethod: "see what there is with 'procon-client describe'"
    // A command with a shortened name would not work.
    case .invalidParameters where method.excerpt != method,
      .notFound where method.excerpt != method:
      "see what there is with 'procon-client describe'"
    case .invalidParameters: "see what it takes with 'procon-client describe \(method)'"
    case .notFound where method == Discover.method:
      "see what there is with 'procon-client describe'"
    case .notFound: "see what there is with 'procon-client get \"\(scope(of: method))\"'"
    case .failed: failureAdvice
    case .notAllowed where isByPolicy:
      "log in as another user with --login, or ask the administrator of the daemon"
    case .notAllowed where isAboutSecret: Self.secretAdvice
    case .notAllowed where [SetBox.method, DeleteBox.method].contains(method):
      "see which intents change others with 'procon-client describe'"
    case .notAllowed: "ask the administrator of the daemon"
    case .limit: limitAdvice(on: method)
    case .unavailable: "try again later"
    case .lineTooLong: "send less at once"
    case .fault, .notJSON, .invalidRequest: "see the daemon's log"
    case .conflict: "read it again, then retry"
    case nil: "see the daemon's log"
    }
  }

  /// The pattern of all boxes of an intent's scene, or of all boxes for other methods.
  private func scope(of method: String) -> String {
    let scene = method.split(separator: ".").dropLast()
    return (scene + ["**"]).joined(separator: ".")
  }

  /// Whether the administrator's policy does not allow it, whatever its path is.
  package var isByPolicy: Bool { fact == .reason("policy") }

  private var failureAdvice: String? {
    switch fact {
    case .reason("decided"): "'procon-client reopen' reopens it"
    case .reason("quorum"): "'procon-client override' decides nevertheless"
    case .reason("objections"): "see them with 'procon-client objections'"
    case .reason("nothing-to-undo"), .reason("nothing-to-redo"):
      "see what was done with 'procon-client history TOPIC'"
    case .reason("has-options"), .reason("no-options"), .reason("one-option"):
      "see them with 'procon-client options'"
    case .reason("busy"): "try again later"
    case .reason("store"): "see the daemon's log"
    // The message says all that there is.
    case .reason: nil
    default: "see what there is with 'procon-client get \"**\"'"
    }
  }

  /// What to do when a log-in is refused, preceded by a semicolon.
  package var logInAdvice: String {
    switch Code(rawValue: code) {
    case .noMethod: "; this daemon has no log-in: leave out the option for it"
    case _ where mayPass:
      if case .retryAfter(let time) = fact {
        "; try again in \(time.inSeconds)"
      } else {
        "; try again later"
      }
    case .failed, .notAllowed: "; \(Self.secretAdvice)"
    default: ""
    }
  }

  private static var secretAdvice: String { "check the name, and the password or token" }

  private func limitAdvice(on method: String) -> String {
    switch fact {
    case .limit("answer") where method == Get.method:
      "name fewer boxes, or use 'procon-client subscribe'"
    case .limit("answer"): "name fewer paths, or patterns that match less"
    case .limit("patterns"): "name fewer, or use * or ** in place of many"
    default: "remove something first, or ask for less"
    }
  }
}

extension ConnectError {
  /// What the user can do.
  package var advice: String {
    switch self {
    case .nobodyListens(SocketPlaces.system):
      "start it with 'systemctl start procond.socket', or choose another one with --socket or the"
        + " key \"daemon\" of your configuration"
    case .nobodyListens: "start procond, or name its socket with --socket"
    case .configuration: "correct it, or name a socket with --socket"
    case .otherDaemon:
      "start \(CommandName.current.text) again to use it, or name another socket with --socket"
    case .unreachable(_, let error) where error.code == EAGAIN:
      "the daemon is busy, try again later"
    case .unreachable(_, let error) where error.code == EACCES:
      "ask its owner for access, or name another socket with --socket"
    case .unreachable, .noDaemon: "name another socket with --socket"
    case .unsafeDirectory: "remove it, or name a socket with --socket"
    case .otherVersion: "install matching versions of procond and its clients"
    case .silent: "try again, or name another socket with --socket"
    case .full, .lost, .cancelled: "try again"
    }
  }
}

extension Subprocess.Ending {
  /// For a sentence about the program.
  package var phrase: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
