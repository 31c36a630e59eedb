internal import Domain

/// The titles of options, which a record repeats in several places, and people not always in the same
/// words.
enum RecordTitle {
  /// Returns what two titles have in common if they mean the same option: without links' addresses,
  /// emphasis, quotes, the case of letters and the punctuation at the end.
  static func key(_ title: String) -> String {
    var key = String.UnicodeScalarView()
    let scalars = Scalars(title)
    var index = scalars.startIndex
    // Where the last address ends.
    let last = scalars.lastIndex(of: ")") ?? scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "]" where index < last && scalars[index] == "(":
        index = scalars[index...].firstIndex(of: ")").map { $0 + 1 } ?? index
      case "*", "_", "`", "\"", "'", "“", "”", "‘", "’", "[", "]", "<", ">": break
      case " ", "\t": if let end = key.last, end != " " { key.append(" ") }
      default: key.append(scalar)
      }
    }
    while let end = key.last, [" ", ".", ":", ",", ";"].contains(end) { key.removeLast() }
    return String(key).lowercased()
  }

  /// Whether the titles are those of the answers to a question: yes and no.
  static func areAnswers(_ titles: [String]) -> Bool {
    titles.count == 2 && Set(titles.map(key)) == ["yes", "no"]
  }

  /// Divides a title that is too long where an explanation begins.
  static func divided(_ title: String) -> (title: String, more: String?) {
    guard title.count > Limits.titleCharacters.upperBound else { return (title, nil) }
    let mark = [" – ", " — ", " - ", ": ", " ("].compactMap { title.firstRange(of: $0) }
      .min { $0.lowerBound < $1.lowerBound }
    guard let mark, mark.lowerBound > title.startIndex,
      title[..<mark.lowerBound].count <= Limits.titleCharacters.upperBound
    else { return (title, nil) }
    let isOpened = title[mark] == " ("
    let rest = title[(isOpened ? title.index(after: mark.lowerBound) : mark.upperBound)...]
    return (String(title[..<mark.lowerBound]), String(rest))
  }
}

/// The options of a record, by their titles.
struct RecordOptions {
  private(set) var options: [TopicDraft.OptionDraft] = []
  private var keys: [String] = []
  private var indices: [String: Int] = [:]

  /// With more options, which no topic can have, titles must be the same to mean the same.
  private static let compared = 100

  mutating func add(_ title: String, text: String? = nil) -> Int {
    let index = options.count
    options.append(
      TopicDraft.OptionDraft(id: String(index + 1), title: title, text: text))
    keys.append(RecordTitle.key(title))
    if indices[title] == nil { indices[title] = index }
    return index
  }

  subscript(index: Int) -> TopicDraft.OptionDraft {
    get { options[index] }
    _modify { yield &options[index] }
  }

  /// Returns the option that is called so: the same title, or one that is the same but for markup, or
  /// the only one that begins with these words or whose words these begin with. nil if there is none.
  func index(of title: String) -> Int? {
    if let index = indices[title] { return index }
    guard options.count <= Self.compared else { return nil }
    let key = RecordTitle.key(title)
    if let index = keys.firstIndex(of: key) { return index }
    let similar = keys.indices.filter {
      Self.begins(keys[$0], with: key) || Self.begins(key, with: keys[$0])
    }
    return similar.count == 1 ? similar[0] : nil
  }

  /// Returns the option with whose title a text begins: the longest one.
  func index(atStartOf text: String) -> Int? {
    guard options.count <= Self.compared else { return nil }
    let key = RecordTitle.key(text)
    return keys.indices.filter { Self.begins(key, with: keys[$0]) }
      .max { keys[$0].utf8.count < keys[$1].utf8.count }
  }

  /// Whether a text begins with words.
  private static func begins(_ text: String, with words: String) -> Bool {
    guard !words.isEmpty, text.utf8.starts(with: words.utf8) else { return false }
    return text.unicodeScalars.dropFirst(words.unicodeScalars.count).first.map { !$0.isWord }
      ?? true
  }
}
