public import Domain

extension BoardError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .invalid(let rule): rule.message
    case .duplicate(let text): "\"\(text)\" is already there"
    case .notFound(let id): "there is no argument \(id)"
    case .changed(let part, let id, let updated):
      "\(part.rawValue) \(id) was changed at \(updated.rfc3339)"
    case .superseded: supersededMessage
    case .noHistory:
      "this store keeps no history; use the version control of its directory"
    case .full(let limit):
      "this side already has the maximum of \(limit.withThousandsSeparators) arguments"
    case .decided(let decision): decision.refusal
    case .notDecided: "this topic is open: there is no decision"
    case .quorum(let answered, let needed):
      "\(answered) of the \(needed) people who are needed have answered"
    case .objections(let objections): objections.blocking
    case .hasOptions: "this topic has options: name one of them instead of yes or no"
    case .noOptions: "this topic has no options: its answers are yes and no"
    case .oneOption: "this topic has one option only: there is nothing to choose between"
    case .noOption(let id): "there is no option \(id)"
    case .noObjection(let id): "there is no objection \(id)"
    case .closed(let id): "objection \(id) is closed already"
    case .notAnswered(let id): "objection \(id) must be answered before it is resolved"
    case .notObjector(let name): "only \(name), who has raised the objection, can close it"
    case .noComment(let id): "there is no comment \(id)"
    case .noTodo(let id): "there is no todo \(id)"
    case .ownSuccessor: "a topic cannot replace itself"
    case .tooManyOptions(let limit): "this topic already has the maximum of \(limit) options"
    case .tooManyObjections(let limit):
      "this topic already has the maximum of \(limit) objections"
    case .tooManyComments(let limit):
      "this argument already has the maximum of \(limit) comments"
    case .tooManyTodos(let limit): "this topic already has the maximum of \(limit) todos"
    case .noPosition: "you have taken no position on this topic"
    case .tooManyPositions(let limit):
      "this topic already has the maximum of \(limit.withThousandsSeparators) positions"
    case .tooManyAsked(let limit):
      "at most \(limit.withThousandsSeparators) people can be asked by name"
    case .tooManySupporters(let limit):
      "this argument already has the maximum of \(limit.withThousandsSeparators) supporters"
    case .noTopic(let id): "there is no topic \(id)"
    case .store(let error): error.message
    }
  }
}

extension Decision {
  /// Why a change is refused.
  fileprivate var refusal: String {
    let verb = outcome == nil ? "dropped" : "decided"
    let date = date.known.map { " at \($0.rfc3339)" } ?? ""
    return
      "\(author) \(verb) this topic\(date); it can be changed again once it is reopened (intent"
      + " reopen)"
  }
}

extension [Objection] {
  /// Which of them block a decision.
  fileprivate var blocking: String {
    let named = prefix(3).map { "\($0.id) of \($0.author)" }.joined(separator: ", ")
    let rest = count > 3 ? " and \(count - 3) more" : ""
    return count == 1
      ? "objection \(named) is open; it must be withdrawn or resolved first"
      : "objections \(named)\(rest) are open; they must be withdrawn or resolved first"
  }
}

extension BoardError.BrokenRule {
  fileprivate var message: String {
    switch self {
    case .text(let rule):
      rule.message("text", Limits.textCharacters.upperBound, Limits.textBytes)
    case .author: authorMessage
    case .weightOutOfRange:
      "weight must be from \(Limits.weight.lowerBound) to \(Limits.weight.upperBound)"
    case .sentence(let rule):
      rule.message("because", Limits.textCharacters.upperBound, Limits.textBytes)
    case .reason(let rule):
      rule.message("reason", Limits.reasonCharacters.upperBound, Limits.reasonBytes)
    case .asked(let name):
      "\"\(name)\" cannot be asked: it is not the name of a user, or is there twice"
    case .quorum(let most): "quorum must be from 1 to \(most.withThousandsSeparators) people"
    case .share: "quorum can be a share, from 1% to 100%, only of people who are named in asked"
    case .deadline: "deadline must be in the future"
    case .autoClose: "autoClose needs a deadline"
    case .optionTitle(let rule):
      rule.message("title", Limits.titleCharacters.upperBound, Limits.titleBytes)
    case .optionText(let rule):
      rule.message("text", Limits.optionTextCharacters.upperBound, Limits.optionTextBytes)
    case .objection(let rule):
      rule.message("text", Limits.textCharacters.upperBound, Limits.textBytes)
    case .answer(let rule):
      rule.message("text", Limits.reasonCharacters.upperBound, Limits.reasonBytes)
    case .assignee(let name): "\"\(name)\" cannot be the name of a user"
    case .nothingToChange: "a change needs something that is to change"
    }
  }
}

extension PostError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .invalid(let rule): rule.message
    case .notFound(let id): "there is no post \(id)"
    case .changed(let id, let updated): "post \(id) was changed at \(updated.rfc3339)"
    case .superseded: supersededMessage
    case .full(let limit):
      "this topic already has the maximum of \(limit.withThousandsSeparators) posts"
    case .noTopic(let id): "there is no topic \(id)"
    case .store(let error): error.message
    }
  }
}

