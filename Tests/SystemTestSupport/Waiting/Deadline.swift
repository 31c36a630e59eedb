internal import Glibc

/// A point in time by which something must have happened, for waits that block the thread.
package struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// - Parameter time: generous, because it passes only if something is broken.
  package init(after time: Duration = .patience) {
    end = .now + time
  }

  package var hasPassed: Bool { end <= .now }

  /// Waits for one of the events of poll(2) on the descriptor.
  ///
  /// - Returns: false if the deadline passes first.
  package func wait(for events: Int32, on descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      let ready = poll(&entry, 1, millisecondsLeft)
      if ready > 0 { return true }
      if ready == 0 { return false }
      precondition(errno == EINTR, "cannot poll a descriptor")
    }
  }

  /// Rounded up; 0 after the deadline.
  private var millisecondsLeft: Int32 {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return 0 }
    return Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }
}

extension Duration {
  /// How long a test waits for something that must happen. It passes only if something is broken,
  /// even on a busy machine.
  package static let patience = Duration.seconds(120)
}
