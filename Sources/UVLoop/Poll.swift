internal import CLibuv
internal import Glibc

/// Calls back when a descriptor can be read or written, or its other end is gone; ends on
/// ``close()`` or release.
///
/// It does not own the descriptor: close the descriptor after the poll, never before. libuv makes
/// the open file non-blocking, even for other processes that share it.
@LoopActor
public final class Poll {
  /// Events to watch for, or that happened.
  public struct Events: OptionSet, Sendable {
    /// libuv's bits.
    public let rawValue: Int32

    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Bytes, the end of the stream or a new connection are waiting to be read.
    public static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
    /// The kernel accepts bytes.
    public static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
    /// The other end is gone completely, or the descriptor has an error. A peer that only shut down
    /// its sending side does not cause it. It may be left out while `readable` or `writable` is
    /// reported.
    ///
    /// libuv does not report a hang-up as such, but adds the watched events to one. Watching for
    /// urgent bytes, which nobody sends, therefore reports a hang-up and nothing else;
    /// `UV_DISCONNECT` would report a half-closed connection for as long as it lasts.
    public static let hangUp = Events(rawValue: Int32(UV_PRIORITIZED.rawValue))
  }

  private var handle: PollHandle?
  private let body: @LoopActor (Events) -> Void

  /// - Parameters:
  ///   - descriptor: a socket, pipe or terminal that no other poll watches.
  ///   - events: the events to watch for at first.
  ///   - body: receives the events. An error of the descriptor is reported once, as `hangUp` alone,
  ///     and nothing is watched from then on.
  /// - Throws: `LoopError`, with EPERM for a descriptor that is always ready, such as a regular file.
  public init(
    _ descriptor: Int32, _ events: Events = .hangUp, _ body: @escaping @LoopActor (Events) -> Void
  ) throws(LoopError) {
    self.body = body
    handle = try PollHandle(descriptor, owner: self, onReady)
    watch(events)
  }

  isolated deinit {
    close()
  }

  /// Watches for exactly these events from now on; for none when empty.
  public func watch(_ events: Events) {
    handle?.watch(events)
  }

  /// Stops watching; `body` is not called after that, and the descriptor may be closed. A second
  /// call does nothing.
  public func close() {
    handle?.close()
    handle = nil
  }

  fileprivate func ready(_ status: Int32, _ events: Events) {
    guard let events = handle?.interpret(status, events), !events.isEmpty else { return }
    body(events)
  }
}

private let onReady: uv_poll_cb = { handle, status, events in
  let event = (handle?.pointee.data, status, Poll.Events(rawValue: events))
  LoopActor.assumeIsolated(event) { data, status, events in
    owner(Poll.self, data)?.ready(status, events)
  }
}

/// A libuv poll handle, for an object that watches one descriptor.
@LoopActor
struct PollHandle {
  private let descriptor: Int32
  private let handle: Handle<uv_poll_t>
  private let onReady: uv_poll_cb
  private var watched: Poll.Events = []

  /// - Parameters:
  ///   - owner: not retained; it calls ``close()`` in its isolated deinit at the latest.
  ///   - onReady: the callback; it passes its arguments to ``interpret(_:_:)``.
  /// - Throws: `LoopError`, with EPERM for a descriptor that is always ready.
  init(_ descriptor: Int32, owner: AnyObject, _ onReady: uv_poll_cb) throws(LoopError) {
    self.descriptor = descriptor
    self.onReady = onReady
    handle = try Handle<uv_poll_t>("poll") { uv_poll_init(LoopActor.loop, $0, descriptor) }
    handle.setOwner(owner)
  }

  /// Watches for exactly these events from now on; for none when empty.
  mutating func watch(_ events: Poll.Events) {
    guard events != watched else { return }
    watched = events
    // Fails only for a descriptor that another handle watches.
    uv_poll_start(handle.pointer, events.rawValue, onReady)
  }

  /// Returns what actually happened, out of what libuv reports; empty if nothing did.
  mutating func interpret(_ status: Int32, _ events: Poll.Events) -> Poll.Events {
    if status < 0 {
      // libuv has stopped watching.
      watched = []
      return .hangUp
    }
    guard events.contains(.hangUp), !isHungUp(descriptor) else { return events }
    dropUrgentByte()
    return events.subtracting(.hangUp)
  }

  /// To be called once, before the descriptor is closed.
  func close() {
    handle.close()
  }

  private func dropUrgentByte() {
    var byte: UInt8 = 0
    recv(descriptor, &byte, 1, Int32(MSG_OOB | MSG_DONTWAIT))
  }
}

/// Whether the other end of a descriptor is gone completely, or the descriptor has an error. Does
/// not wait.
func isHungUp(_ descriptor: Int32) -> Bool {
  var entry = pollfd(fd: descriptor, events: 0, revents: 0)
  return poll(&entry, 1, 0) > 0
}
