internal import BoardValues
internal import BoxServer
internal import BoxWire
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
