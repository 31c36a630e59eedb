/// The lifetime of a connection: each method is a transition, and there are no others.
enum Phase: Comparable {
  /// Requests are read and answered.
  case open
  /// The client sends nothing more. It gets the answers to its requests, and the connection closes.
  case halfClosed
  /// The client is gone. What it sent before is carried out in its turn, and nothing is sent.
  case gone
  /// The client has been sent its last line. Nothing is read, and the connection closes once the
  /// line has been accepted.
  case ending
  /// Nothing is read or sent. Only a batch is carried out to its end.
  case closed

  /// The client has shut down its sending side.
  mutating func reachEnd() {
    _ = move(to: .halfClosed, from: .open)
  }

  /// The client is gone, although what it sent has not been carried out.
  ///
  /// - Returns: false if nothing of that is to be carried out.
  mutating func loseClient() -> Bool {
    move(to: .gone, from: .open, .halfClosed)
  }

  /// The last line is being sent.
  ///
  /// - Returns: false if there can be no last line.
  mutating func end() -> Bool {
    move(to: .ending, from: .open, .halfClosed)
  }

  /// - Returns: false if it was closed already.
  mutating func close() -> Bool {
    move(to: .closed, from: .open, .halfClosed, .gone, .ending)
  }

  private mutating func move(to next: Phase, from phases: Phase...) -> Bool {
    guard phases.contains(self) else { return false }
    self = next
    return true
  }
}
