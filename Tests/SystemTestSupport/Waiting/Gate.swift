import Synchronization

/// Opens once, and then resumes all waiting tasks.
package final class Gate: Sendable {
  private let state = Mutex<State>(.closed([]))

  private enum State {
    case closed([CheckedContinuation<Void, Never>])
    case open
  }

  package init() {}

  package func open() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard case .closed(let waiting) = state else { return [] }
      state = .open
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the gate is open; at once if it already is.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state -> Bool in
        guard case .closed(let waiting) = state else { return true }
        state = .closed(waiting + [continuation])
        return false
      }
      if isOpen { continuation.resume() }
    }
  }
}
