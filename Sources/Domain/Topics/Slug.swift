/// Identifiers of topics, derived from their titles: a word that is also one segment of a path.
enum Slug {
  /// Returns the identifier of the first topic with this title: its ASCII letters in lower case and
  /// its digits, with a hyphen for everything between them, at most 48 characters; `topic` if it
  /// has none.
  static func base(of title: String) -> String {
    var base = ""
    for scalar in title.lowercased().unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9": base.unicodeScalars.append(scalar)
      default:
        if !base.isEmpty, base.last != "-" { base.append("-") }
      }
      if base.count == longest { break }
    }
    if base.last == "-" { base.removeLast() }
    return base.isEmpty ? "topic" : base
  }

  /// Returns the first identifier for a title that is neither reserved nor taken: its base, else
  /// the base with a number from 2 on, such as `topic-3-2`.
  static func first(for title: String, taken: Set<String>) -> String {
    let base = base(of: title)
    var (slug, number) = (base, 1)
    while isAvoided(slug) || taken.contains(slug) {
      number += 1
      slug = "\(base)-\(number)"
    }
    return slug
  }

  /// Leaves room for a number within the 64 characters of a segment.
  private static let longest = 48

  /// Whether a new topic must not have this identifier. Existing topics may have newer names of intents.
  static func isAvoided(_ slug: String) -> Bool { reserved.contains(slug) || newer.contains(slug) }

  private static let newer: Set<String> = ["feed", "redo"]

  /// Names that a topic's path would share with the intents and boxes of the root.
  static let reserved: Set<String> = [
    "create", "rename", "remove", "import", "export", "copy", "fetch", "refresh", "freshness",
    "history", "undo", "page", "read", "isErrorFree", "isFetching",
  ]
}
