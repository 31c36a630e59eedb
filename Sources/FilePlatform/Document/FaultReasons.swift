internal import Domain

extension BoardError {
  /// What is wrong with a text written by a person.
  var reason: String {
    switch self {
    case .invalid(.text(let rule)):
      rule.reason("\(Limits.textCharacters.upperBound) characters and \(Limits.textBytes) bytes")
    case .invalid(.sentence(let rule)):
      "has a reason that "
        + rule.reason(
          "\(Limits.textCharacters.upperBound) characters and \(Limits.textBytes) bytes")
    case .invalid(.reason(let rule)):
      "has a reason that "
        + rule.reason(
          "\(Limits.reasonCharacters.upperBound) characters and \(Limits.reasonBytes) bytes")
    case .invalid(.optionTitle(let rule)):
      "has a title that "
        + rule.reason(
          "\(Limits.titleCharacters.upperBound) characters and \(Limits.titleBytes) bytes")
    case .invalid(.optionText(let rule)):
      "has a text that "
        + rule.reason(
          "\(Limits.optionTextCharacters.upperBound) characters and \(Limits.optionTextBytes) bytes"
        )
    case .invalid(.objection(let rule)):
      rule.reason("\(Limits.textCharacters.upperBound) characters and \(Limits.textBytes) bytes")
    case .invalid(.assignee): "is for somebody who cannot be a user"
    case .invalid(.author): "has a name that no user can have, or one twice"
    case .tooManySupporters(let limit): "has more than \(limit) supporters"
    default: "cannot be an argument"
    }
  }
}

extension BoardError {
  /// What is wrong with the answer to an objection.
  var answerReason: String {
    guard case .invalid(.answer(let rule)) = self else { return reason }
    return rule.reason(
      "\(Limits.reasonCharacters.upperBound) characters and \(Limits.reasonBytes) bytes")
  }

  /// What is wrong with a rule for a decision.
  var ruleReason: String {
    switch self {
    case .invalid(.asked(let name)): "\"\(name)\" cannot be asked, or is named twice"
    case .invalid(.quorum(let most)): "the quorum must be from 1 to \(most)"
    case .invalid(.share): "a share must be from 1% to 100% of people who are named"
    case .invalid(.autoClose): "auto-close needs a deadline"
    default: "the rule is wrong"
    }
  }
}

extension TopicError {
  /// What is wrong with a title written by a person.
  var reason: String {
    guard case .invalid(let rule) = self else { return "cannot be a title" }
    return rule.reason(
      "\(Limits.titleCharacters.upperBound) characters and \(Limits.titleBytes) bytes")
  }
}

extension PostError {
  /// What is wrong with a post written by a person.
  var reason: String {
    switch self {
    case .invalid(.title(let rule)):
      "has a title that "
        + rule.reason(
          "\(Limits.postTitleCharacters.upperBound) characters and \(Limits.postTitleBytes) bytes")
    case .invalid(.content(let rule)):
      "has a text that " + rule.reason("\(Limits.postContentBytes) bytes")
    default: "cannot be a post"
    }
  }
}

extension BrokenTextRule {
  fileprivate func reason(_ limit: String) -> String {
    switch self {
    case .empty: "is empty"
    case .tooManyCharacters, .tooManyBytes: "is longer than \(limit)"
    case .controlCharacter: "contains a control character"
    case .bidirectionalControl: "contains a bidirectional embedding, override or isolate"
    case .hiddenCharacter: "contains a character that cannot be seen"
    }
  }
}

/// Why a document cannot be understood, and where.
package struct DocumentFault: Error, Equatable {
  /// Counted from 1.
  package let line: Int
  /// A sentence without its full stop.
  package let reason: String
}
