package import Domain
import Synchronization

/// A clock that moves only when the test moves it.
package final class TestClock: Sendable {
  private let milliseconds: Mutex<Int64>

  package init(_ milliseconds: Int64 = 0) {
    self.milliseconds = Mutex(milliseconds)
  }

  package var now: Timestamp {
    Timestamp(millisecondsSince1970: milliseconds.withLock { $0 })
  }

  package func advance(milliseconds: Int64) {
    self.milliseconds.withLock { $0 += milliseconds }
  }
}
