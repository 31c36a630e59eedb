internal import CLibuv

/// Who is told what happens to a descriptor.
@LoopActor
protocol PollTarget: AnyObject {
  func ready(_ events: Poll.Events)
}

/// All descriptors that the loop watches for us, and libuv's own, on which the thread sleeps.
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

  /// What is said of libuv's own descriptor: no member has generation 0.
  private static let backend = 0

  private let set: EventSet
  /// By descriptor.
  private var members: [Member] = []
  private var generation: UInt32 = 0

  private init() {
    // Without it there is no program: these fail only when memory or descriptors are used up before
    // the loop has begun.
    guard let set = try? EventSet(),
      (try? set.add(uv_backend_fd(LoopActor.loop), token: Self.backend)) != nil
    else { preconditionFailure("the event loop cannot watch descriptors") }
    self.set = set
  }

  /// Watches a descriptor that is not watched yet.
  ///
  /// - Returns: what tells this member from others of the same descriptor.
  /// - Throws: `LoopError`, with EPERM for one that is always ready, as a regular file.
  func add(
    _ member: Int32, _ watched: Poll.Events, _ target: any PollTarget
  ) throws(LoopError) -> UInt32 {
    // 1 to 2^31 - 1, so that a token is never negative.
    generation = generation % UInt32(Int32.max) + 1
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

  /// Sleeps until something happens, and tells those to whom it did.
  ///
  /// - Parameter milliseconds: how long at most; below 0 for as long as it takes.
  /// - Returns: whether something happened to a descriptor of libuv's.
  func wait(milliseconds: Int) -> Bool {
    var isBackendReady = false
    for index in 0..<set.wait(milliseconds: milliseconds) {
      let (token, events) = set[index]
      if token == Self.backend {
        isBackendReady = true
        continue
      }
      let member = token & 0xFFFF_FFFF
      // What was told before this may have removed it, and added another one.
      guard members[member].generation == token >> 32 else { continue }
      members[member].target?.ready(Poll.Events(events))
    }
    return isBackendReady
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
