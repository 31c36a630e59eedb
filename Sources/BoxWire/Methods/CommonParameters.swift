/// Members that several methods share.
extension Parameters {
  /// The patterns in `boxes`, without duplicates; nil when it is missing.
  ///
  /// - Parameter limit: maximum number of patterns, including duplicates.
  func patterns(atMost limit: Int) throws(RequestError) -> [Pattern]? {
    guard let boxes = self["boxes"] else { return nil }
    guard let elements = boxes.elements else {
      throw .invalid(member: "boxes", "boxes must be an array of patterns")
    }
    guard elements.count <= limit else {
      throw .limit("patterns", "boxes has at most \(limit) pattern\(limit == 1 ? "" : "s")")
    }
    var patterns: [Pattern] = []
    for element in elements {
      guard let text = element.string, let pattern = Pattern(text) else {
        throw .invalid(
          member: "boxes",
          "boxes holds \(element.excerpt), which is not a pattern: segments of letters, digits, _ and -, "
            + "up to \(ProtocolLimits.wildcards) of them *, and ** at the end")
      }
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    guard !patterns.isEmpty else {
      throw .invalid(member: "boxes", "boxes must name at least one pattern")
    }
    return patterns
  }

  /// The patterns in `boxes`, which is required, without duplicates.
  func requiredPatterns(atMost limit: Int) throws(RequestError) -> [Pattern] {
    guard let patterns = try patterns(atMost: limit) else {
      throw .invalid(member: "boxes", "boxes is missing")
    }
    return patterns
  }

  /// The path in `box`.
  func box() throws(RequestError) -> Path {
    let text: String = try required("box")
    guard let path = Path(text) else {
      throw .invalid(member: "box", "box must be a path, such as shared.weather.now")
    }
    return path
  }

  /// The revision in `ifRevision`, from 0; nil when it is missing.
  func ifRevision() throws(RequestError) -> Int? {
    let revision: Int? = try optional("ifRevision")
    guard revision ?? 0 >= 0 else {
      throw .invalid(member: "ifRevision", "ifRevision must be a whole number from 0")
    }
    return revision
  }
}

extension Parameters.Member {
  static func boxes(_ patterns: [Pattern]) -> Self {
    Self(name: "boxes", value: JSONText(elements: patterns.map { JSONText($0.text) }))
  }

  static func box(_ path: Path) -> Self {
    Self(name: "box", value: JSONText(path.text))
  }
}

extension [Parameters.Member] {
  static func ifRevision(_ revision: Int?) -> Self {
    revision.map { [Parameters.Member(name: "ifRevision", value: JSONText($0))] } ?? []
  }
}

extension JSONText {
  /// At most 80 bytes of the text and an ellipsis, for a message.
  fileprivate var excerpt: String {
    guard bytes.count > 80 else { return description }
    return String(String.UnicodeScalarView(description.unicodeScalars.prefix(20))) + "…"
  }
}
