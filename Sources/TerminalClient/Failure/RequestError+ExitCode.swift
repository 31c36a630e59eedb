package import BoxWire

extension RequestError {
  /// The exit code of a command whose request was refused. It shows a script whether to try again.
  package var exitCode: Int32 {
    switch Code(rawValue: code) {
    case .notFound: Self.notFoundExitCode
    case .conflict: Self.conflictExitCode
    // The command line has too many patterns; only the daemon knows its limit.
    case .limit where fact == .limit("patterns"): 64
    case .limit, .lineTooLong: 6
    // EX_TEMPFAIL in sysexits.h.
    case .unavailable: 75
    case .notAllowed where isByPolicy || isAboutSecret: Self.noPermissionExitCode
    // EX_DATAERR in sysexits.h.
    default: 65
    }
  }

  package static var notFoundExitCode: Int32 { 4 }
  package static var conflictExitCode: Int32 { 5 }
  /// EX_NOPERM in sysexits.h.
  package static var noPermissionExitCode: Int32 { 77 }

  /// The exit code of a command that could not log in.
  package var logInExitCode: Int32 {
    switch Code(rawValue: code) {
    case .failed: mayPass ? 75 : Self.noPermissionExitCode
    case .notAllowed: Self.noPermissionExitCode
    default: exitCode
    }
  }

  /// Whether the name, the password or the token of a log-in is wrong.
  package var isAboutSecret: Bool { fact == .reason("login") }

  /// Whether the same request may succeed later.
  package var mayPass: Bool {
    switch fact {
    case .retryAfter, .reason("busy"): true
    default: code == Code.unavailable.rawValue
    }
  }
}

extension Failure {
  /// Whether a box has changed in the meantime.
  package var isConflict: Bool { isRefusal(.conflict) }

  /// Whether the daemon does not accept a password or a token.
  package var isWrongSecret: Bool {
    if case .logInRefused(let error) = self {
      error.logInExitCode == RequestError.noPermissionExitCode
    } else {
      false
    }
  }

  /// Whether the daemon refused to log the user in at this time only.
  package var mayPass: Bool {
    if case .logInRefused(let error) = self { error.mayPass } else { false }
  }

  /// Whether there is no such box.
  package var isNotFound: Bool { isRefusal(.notFound) }

  package func isRefusal(_ code: RequestError.Code) -> Bool {
    if case .refused(let error, _, _) = self { error.code == code.rawValue } else { false }
  }
}
