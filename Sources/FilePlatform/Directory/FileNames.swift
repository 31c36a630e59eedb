internal import Domain
internal import Glibc

/// The names of the files of a store.
enum FileNames {
  static func document(_ id: Topic.ID) -> String { "\(id).md" }

  /// The name of a new text until it is complete.
  static let new = ".new.md~"

  /// A new document that waits until all documents added with it are on disk.
  static func prepared(_ id: Topic.ID) -> String { ".new.\(id).md~" }

  /// The topic of such a document; nil for any other name.
  static func prepared(_ name: String) -> Topic.ID? {
    guard name.hasPrefix(".new."), name.hasSuffix(".md~") else { return nil }
    let id = String(name.dropFirst(5).dropLast(4))
    return Topic.isID(id) ? id : nil
  }

  /// An empty file that exists while all of them do.
  static let allPrepared = ".new-all.md~"

  /// A text that is about to replace a document, and then the text that it replaced.
  ///
  /// The number of the new file shows which of the two it is, and the fingerprint whether it is
  /// what the daemon had read when it wrote: nobody else has written to it since.
  static func displaced(_ id: Topic.ID, _ number: ino_t, _ read: Fingerprint) -> String {
    ".\(id).md.\(String(number, radix: 16)).\(read.text)~"
  }

  /// Returns the parts of such a name; nil for any other name.
  static func displaced(_ name: String) -> (id: Topic.ID, number: ino_t, read: Fingerprint)? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 5, words[0].isEmpty, words[2] == "md", words[4].hasSuffix("~"),
      Topic.isID(String(words[1])), let number = ino_t(words[3], radix: 16),
      let read = UInt64(words[4].dropLast(), radix: 16)
    else { return nil }
    return (String(words[1]), number, Fingerprint(value: read))
  }

  /// A version of a document that somebody has written and that would be lost otherwise.
  static func conflict(_ id: Topic.ID, at date: Timestamp, number: Int) -> String {
    let time = date.rfc3339.filter { $0 != "-" && $0 != ":" }
    return "\(id).conflict-\(time.prefix { $0 != "." })\(number > 1 ? "-\(number)" : "").md"
  }

  /// Returns the topic of such a version; nil for any other name.
  static func conflict(_ name: String) -> Topic.ID? {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("conflict-"), words[2] == "md" else { return nil }
    return Topic.isID(String(words[0])) ? String(words[0]) : nil
  }

  /// Returns the topic whose document has this name; nil if it is not a document's name.
  static func topic(_ name: String) -> Topic.ID? {
    guard name.hasSuffix(".md"), case let id = String(name.dropLast(3)), fault(of: id) == nil else {
      return nil
    }
    return id
  }

  /// Returns why a file that looks like a document is not one; nil if it is one, or does not look
  /// like one.
  static func fault(_ name: String) -> String? {
    guard name.hasSuffix(".md"), !name.hasPrefix(".") else { return nil }
    if let id = conflict(name) {
      return "contains what somebody else wrote at the same time as procon; "
        + "add what is missing to \(document(id)), then remove this file"
    }
    return fault(of: String(name.dropLast(3)))
  }

  private static func fault(of id: Topic.ID) -> String? {
    if !Topic.isID(id) {
      return "is not shown: the name of a topic is 1 to 64 letters, digits, _ and -"
    }
    return Topic.isReserved(id) ? "is not shown: no topic can be named \(id)" : nil
  }
}
