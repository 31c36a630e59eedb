internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// An error of the business logic that is sent to clients.
protocol AnsweredError: Error {
  var requestError: RequestError { get }
}

/// Runs `body` and converts its errors to errors of the protocol.
@LoopActor
func answering<Failure: AnsweredError>(
  _ body: @LoopActor () async throws(Failure) -> Answer
) async throws(RequestError) -> Answer {
  do {
    return try await body()
  } catch {
    throw error.requestError
  }
}

/// Runs `body`, converts its errors to errors of the protocol, and its value to an answer.
@LoopActor
func answering<Value, Failure: AnsweredError>(
  _ body: @LoopActor () async throws(Failure) -> Value,
  as answer: @LoopActor (Value) async throws -> Answer
) async throws -> Answer {
  let value: Value
  do {
    value = try await body()
  } catch {
    throw error.requestError
  }
  return try await answer(value)
}

/// An answer with one member.
func answer(_ key: AnswerKey, _ value: JSONText) -> Answer {
  [(key.stringValue, value)]
}

extension MemberDescription {
  /// A member of an answer.
  init(
    _ key: AnswerKey, _ schema: JSONSchema, isRequired: Bool = true, _ description: String? = nil
  ) {
    self.init(key.stringValue, schema, isRequired: isRequired, description)
  }
}

extension Parameter {
  /// A parameter of a board's intent.
  init(
    _ name: ParameterName, _ type: Value.Type = Value.self, default fallback: Value? = nil,
    in range: ClosedRange<Int>? = nil, example: Value? = nil, title: String? = nil,
    description: String? = nil
  ) {
    self.init(
      name.rawValue, type, default: fallback, in: range, example: example, title: title,
      description: description)
  }
}

extension RequestError {
  /// Code -32602 with the parameter as its fact.
  static func invalid(member: ParameterName, _ message: String) -> RequestError {
    .invalid(member: member.rawValue, message)
  }
}

extension StoreError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .full, .unavailable:
      RequestError(.unavailable, message, .retryAfter(Self.retryAfter))
    case .damaged: RequestError(.failed, message, .reason("store"))
    case .readOnly: RequestError(.notAllowed, message, .reason("read-only"))
    case .unsupported: RequestError(.notAllowed, message, .reason("unsupported"))
    case .conflict: RequestError(.conflict, message)
    }
  }

  /// Gives a person time to make room, or to fix the fault.
  private static let retryAfter = Duration.seconds(5)
}

extension BoardError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid(let rule): .invalid(member: rule.member, message)
    case .duplicate: RequestError(.failed, message, .reason("duplicate"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(let part, let id, let updated):
      RequestError(
        .conflict, Self.changed(part, id: id.excerpt, updated: updated).message,
        .updated(updated.rfc3339))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .noHistory: RequestError(.failed, message, .reason("no-history"))
    case .decided: RequestError(.failed, message, .reason("decided"))
    case .quorum: RequestError(.failed, message, .reason("quorum"))
    case .objections: RequestError(.failed, message, .reason("objections"))
    case .hasOptions: RequestError(.failed, message, .reason("has-options"))
    case .noOptions: RequestError(.failed, message, .reason("no-options"))
    case .oneOption: RequestError(.failed, message, .reason("one-option"))
    case .noOption(let id): RequestError(.notFound, Self.noOption(id: id.excerpt).message)
    case .noObjection(let id): RequestError(.notFound, Self.noObjection(id: id.excerpt).message)
    case .noComment(let id): RequestError(.notFound, Self.noComment(id: id.excerpt).message)
    case .noTodo(let id): RequestError(.notFound, Self.noTodo(id: id.excerpt).message)
    case .closed: RequestError(.failed, message, .reason("closed"))
    case .notAnswered: RequestError(.failed, message, .reason("not-answered"))
    case .notObjector: RequestError(.failed, message, .reason("not-objector"))
    case .ownSuccessor: .invalid(member: .successor, message)
    case .tooManyOptions: .limit("options", message)
    case .tooManyObjections: .limit("objections", message)
    case .tooManyComments: .limit("comments", message)
    case .tooManyTodos: .limit("todos", message)
    case .notDecided: RequestError(.failed, message, .reason("not-decided"))
    case .noPosition: RequestError(.failed, message, .reason("no-position"))
    case .tooManyPositions: .limit("positions", message)
    case .tooManyAsked: .limit("asked", message)
    case .tooManySupporters: .limit("supporters", message)
    case .noTopic: RequestError(.notFound, message)
    case .full: .limit("arguments", message)
    case .store(let error): error.requestError
    }
  }
}

