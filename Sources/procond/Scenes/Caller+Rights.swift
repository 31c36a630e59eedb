internal import BoxServer
internal import BoxWire

extension Caller {
  /// Throws -32003 unless the caller may read these boxes.
  ///
  /// - Parameters:
  ///   - boxes: their paths under `place`. A `*` means any segment: only a rule with a wildcard in that
  ///     place allows this.
  ///   - place: a path.
  func checkReading(_ boxes: [String], under place: String) throws(RequestError) {
    for box in boxes { try check(.read, at: "\(place).\(box)") }
  }

  /// Throws -32003 unless the caller may call the intent with this path.
  func checkCalling(_ intent: String) throws(RequestError) {
    try check(.call, at: intent)
  }

  private func check(_ action: Rights.Action, at path: String) throws(RequestError) {
    guard may(action, at: path.split(separator: ".")) else {
      throw RequestError(
        .notAllowed, "you may not \(action.rawValue) \(path.excerpt)", .reason(Rights.reason))
    }
  }
}
