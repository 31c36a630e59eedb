internal import Domain

/// The status of a record, in the words of the template and some that people use instead.
enum RecordStanding: Equatable {
  case open, accepted, rejected
  /// It was accepted, and nothing replaces it.
  case deprecated
  /// With the record that replaces it, as written.
  case superseded(by: String)

  /// nil for other words.
  init?(_ text: String) {
    var rest = Scalars(text).trimmed
    if rest.take("superseded") || rest.take("superseeded") {
      rest = rest.trimmed
      _ = rest.take("by")
      let name = rest.drop { $0 == ":" || $0.isBlank }.trimmed.string
      self = name.isEmpty ? .deprecated : .superseded(by: name)
      return
    }
    switch RecordTitle.key(text) {
    case "proposed", "draft", "open", "pending", "in progress", "under review": self = .open
    case "accepted", "approved", "decided", "done", "implemented": self = .accepted
    case "rejected", "declined", "dropped", "withdrawn": self = .rejected
    case "deprecated": self = .deprecated
    default: return nil
    }
  }

  /// Whether a topic can have it.
  var isKept: Bool { self != .deprecated }

  /// Returns the id of the topic that a name or a link leads to, such as `which-cache` for
  /// `[ADR-5](which-cache.md)`; nil if that cannot be one.
  static func topic(_ name: String) -> Topic.ID? {
    if Topic.isID(name) { return name }
    guard let start = name.firstRange(of: "]("), name.hasPrefix("["), name.hasSuffix(")") else {
      return nil
    }
    let file = name[start.upperBound...].dropLast().split(separator: "/").last ?? ""
    let words = name[..<start.lowerBound].dropFirst()
    return [file.hasSuffix(".md") ? file.dropLast(3) : file, words].map(String.init)
      .first(where: Topic.isID)
  }
}
