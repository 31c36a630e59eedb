internal import Glibc

/// Runs blocking work on its own thread, so that neither the loop nor another test has to wait for
/// it.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let work = Work { continuation.resume(with: Result(catching: body)) }
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, carryOut, Unmanaged.passRetained(work).toOpaque())
    precondition(status == 0, "cannot create a thread")
    pthread_detach(thread)
  }
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
