internal import Glibc

/// Runs blocking work on its own thread, so that neither the loop nor another test has to wait for
/// it.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// Runs blocking work on its own thread, and does not wait for it.
func startThread(_ body: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(body))
  let status = pthread_create(&thread, nil, carryOut, work.toOpaque())
  precondition(status == 0, "cannot create a thread")
  pthread_detach(thread)
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

private let carryOut: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  guard let context = $0 else { return nil }
  Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
  return nil
}
