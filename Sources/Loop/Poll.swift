internal import CLibuv

/// Calls back when a descriptor can be read or written, or its other end is gone; ends on
/// ``close()`` or release.
///
/// It does not own the descriptor: close that after the poll, never before.
@LoopActor
public final class Poll {
  /// What is watched, and what happened.
  public struct Events: OptionSet, Sendable {
    /// libuv's bits, those of `uv_poll_event`.
    public let rawValue: Int32

    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Bytes, the end of the stream or a new connection wait to be read.
    public static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
    /// The kernel takes bytes.
    public static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
    /// The other end is gone altogether (or sent out-of-band data). Unlike `readable` it says
    /// nothing of a peer that only shut down its sending side, and so does not repeat for one.
    public static let hangUp = Events(rawValue: Int32(UV_PRIORITIZED.rawValue))
  }

  private var handle: Handle<uv_poll_t>?
  private var watched: Events = []
  private let body: @LoopActor (Events) -> Void

  /// - Parameters:
  ///   - descriptor: a socket, pipe or terminal. A regular file cannot be watched.
  ///   - body: told what happened; an error of the descriptor is told as `hangUp`.
  /// - Throws: `LoopError`, with EPERM for a descriptor that cannot be watched.
  public init(
    _ descriptor: Int32, _ body: @escaping @LoopActor (Events) -> Void
  ) throws(LoopError) {
    self.body = body
    handle = try Handle("poll") { uv_poll_init(LoopActor.loop, $0, descriptor) }
    handle?.setOwner(self)
  }

  isolated deinit {
    close()
  }

  /// Watches for exactly these events from now on; for none when empty.
  public func watch(_ events: Events) {
    guard let handle, events != watched else { return }
    watched = events
    uv_poll_start(handle.pointer, events.rawValue, onPoll)
  }

  /// Stops watching: there is no call after it, and the descriptor may be closed. A second call
  /// does nothing.
  public func close() {
    handle?.close()
    handle = nil
  }

  fileprivate func fire(status: Int32, events: Int32) {
    guard handle != nil else { return }
    if status < 0 {
      // libuv stops watching after an error.
      watched = []
      body(.hangUp)
    } else {
      body(Events(rawValue: events))
    }
  }
}

private let onPoll: uv_poll_cb = { handle, status, events in
  let owner = owner(Poll.self, handle?.pointee.data)
  LoopActor.assumeIsolated { owner?.fire(status: status, events: events) }
}
