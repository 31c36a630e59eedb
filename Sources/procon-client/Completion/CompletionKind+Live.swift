internal import ArgumentParser
internal import BoxWire
internal import UVLoop

extension CompletionKind {
  /// The daemon's present boxes, segment by segment.
  static let boxes = live { await $0.candidates(among: \.boxes) }

  /// The present boxes that clients may set, segment by segment.
  static let sharedBoxes = live { word in
    let completion = SegmentCompletion(of: word.text)
    let all = Pattern("shared.**").map { [$0] } ?? []
    let isUnderShared = word.text.hasPrefix("shared.")
    let names = await LiveNames(for: word, isUnderShared ? completion.patterns : all)
    return completion.candidates(among: names.boxes)
  }

  /// The daemon's present topics.
  static let topics = live { word in
    let names = await LiveNames(for: word, [TopicName.summaries])
    let topics = names.boxes.inFull.compactMap { TopicName(summary: $0)?.text }
    return topics.filter { $0.hasPrefix(word.text) }.sorted()
  }

  /// The daemon's present intents and methods, segment by segment.
  static let intents = live { await $0.candidates(among: \.methods) }

  /// The daemon's present intents, methods and boxes, segment by segment.
  static let described = live { await $0.candidates(among: \.all) }

  /// The parameters of the intent before the word: `name=`, then the values that its schema lists.
  static let parameters = live { word in
    guard let path = word.intentBefore, let pattern = Pattern(path.text) else { return [] }
    let parameters = await LiveNames(for: word, [pattern]).parameters(of: path)
    return ParameterCompletion(of: word).candidates(among: parameters)
  }

  private static func live(
    _ candidates: @escaping @Sendable @LoopActor (CompletedWord) async -> [String]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      await candidates(CompletedWord(words, at: index, prefix: prefix))
    }
  }
}

extension CompletedWord {
  /// The paths of the daemon that complete this word, segment by segment.
  ///
  /// - Parameter paths: which of those that start with it.
  @LoopActor
  func candidates(among paths: (LiveNames) -> DescribedPaths) async -> [String] {
    let completion = SegmentCompletion(of: text)
    return completion.candidates(among: paths(await LiveNames(for: self, completion.patterns)))
  }
}
