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
