internal import CLibuv

/// Calls back on the loop when the process receives a signal; ends on ``cancel()`` or release.
@LoopActor
public final class Signal {
  private var handle: Handle<uv_signal_t>?
  private let body: @LoopActor () -> Void

  /// - Parameter number: as in signal(7), such as `SIGTERM`.
  /// - Throws: `LoopError` for a number that cannot be caught.
  public init(_ number: Int32, _ body: @escaping @LoopActor () -> Void) throws(LoopError) {
    self.body = body
    let handle = try Handle<uv_signal_t>("signal") { uv_signal_init(LoopActor.loop, $0) }
    self.handle = handle
    handle.setOwner(self)
    let status = uv_signal_start(handle.pointer, onSignal, number)
    guard status == 0 else {
      cancel()
      throw LoopError(operation: "signal", code: -status)
    }
  }

  isolated deinit {
    cancel()
  }

  /// Stops watching. Once nothing watches the signal, it has its default effect again. A second
  /// call does nothing.
  public func cancel() {
    handle?.close()
    handle = nil
  }

  fileprivate func fire() {
    body()
  }
}

private let onSignal: uv_signal_cb = { handle, _ in
  LoopActor.assumeIsolated(handle?.pointee.data) { owner(Signal.self, $0)?.fire() }
}
