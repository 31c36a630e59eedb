internal import CLibuv
internal import Glibc

/// Who is told what happens to a descriptor.
@LoopActor
protocol PollTarget: AnyObject {
  func ready(_ events: Poll.Events)
}

/// All descriptors that the loop watches for us: an epoll(7) instance that libuv watches as one.
///
/// A poll handle of libuv's for each would cost a connection a dozen system calls and half a
/// kilobyte, and make every open file non-blocking: a standard output is shared with other
/// processes, which would find it so.
@LoopActor
final class PollSet {
  static let shared = PollSet()

  private struct Member {
    /// Weakly, because what another thread released may become ready before its deinit has run on
    /// the loop.
    weak var target: (any PollTarget)?
    /// Tells an event of this member from a late one of the descriptor's last member.
    var generation: UInt32 = 0
  }

  private let descriptor: Int32
  private var handle: Handle<uv_poll_t>?
  /// By descriptor.
  private var members: [Member] = []
  private var generation: UInt32 = 0
  private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)

  private init() {
    descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
    precondition(descriptor >= 0, "the event loop cannot watch descriptors")
    handle = try? Handle("poll") { [descriptor] in
      uv_poll_init(LoopActor.loop, $0, descriptor)
    }
    guard let handle else { preconditionFailure("the event loop cannot watch descriptors") }
    handle.setOwner(self)
    uv_poll_start(handle.pointer, Int32(UV_READABLE.rawValue), onReady)
  }

  /// Watches a descriptor that is not watched yet.
  ///
  /// - Returns: what tells this member from others of the same descriptor.
  /// - Throws: `LoopError`, with EPERM for one that is always ready, as a regular file.
  func add(
    _ member: Int32, _ watched: Poll.Events, _ target: any PollTarget
  ) throws(LoopError) -> UInt32 {
    generation &+= 1
    let index = Int(member)
    while members.count <= index { members.append(Member()) }
    members[index] = Member(target: target, generation: generation)
    guard control(EPOLL_CTL_ADD, member, watched) == 0 else {
      let code = errno
      members[index] = Member()
      throw LoopError(operation: "poll", code: code)
    }
    return generation
  }

  /// Watches a member for other events.
  func change(_ member: Int32, _ watched: Poll.Events) {
    _ = control(EPOLL_CTL_MOD, member, watched)
  }

  /// Watches it no more. To be called before the descriptor is closed; after that it does nothing if
  /// another member has the descriptor's number.
  func remove(_ member: Int32, _ generation: UInt32) {
    guard members[Int(member)].generation == generation else { return }
    members[Int(member)] = Member()
    epoll_ctl(descriptor, EPOLL_CTL_DEL, member, nil)
  }

  private func control(_ operation: Int32, _ member: Int32, _ watched: Poll.Events) -> Int32 {
    var event = epoll_event()
    // EPOLLERR and EPOLLHUP are always reported.
    if watched.contains(.readable) { event.events |= EPOLLIN.rawValue }
    if watched.contains(.writable) { event.events |= EPOLLOUT.rawValue }
    event.data.u64 = UInt64(members[Int(member)].generation) << 32 | UInt64(member)
    return epoll_ctl(descriptor, operation, member, &event)
  }

  fileprivate func fire() {
    let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 0)
    for index in 0..<max(0, Int(count)) {
      let event = events[index]
      let member = Int(event.data.u64 & 0xFFFF_FFFF)
      // What was told before this may have removed it, and added another one.
      guard members[member].generation == event.data.u64 >> 32 else { continue }
      members[member].target?.ready(Poll.Events(epoll: event.events))
    }
  }
}

extension Poll.Events {
  /// An error is told alone: what there is to be read or written fails.
  fileprivate init(epoll events: UInt32) {
    self = []
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { insert(.hangUp) }
    guard events & EPOLLERR.rawValue == 0 else { return }
    if events & EPOLLIN.rawValue != 0 { insert(.readable) }
    if events & EPOLLOUT.rawValue != 0 { insert(.writable) }
  }
}

private let onReady: uv_poll_cb = { handle, _, _ in
  let owner = owner(PollSet.self, handle?.pointee.data)
  LoopActor.assumeIsolated { owner?.fire() }
}
