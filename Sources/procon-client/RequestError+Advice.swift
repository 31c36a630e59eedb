internal import Wire

extension RequestError {
  /// What to do about it, after a semicolon; empty when there is nothing to add.
  ///
  /// - Parameter isAsked: whether it was asked already if something else was meant.
  func advice(isAsked: Bool) -> String {
    if case .revision(let revision) = fact { return "; \(advice(onChangeAt: revision))" }
    guard !isAsked else { return "" }
    return advice.map { "; \($0)" } ?? ""
  }

  private func advice(onChangeAt revision: Int) -> String {
    revision == 0
      ? "there is no such box" : "its last change is revision \(revision)"
  }

  /// nil when the message says all.
  private var advice: String? {
    switch Code(rawValue: code) {
    case .noMethod: "see what there is with 'procon-client describe'"
    case .invalidParameters: "see what it takes with 'procon-client describe'"
    case .notFound: "see what there is with 'procon-client get \"**\"'"
    case .failed: failureAdvice
    case .notAllowed: "ask whoever runs the daemon"
    case .limit: limitAdvice
    case .unavailable: "try again later"
    case .lineTooLong: "send less at once"
    case .fault, .notJSON, .invalidRequest: "see the daemon's log"
    case .conflict: "get it, and try again"
    case nil: "see the daemon's log"
    }
  }

  private var failureAdvice: String? {
    switch fact {
    case .reason("duplicate"): nil
    case .reason("store"): "see the daemon's log"
    default: "see what is there with 'procon-client get \"**\"'"
    }
  }

  private var limitAdvice: String {
    fact == .limit("answer")
      ? "name fewer boxes, or use 'procon-client subscribe'"
      : "remove something first, or ask for less"
  }
}
