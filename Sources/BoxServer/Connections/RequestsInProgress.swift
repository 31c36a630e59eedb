/// The requests of a client that were started but not yet answered.
struct RequestsInProgress {
  private(set) var count = 0
  /// Bytes of their lines, and of answers that belong to a batch.
  private(set) var bytes = 0
  /// The number of batches that pause for the sake of other clients. What follows them has to wait.
  private(set) var waitingBatches = 0

  /// Whether more may be started.
  var hasRoom: Bool { count <= ServerLimits.unanswered && waitingBatches == 0 }

  /// - Parameter bytes: the size of their line, which is held until they are answered.
  mutating func begin(_ count: Int = 1, bytes: Int) {
    self.count += count
    self.bytes += bytes
  }

  /// Adds the answer to a member of a batch, which is held until the batch is answered.
  mutating func hold(bytes: Int) {
    self.bytes += bytes
  }

  /// - Parameter bytes: all that were added.
  mutating func end(_ count: Int = 1, bytes: Int) {
    self.count -= count
    self.bytes -= bytes
  }

  mutating func pauseBatch() {
    waitingBatches += 1
  }

  mutating func resumeBatch() {
    waitingBatches -= 1
  }
}
