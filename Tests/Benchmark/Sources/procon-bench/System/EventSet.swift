internal import CEpoll
internal import Glibc

/// A set of descriptors to wait for: an epoll(7) instance. It ends on release.
///
/// The benchmark waits without an event loop, because it measures what others put between
/// themselves and the kernel.
final class EventSet {
  /// Events to wait for, or that happened.
  struct Events: OptionSet, Sendable {
    /// The kernel's bits.
    let rawValue: UInt32

    /// Bytes, the end of the stream or a new connection wait to be read.
    static let readable = Events(rawValue: EPOLLIN.rawValue)
    /// The kernel accepts bytes.
    static let writable = Events(rawValue: EPOLLOUT.rawValue)
    /// The other end is gone completely. Always waited for.
    static let hangUp = Events(rawValue: EPOLLHUP.rawValue)
    /// Reading or writing will fail. Always waited for.
    static let error = Events(rawValue: EPOLLERR.rawValue)
  }

  private static let capacity = 1024

  private let descriptor: Int32
  private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)

  init() throws(SystemError) {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard descriptor >= 0 else {
      throw SystemError(operation: "epoll", code: errno)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    events.deallocate()
  }

  /// - Parameter token: identifies the descriptor in reported events.
  func add(
    _ member: Int32, token: Int, _ events: Events = .readable
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, member, token, events)
  }

  func change(_ member: Int32, token: Int, _ events: Events) throws(SystemError) {
    try control(EPOLL_CTL_MOD, member, token, events)
  }

  /// To be called before the descriptor is closed.
  func remove(_ member: Int32) throws(SystemError) {
    try control(EPOLL_CTL_DEL, member, 0, [])
  }

  /// Waits until something happens.
  ///
  /// - Parameter milliseconds: maximum time; below 0 for no limit.
  /// - Returns: the number of descriptors with events; 0 when the time passed, or a signal arrived.
  func wait(milliseconds: Int) -> Int {
    max(0, Int(epoll_wait(descriptor, events, Int32(Self.capacity), Int32(milliseconds))))
  }

  /// The events of one of the descriptors that the last ``wait(milliseconds:)`` counted.
  subscript(index: Int) -> (token: Int, events: Events) {
    (Int(events[index].data.u64), Events(rawValue: events[index].events))
  }

  private func control(
    _ operation: Int32, _ member: Int32, _ token: Int, _ events: Events
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = events.rawValue
    event.data.u64 = UInt64(token)
    guard epoll_ctl(descriptor, operation, member, &event) == 0 else {
      throw SystemError(operation: "epoll", code: errno)
    }
  }
}
