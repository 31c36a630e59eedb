internal import ArgumentParser
internal import BoxWire

extension Pattern {
  /// What stands on a command line for a pattern.
  static func argument(_ text: String) throws(ValidationError) -> Pattern {
    guard let pattern = Pattern(text) else {
      throw ValidationError("it must be a path or a pattern, such as topics.*.summary")
    }
    return pattern
  }
}

extension Path {
  /// What stands on a command line for a path.
  static func argument(_ text: String) throws(ValidationError) -> Path {
    guard let path = Path(text) else {
      throw ValidationError("it must be a path, such as topics.ai.summary")
    }
    return path
  }
}

extension JSONText {
  /// What stands on a command line for a value: JSON if it reads as JSON, else a string.
  init(argument: String) {
    self = (try? JSONText(parsing: argument.utf8)) ?? JSONText(argument)
  }
}
