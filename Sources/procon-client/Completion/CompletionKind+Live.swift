internal import ArgumentParser
internal import BoxWire
internal import UVLoop

extension CompletionKind {
  /// The daemon's present boxes, segment by segment.
  static let boxes = live { word in
    let completion = SegmentCompletion(of: word.text)
    return completion.candidates(among: await LiveNames(for: word).boxes(completion.patterns))
  }

  /// The present boxes that clients may set, segment by segment.
  static let sharedBoxes = live { word in
    let completion = SegmentCompletion(of: word.text)
    let all = Pattern("shared.**").map { [$0] } ?? []
    let isUnderShared = word.text.hasPrefix("shared.")
    let boxes = await LiveNames(for: word).boxes(isUnderShared ? completion.patterns : all)
    return completion.candidates(among: boxes)
  }

  /// The daemon's present topics.
  static let topics = live { word in
    let summaries = Pattern("topics.*.summary").map { [$0] } ?? []
    let topics = await LiveNames(for: word).boxes(summaries).map { String($0.segments[1]) }
    return topics.filter { $0.hasPrefix(word.text) }
  }

  /// The daemon's present intents and methods, segment by segment.
  static let intents = live { word in
    let completion = SegmentCompletion(of: word.text)
    let methods = await LiveNames(for: word).methods(completion.patterns)
    return completion.candidates(among: methods.map(\.path))
  }

  /// The daemon's present intents, methods and boxes, segment by segment.
  static let described = live { word in
    let completion = SegmentCompletion(of: word.text)
    return completion.candidates(among: await LiveNames(for: word).described(completion.patterns))
  }

  /// The parameters of the intent before the word: `name=`, then the values that its schema lists.
  static let parameters = live { word in
    guard let path = word.intentBefore, let pattern = Pattern(path.text) else { return [] }
    let methods = await LiveNames(for: word).methods([pattern])
    let parameters = methods.first { $0.path == path }?.parameters ?? []
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
