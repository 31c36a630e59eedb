internal import Application
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The topics of all mounts, from which clients copy.
@LoopActor
struct CopySource {
  /// Returns the topics under a root; nil if nothing is mounted there.
  let topics: @LoopActor (_ root: String) -> TopicsViewModel?

  /// Returns a topic with everything that is copied.
  ///
  /// - Parameter text: the path of the topic, such as `news.cats`.
  /// - Throws: `RequestError`: -32602 for a text that cannot be such a path, -32003 if the caller may
  ///   not read all of it, decided by the text alone, -32001, or that of a failure to read it.
  func content(at text: String, for caller: Caller) async throws(RequestError) -> TopicContent {
    guard let path = Path(text), path.segments.count == 2 else {
      throw .invalid(member: "from", "from must be the path of a topic, such as topics.ai")
    }
    for name in Self.copied {
      guard let box = Path("\(path).\(name)"), caller.may(.read, at: box) else {
        throw RequestError(
          .notAllowed, "you may not read \(path.text.excerpt).\(name)", .reason(Rights.reason))
      }
    }
    guard let topics = topics(String(path.segments[0])) else {
      throw RequestError(.notFound, "there is no topic \(path.text.excerpt)")
    }
    do throws(TopicError) {
      return try await topics.export(String(path.segments[1]))
    } catch {
      throw error.requestError
    }
  }

  /// The boxes under a topic that show what is copied.
  static let copied = ["summary", "pros.items", "cons.items", "posts.items"]
}
