internal import BoxServer
internal import BoxWire
internal import Logging
internal import UVLoop

/// The lines of the log that say who has changed which topics there are, and their titles, and who
/// has logged in. They outlive the topics.
@LoopActor
struct Acts {
  private let place: String
  private weak var registry: Registry?

  /// - Parameter place: what the lines begin with, such as `topics`.
  init(_ place: String, _ registry: Registry) {
    self.place = place
    self.registry = registry
  }

  /// Logs an act as `topics: "ada" renamed "ai" to "AI"`. Texts from users are cut, and quoted as in
  /// JSON, so that none of them can look like another part of the line.
  ///
  /// - Parameter detail: nil to leave it out with the word before it.
  func log(
    _ author: String, _ act: String, _ subject: String? = nil, _ word: String = "",
    _ detail: String? = nil
  ) {
    var words = ["\(place):", quoted(author), act]
    if let subject { words.append(quoted(subject)) }
    if let detail { words += [word, quoted(detail)] }
    registry?.logger.notice("\(words.joined(separator: " "))")
  }

  private func quoted(_ text: String) -> String { JSONText(text.excerpt).description }
}