extension BoardError.BrokenRule {
  /// The parameter that breaks the rule.
  fileprivate var member: ParameterName {
    switch self {
    case .weightOutOfRange: .weight
    case .author: .author
    case .sentence: .because
    case .reason: .reason
    case .asked: .asked
    case .quorum, .share: .quorum
    case .deadline: .deadline
    case .autoClose: .autoClose
    case .optionTitle: .title
    case .assignee: .assignee
    case .text, .optionText, .objection, .answer, .nothingToChange: .text
    }
  }
}

extension PostError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid(let rule): .invalid(member: rule.member, message)
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(let id, let updated):
      RequestError(
        .conflict, Self.changed(id: id.excerpt, updated: updated).message,
        .updated(updated.rfc3339))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .noTopic: RequestError(.notFound, message)
    case .full: .limit("posts", message)
    case .store(let error): error.requestError
    }
  }
}

extension PostError.BrokenRule {
  /// The parameter that breaks the rule.
  fileprivate var member: ParameterName {
    switch self {
    case .title: .title
    case .author: .author
    case .content, .nothingToChange: .content
    }
  }
}

extension TopicError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .invalid: .invalid(member: .title, message)
    case .invalidID(let text): .invalid(member: .id, Self.invalidID(text.excerpt).message)
    case .reservedID: .invalid(member: .id, message)
    case .exists: RequestError(.failed, message, .reason("duplicate"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .changed(_, let updated): RequestError(.conflict, message, .updated(updated.rfc3339))
    case .decided: RequestError(.failed, message, .reason("decided"))
    case .full: .limit("topics", message)
    case .tooLarge: .limit("topic-bytes", message)
    case .store(let error): error.requestError
    }
  }
}

extension ImportError {
  /// - Parameter member: the parameter that contains the topics.
  func requestError(about member: ParameterName) -> RequestError {
    switch self {
    case .topic(_, .full): .limit("topics", message)
    case .argument(_, _, _, _, .full): .limit("arguments", message)
    case .position(_, _, .tooManyPositions): .limit("positions", message)
    case .option(_, _, .tooManyOptions): .limit("options", message)
    case .objection(_, _, .tooManyObjections): .limit("objections", message)
    case .todo(_, _, .tooManyTodos): .limit("todos", message)
    case .post(_, _, .full): .limit("posts", message)
    case .store(let error): error.requestError
    case .nothingToImport, .topic, .argument, .option, .position, .objection, .decision, .todo,
      .post:
      .invalid(member: member, message)
    }
  }
}

extension TrashError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .noTrash: RequestError(.failed, message, .reason("no-trash"))
    case .notFound(let id): RequestError(.notFound, Self.notFound(id: id.excerpt).message)
    case .exists: RequestError(.failed, message, .reason("duplicate"))
    case .post(.noTopic): RequestError(.notFound, message)
    case .topic(let error): error.requestError
    case .post(let error): error.requestError
    case .store(let error): error.requestError
    }
  }
}

extension UndoError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .nothingToUndo, .cannotUndo: RequestError(.failed, message, .reason("nothing-to-undo"))
    case .nothingToRedo: RequestError(.failed, message, .reason("nothing-to-redo"))
    case .board(let error): error.requestError
    case .post(let error): error.requestError
    }
  }
}

extension LogInError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .refused: RequestError(.notAllowed, message, .reason("login"))
    case .busy: RequestError(.failed, message, .reason("busy"))
    case .tooEarly(let wait): RequestError(.unavailable, message, .retryAfter(wait))
    case .unavailable(let error): RequestError(.unavailable, message, error.requestError.fact)
    }
  }
}

extension RouteError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .notAllowed(let path):
      RequestError(
        .notAllowed, Self.notAllowed(path: path.excerpt).message, .reason(Rights.reason))
    case .nothingReadable: RequestError(.notAllowed, message, .reason(Rights.reason))
    case .unknown(let path):
      RequestError(.notFound, Self.unknown(path: path.excerpt).message)
    case .noPost(let id, let path):
      RequestError(.notFound, Self.noPost(id: id.excerpt, at: path.excerpt).message)
    case .full: .limit("stack", message)
    case .draftOpen: RequestError(.failed, message, .reason("draftOpen"))
    case .postEdited: RequestError(.failed, message, .reason("postEdited"))
    case .superseded: RequestError(.failed, message, .reason("superseded"))
    case .store(let error): error.requestError
    }
  }
}

extension WritingError: AnsweredError {
  var requestError: RequestError {
    switch self {
    case .noDraft, .noPost: RequestError(.notFound, message)
    case .notEditing: RequestError(.failed, message, .reason("notEditing"))
    case .busy: RequestError(.failed, message, .reason("busy"))
    case .tooLong(let part, _): .limit(part.rawValue, message)
    case .notAllowed: RequestError(.notAllowed, message, .reason(Rights.reason))
    case .conflict(_, let updated): RequestError(.conflict, message, .updated(updated.rfc3339))
    case .post(let error): error.requestError
    }
  }
}
