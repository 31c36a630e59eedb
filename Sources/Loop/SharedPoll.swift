internal import CLibuv
internal import Glibc

/// Calls back when a descriptor that others share can be written, or its other end is gone; ends
/// on ``close()`` or release.
///
/// libuv makes each descriptor that it watches non-blocking. That is a property of the open file,
/// not of the descriptor: for a standard output it would change the shell's and every other
/// process's that writes there. So this one watches an epoll(7) instance of its own, in which the
/// descriptor is the only member, and leaves the file as it is.
@LoopActor
public final class SharedPoll {
  private let members: Int32
  private let descriptor: Int32
  private var poll: Poll?
  private var isWatchingWritable = false
  private let body: @LoopActor (Poll.Events) -> Void

  /// Watches for the other end to go, and for nothing else yet.
  ///
  /// - Parameters:
  ///   - descriptor: a socket, pipe or terminal; it is not owned.
  ///   - body: told `writable`, `hangUp` or both; `hangUp` is told once.
  /// - Throws: `LoopError`, with EPERM for a descriptor that is always ready, as a regular file.
  public init(
    _ descriptor: Int32, _ body: @escaping @LoopActor (Poll.Events) -> Void
  ) throws(LoopError) {
    self.body = body
    self.descriptor = descriptor
    members = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard members >= 0 else { throw LoopError(operation: "epoll", code: errno) }
    do throws(LoopError) {
      try control(EPOLL_CTL_ADD)
      poll = try Poll(members) { [weak self] _ in self?.ready() }
    } catch {
      Glibc.close(members)
      throw error
    }
    poll?.watch(.readable)
  }

  isolated deinit {
    close()
  }

  /// Whether `writable` is told from now on.
  public func watchWritable(_ isWatched: Bool) {
    guard poll != nil, isWatched != isWatchingWritable else { return }
    isWatchingWritable = isWatched
    // Fails only for want of kernel memory; the next call tries again.
    do { try control(EPOLL_CTL_MOD) } catch { isWatchingWritable.toggle() }
  }

  /// Stops watching: there is no call after it. The descriptor stays open. A second call does
  /// nothing.
  public func close() {
    guard let poll else { return }
    poll.close()
    self.poll = nil
    Glibc.close(members)
  }

  private func control(_ operation: Int32) throws(LoopError) {
    var event = epoll_event()
    // EPOLLERR and EPOLLHUP are always reported.
    event.events = isWatchingWritable ? EPOLLOUT.rawValue : 0
    guard epoll_ctl(members, operation, descriptor, &event) == 0 else {
      throw LoopError(operation: "epoll", code: errno)
    }
  }

  private func ready() {
    var event = epoll_event()
    guard epoll_wait(members, &event, 1, 0) == 1 else { return }
    var events: Poll.Events = []
    if event.events & EPOLLOUT.rawValue != 0 { events.insert(.writable) }
    if event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
      events.insert(.hangUp)
      poll?.watch([])
    }
    body(events)
  }
}
