public import Domain

extension ArgumentError {
  /// A sentence for a person.
  public var message: String {
    switch self {
    case .invalid(let rule): rule.message
    case .duplicate(let text): "\"\(text)\" is already there"
    case .notFound(let id): "there is no argument \(id)"
    case .full(let limit):
      "this side already has the maximum of \(limit.withThousandsSeparators) arguments"
    case .noTopic(let id): "there is no topic \(id)"
    case .store(let error): error.message
    }
  }
}

extension ArgumentError.BrokenRule {
  fileprivate var message: String {
    switch self {
    case .emptyText: "text must not be empty"
    case .tooManyCharacters, .tooManyBytes:
      "text must be at most \(Limits.textCharacters.upperBound) characters"
        + " and \(Limits.textBytes) bytes long"
    case .controlCharacter: "text must not hold control characters or line breaks"
    case .bidirectionalControl:
      "text must not hold bidirectional embeddings, overrides or isolates"
    case .weightOutOfRange:
      "weight must be from \(Limits.weight.lowerBound) to \(Limits.weight.upperBound)"
    case .nothingToChange: "a change needs a text or a weight"
    }
  }
}

extension TopicError {
  /// A sentence for a person.
  public var message: String {
    switch self {
    case .store(let error): error.message
    }
  }
}

extension StoreError {
  /// A sentence for a person.
  public var message: String {
    switch self {
    case .full: "the store is full"
    case .unavailable(let reason): "the store is not available: \(reason)"
    case .damaged(let place): "the store is damaged: \(place)"
    }
  }
}

extension Int {
  /// The digits in groups of three, such as `1,000`. Not for negative numbers.
  fileprivate var withThousandsSeparators: String {
    self < 1000
      ? "\(self)"
      : "\((self / 1000).withThousandsSeparators),\("\(self % 1000 + 1000)".dropFirst())"
  }
}
