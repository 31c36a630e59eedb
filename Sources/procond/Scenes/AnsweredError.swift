internal import BoxServer
internal import BoxWire
internal import UVLoop

/// An error of the business logic, as clients get it.
protocol AnsweredError: Error {
  var requestError: RequestError { get }
}

/// Carries out `body` and turns its errors into errors of the protocol.
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

/// Carries out `body`, turns its errors into errors of the protocol, and its value into an answer.
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
