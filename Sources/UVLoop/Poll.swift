/// Calls back when a descriptor can be read or written, or its other end is gone; ends on
/// ``close()`` or release.
///
/// It does not own the descriptor: close that after the poll, never before. The open file, which
/// other processes may share, stays as it is: it is not made non-blocking.
@LoopActor
public final class Poll {
  /// What is watched, and what happened.
  public struct Events: OptionSet, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// Bytes, the end of the stream or a new connection wait to be read.
    public static let readable = Events(rawValue: 1)
    /// The kernel takes bytes.
    public static let writable = Events(rawValue: 2)
    /// The other end is gone altogether, or the descriptor has an error. Unlike `readable` it says
    /// nothing of a peer that only shut down its sending side. It is told, again and again, as long
    /// as anything is watched.
    public static let hangUp = Events(rawValue: 4)
  }

  private let descriptor: Int32
  private var watched: Events
  private var generation: UInt32 = 0
  private var isClosed = false
  private let body: @LoopActor (Events) -> Void

  /// - Parameters:
  ///   - descriptor: a socket, pipe or terminal that no other poll watches.
  ///   - events: watched at first.
  ///   - body: told what happened; an error of the descriptor is told as `hangUp` alone.
  /// - Throws: `LoopError`, with EPERM for a descriptor that is always ready, as a regular file.
  public init(
    _ descriptor: Int32, _ events: Events = .hangUp, _ body: @escaping @LoopActor (Events) -> Void
  ) throws(LoopError) {
    self.descriptor = descriptor
    self.body = body
    watched = events.union(.hangUp)
    do throws(LoopError) {
      generation = try PollSet.shared.add(descriptor, watched, self)
    } catch {
      isClosed = true
      throw error
    }
  }

  isolated deinit {
    close()
  }

  /// Watches for exactly these events from now on; for none when empty.
  public func watch(_ events: Events) {
    guard !isClosed, events != watched else { return }
    if watched.isEmpty {
      // Fails only for want of kernel memory; the next call tries again.
      guard let added = try? PollSet.shared.add(descriptor, events, self) else { return }
      generation = added
    } else if events.isEmpty {
      PollSet.shared.remove(descriptor, generation)
    } else {
      PollSet.shared.change(descriptor, events)
    }
    watched = events
  }

  /// Stops watching: there is no call after it, and the descriptor may be closed. A second call
  /// does nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    if !watched.isEmpty { PollSet.shared.remove(descriptor, generation) }
  }
}

extension Poll: PollTarget {
  func ready(_ events: Events) {
    body(events)
  }
}
