internal import CLibuv
internal import Glibc

/// Watches a descriptor whose open file is shared with other processes, such as standard output,
/// without changing the file; ends on ``close()`` or release.
///
/// libuv makes what it watches non-blocking. Here it watches an epoll(7) set whose only member is the
/// descriptor, so that only the set becomes non-blocking.
@LoopActor
package final class SharedPoll {
  private let descriptor: Int32
  private let set: Int32
  private var poll: Poll?
  private let body: @LoopActor (Poll.Events) -> Void

  /// - Parameters:
  ///   - descriptor: a socket, pipe or terminal.
  ///   - events: the events to watch for at first; a hang-up or an error is always watched for.
  ///   - body: receives the events. An error is reported as `hangUp` alone.
  /// - Throws: `LoopError`, with EPERM for a descriptor that is always ready, such as a regular file.
  package init(
    _ descriptor: Int32, _ events: Poll.Events = .hangUp,
    _ body: @escaping @LoopActor (Poll.Events) -> Void
  ) throws(LoopError) {
    self.descriptor = descriptor
    self.body = body
    set = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard set >= 0 else { throw LoopError(operation: "epoll", code: errno) }
    do throws(LoopError) {
      guard control(EPOLL_CTL_ADD, events) else { throw LoopError(operation: "epoll", code: errno) }
      poll = try Poll(set, .readable) { [weak self] _ in self?.report() }
    } catch {
      Glibc.close(set)
      throw error
    }
  }

  isolated deinit {
    close()
  }

  /// Watches for exactly these events, and for a hang-up, from now on.
  package func watch(_ events: Poll.Events) {
    // Cannot fail for a member.
    if poll != nil { _ = control(EPOLL_CTL_MOD, events) }
  }

  /// Stops watching; `body` is not called after that. A second call does nothing.
  package func close() {
    guard let poll else { return }
    poll.close()
    self.poll = nil
    Glibc.close(set)
  }

  private func report() {
    var event = epoll_event()
    guard epoll_wait(set, &event, 1, 0) == 1 else { return }
    var events: Poll.Events = []
    if event.events & EPOLLIN.rawValue != 0 { events.insert(.readable) }
    if event.events & EPOLLOUT.rawValue != 0 { events.insert(.writable) }
    if event.events & EPOLLHUP.rawValue != 0 { events.insert(.hangUp) }
    body(event.events & EPOLLERR.rawValue != 0 ? .hangUp : events)
  }

  private func control(_ operation: Int32, _ events: Poll.Events) -> Bool {
    var event = epoll_event()
    if events.contains(.readable) { event.events |= EPOLLIN.rawValue }
    if events.contains(.writable) { event.events |= EPOLLOUT.rawValue }
    return epoll_ctl(set, operation, descriptor, &event) == 0
  }
}
