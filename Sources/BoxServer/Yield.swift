internal import UVLoop

/// Calls a function once the loop has looked at its descriptors and others had their turn; ends on
/// release.
///
/// A timer would not do: libuv calls one that is due at once before it looks at anything else.
@LoopActor
final class Yield {
  private(set) var hasCome = false
  private var task: Task<Void, Never>?

  init(_ body: @escaping @LoopActor () -> Void) {
    task = LoopActor.task { [weak self] in
      guard let self, !Task.isCancelled else { return }
      hasCome = true
      body()
    }
  }

  isolated deinit {
    task?.cancel()
  }
}
