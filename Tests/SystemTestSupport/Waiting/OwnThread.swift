internal import Glibc

/// Carries out what blocks on a thread of its own, so that neither the loop nor another test has to
/// wait for it.
package func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let work = Work { continuation.resume(with: Result(catching: body)) }
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, carryOut, Unmanaged.passRetained(work).toOpaque())
    precondition(status == 0, "a thread cannot be made")
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
