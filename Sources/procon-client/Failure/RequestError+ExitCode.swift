internal import BoxWire

extension RequestError {
  /// The exit code of a command whose request was refused. It shows a script whether to try again.
  var exitCode: Int32 {
    switch Code(rawValue: code) {
    case .notFound: Self.notFoundExitCode
    case .conflict: Self.conflictExitCode
    // The command line has too many patterns; only the daemon knows its limit.
    case .limit where fact == .limit("patterns"): 64
    case .limit, .lineTooLong: 6
    // EX_TEMPFAIL in sysexits.h.
    case .unavailable: 75
    // EX_DATAERR in sysexits.h.
    default: 65
    }
  }

  static var notFoundExitCode: Int32 { 4 }
  static var conflictExitCode: Int32 { 5 }
}

extension Failure {
  /// Whether a box has changed in the meantime.
  var isConflict: Bool { isRefusal(.conflict) }

  /// Whether there is no such box.
  var isNotFound: Bool { isRefusal(.notFound) }

  private func isRefusal(_ code: RequestError.Code) -> Bool {
    if case .refused(let error, _, _) = self { error.code == code.rawValue } else { false }
  }
}