extension PostError.BrokenRule {
  fileprivate var message: String {
    switch self {
    case .title(let rule):
      rule.message("title", Limits.postTitleCharacters.upperBound, Limits.postTitleBytes)
    case .content(.controlCharacter):
      "content must not contain control characters other than line breaks and tabs"
    case .content(.tooManyCharacters), .content(.tooManyBytes):
      "content must be at most \(Limits.postContentBytes.withThousandsSeparators) bytes long"
    case .content(let rule):
      rule.message("content", Limits.postContentBytes, Limits.postContentBytes)
    case .author: authorMessage
    case .nothingToChange: "an edit needs a title or a content"
    }
  }
}

extension UndoError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .nothingToUndo: "you have no change to undo"
    case .nothingToRedo: "you have undone nothing since your last change"
    case .cannotUndo(let id):
      "change \(id) cannot be undone: it is not yours, or has been undone already"
    case .board(let error): error.message
    case .post(let error): error.message
    }
  }
}

private let authorMessage =
  "author must be at most \(Limits.authorCharacters.upperBound) characters and"
  + " \(Limits.authorBytes) bytes long, on one line, without control characters"

private let supersededMessage =
  "your last change cannot be undone: something newer depends on it"

extension ImportError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .nothingToImport: "there is no topic to import"
    case .topic(let index, let error): "topics[\(index)]: \(error.message)"
    case .argument(let topic, let option, let side, let index, let error):
      "topics[\(topic)]\(option.map { ".options[\($0)]" } ?? "").\(side.rawValue)s[\(index)]: "
        + error.message
    case .option(let topic, let index, let error):
      "topics[\(topic)].options[\(index)]: \(error.message)"
    case .objection(let topic, let index, let error):
      "topics[\(topic)].objections[\(index)]: \(error.message)"
    case .todo(let topic, let index, let error):
      "topics[\(topic)].todos[\(index)]: \(error.message)"
    case .position(let topic, let index, let error):
      "topics[\(topic)].positions[\(index)]: \(error.message)"
    case .decision(let topic, let error): "topics[\(topic)].decision: \(error.message)"
    case .post(let topic, let index, let error):
      "topics[\(topic)].posts[\(index)]: \(error.message)"
    case .store(let error): error.message
    }
  }
}

extension TrashError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .noTrash: "this store keeps no trash: what is removed from it is erased"
    case .notFound(let id): "there is nothing with the id \(id) in the trash"
    case .exists(let post): "post \(post) is already there"
    case .topic(let error): error.message
    case .post(.noTopic(let id)): "there is no topic \(id) to restore the post in"
    case .post(let error): error.message
    case .store(let error): error.message
    }
  }
}

extension TopicError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .invalid(let rule):
      rule.message("title", Limits.titleCharacters.upperBound, Limits.titleBytes)
    case .invalidID(let text):
      "\"\(text)\" cannot be the id of a topic: an id is 1 to 64 ASCII letters, digits, hyphens and"
        + " underscores"
    case .reservedID(let id): "\(id) is a reserved word; choose another id"
    case .exists(let id): "there is already a topic \(id); choose another id"
    case .notFound(let id): "there is no topic \(id)"
    case .changed(let title, let updated):
      "the title was changed to \"\(title)\" at \(updated.rfc3339)"
    case .decided(let decision): decision.refusal
    case .full(let limit):
      "there are already \(limit.withThousandsSeparators) topics, the maximum; remove one first"
    case .tooLarge(let bytes):
      "the topic has \(bytes.withThousandsSeparators) bytes of text; at most"
        + " \(Limits.exportBytes.withThousandsSeparators) can be exported at once"
    case .store(let error): error.message
    }
  }
}

extension BrokenTextRule {
  /// - Parameters:
  ///   - name: the name of the text.
  ///   - characters: maximum number of characters.
  ///   - bytes: maximum number of bytes.
  fileprivate func message(_ name: String, _ characters: Int, _ bytes: Int) -> String {
    switch self {
    case .empty: "\(name) must not be empty"
    case .tooManyCharacters, .tooManyBytes:
      "\(name) must be at most \(characters) characters and \(bytes) bytes long"
    case .controlCharacter: "\(name) must not contain control characters or line breaks"
    case .bidirectionalControl:
      "\(name) must not contain bidirectional embeddings, overrides or isolates"
    case .hiddenCharacter(let scalar):
      "\(name) must not contain \(scalar.codePoint), which cannot be seen"
    }
  }
}

extension StoreError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .full: "the store is full"
    case .unavailable(let reason): "the store is not available: \(reason)"
    case .damaged(let place): "the store is damaged: \(place)"
    case .readOnly: "the store does not accept this change; it may be read-only"
    case .unsupported(let reason): reason
    case .conflict: "others keep changing the same part of the store; try again"
    }
  }
}

extension Int {
  /// The digits in groups of three, such as `1,000`. Not for negative numbers.
  var withThousandsSeparators: String {
    self < 1000
      ? "\(self)"
      : "\((self / 1000).withThousandsSeparators),\("\(self % 1000 + 1000)".dropFirst())"
  }
}
