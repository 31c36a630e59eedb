internal import CLibuv

/// Who is told what happens to a descriptor.
@LoopActor
protocol PollTarget: AnyObject {
  func ready(_ events: Poll.Events)
}

/// All descriptors that the loop watches for us: a set that libuv watches as one descriptor.
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

  private let set: EventSet
  private var handle: Handle<uv_poll_t>?
  /// By descriptor.
  private var members: [Member] = []
  private var generation: UInt32 = 0

  private init() {
    // Without it there is no program: these fail only when memory or descriptors are used up before
    // the loop has begun.
    guard let set = try? EventSet(),
      let handle = try? Handle("poll", start: { uv_poll_init(LoopActor.loop, $0, set.descriptor) })
    else { preconditionFailure("the event loop cannot watch descriptors") }
    self.set = set
    self.handle = handle
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
    do throws(LoopError) {
      try set.add(member, token: token(member), EventSet.Events(watched))
    } catch {
      members[index] = Member()
      throw error
    }
    return generation
  }

  /// Watches a member for other events.
  func change(_ member: Int32, _ watched: Poll.Events) {
    // Cannot fail for a member.
    try? set.change(member, token: token(member), EventSet.Events(watched))
  }

  /// Watches it no more. To be called before the descriptor is closed; after that it does nothing if
  /// another member has the descriptor's number.
  func remove(_ member: Int32, _ generation: UInt32) {
    guard members[Int(member)].generation == generation else { return }
    members[Int(member)] = Member()
    try? set.remove(member)
  }

  private func token(_ member: Int32) -> Int {
    Int(members[Int(member)].generation) << 32 | Int(member)
  }

  fileprivate func fire() {
    for index in 0..<set.wait(milliseconds: 0) {
      let (token, events) = set[index]
      let member = token & 0xFFFF_FFFF
      // What was told before this may have removed it, and added another one.
      guard members[member].generation == token >> 32 else { continue }
      members[member].target?.ready(Poll.Events(events))
    }
  }
}

extension EventSet.Events {
  fileprivate init(_ watched: Poll.Events) {
    self = []
    if watched.contains(.readable) { insert(.readable) }
    if watched.contains(.writable) { insert(.writable) }
  }
}

extension Poll.Events {
  /// An error is told alone: what there is to be read or written fails.
  fileprivate init(_ events: EventSet.Events) {
    if events.contains(.error) {
      self = .hangUp
      return
    }
    self = []
    if events.contains(.hangUp) { insert(.hangUp) }
    if events.contains(.readable) { insert(.readable) }
    if events.contains(.writable) { insert(.writable) }
  }
}

private let onReady: uv_poll_cb = { handle, _, _ in
  let owner = owner(PollSet.self, handle?.pointee.data)
  LoopActor.assumeIsolated { owner?.fire() }
}
