internal import BoxWire

/// Parameters of an intent, as the command line gives them: `name=value`.
struct ParameterCompletion {
  private let word: CompletedWord

  init(of word: CompletedWord) {
    self.word = word
  }

  /// What may stand for the word: `name=` for what is not given yet, and behind that the values,
  /// where the schema lists them.
  ///
  /// - Parameter parameters: as an OpenRPC document describes them.
  func candidates(among parameters: [JSONText]) -> [String] {
    let all = parameters.flatMap { parameter -> [String] in
      guard let name = parameter["name"]?.string, name.isPlain, !word.follows("\(name)=") else {
        return []
      }
      guard word.text.hasPrefix("\(name)=") else { return ["\(name)="] }
      return values(parameter["schema"]).map { "\(name)=\($0)" }
    }
    return all.filter { $0.hasPrefix(word.text) }
  }

  private func values(_ schema: JSONText?) -> [String] {
    if schema?["type"]?.string == "boolean" { return ["false", "true"] }
    return schema?["enum"]?.elements?.compactMap(\.string).filter(\.isPlain) ?? []
  }
}

extension String {
  /// Whether no shell reads anything but itself in it.
  fileprivate var isPlain: Bool {
    // A path's bytes are.
    Path(self) != nil
  }
}
