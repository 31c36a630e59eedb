internal import ArgumentParser
internal import BoxWire

extension Pattern {
  /// Parses an argument of the command line.
  static func argument(_ text: String) throws(ValidationError) -> Pattern {
    guard let pattern = Pattern(text) else {
      throw ValidationError("it must be a path or a pattern, such as topics.*.summary")
    }
    return pattern
  }
}

extension Path {
  /// Parses an argument of the command line.
  static func argument(_ text: String) throws(ValidationError) -> Path {
    guard let path = Path(text) else {
      throw ValidationError("it must be a path, such as topics.ai.summary")
    }
    return path
  }
}

extension JSONText {
  /// The value of an argument of the command line: JSON if it is valid JSON, else a string.
  init(argument: String) {
    self = (try? JSONText(parsing: argument.utf8)) ?? JSONText(argument)
  }
}
