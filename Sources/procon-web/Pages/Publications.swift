internal import UVLoop

/// The drafts that were published lately, so that a form that is sent twice makes one post.
@LoopActor
final class Publications {
  /// What a form was sent with.
  struct Draft: Hashable {
    private let browser: String
    /// The id of the page.
    private let page: String
    /// A hash of the words.
    private let words: Int

    init(_ title: String, _ content: String, of page: String, _ browser: String) {
      (self.browser, self.page) = (browser, page)
      var hasher = Hasher()
      hasher.combine(title)
      hasher.combine(content)
      words = hasher.finalize()
    }
  }

  private enum State {
    /// With the requests that wait for the end.
    case inProgress([CheckedContinuation<Void, Never>])
    case published(WebAnswer)
  }

  private var states: [Draft: State] = [:]
  /// Those that were published, oldest first.
  private var published: [Draft] = []
  private static let remembered = 1000

  /// Publishes a draft, unless that was done. Further requests with it wait until it is published.
  ///
  /// - Parameter publish: returns where the post is, or another page if it was not published.
  /// - Returns: what `publish` has returned when it was published.
  func once(
    _ draft: Draft, _ publish: @LoopActor () async -> WebAnswer
  ) async -> WebAnswer {
    while let state = states[draft] {
      if case .published(let answer) = state { return answer }
      await withCheckedContinuation { continuation in
        // It may have ended since.
        guard case .inProgress(let waiting) = states[draft] else { return continuation.resume() }
        states[draft] = .inProgress(waiting + [continuation])
      }
    }
    states[draft] = .inProgress([])
    let answer = await publish()
    guard case .inProgress(let waiting) = states[draft] else { return answer }
    let isPublished = answer.status == .seeOther
    states[draft] = isPublished ? .published(answer) : nil
    if isPublished { published.append(draft) }
    if published.count > Self.remembered { states[published.removeFirst()] = nil }
    for continuation in waiting { continuation.resume() }
    return answer
  }
}
