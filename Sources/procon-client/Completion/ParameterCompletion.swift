internal import BoxWire

/// Completes the parameters of an intent: `name=value`.
struct ParameterCompletion {
  private let word: CompletedWord

  init(of word: CompletedWord) {
    self.word = word
  }

  /// The completions of the word: `name=` for each parameter that is not on the command line yet,
  /// and after a name, the values that its schema lists.
  ///
  /// - Parameter parameters: their descriptions in an OpenRPC document.
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
  /// Whether the text has no special meaning to a shell.
  fileprivate var isPlain: Bool {
    // All bytes of a path are plain.
    Path(self) != nil
  }
}
