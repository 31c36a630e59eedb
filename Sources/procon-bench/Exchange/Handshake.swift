internal import UVLoop

/// What is said on one new connection, step by step.
struct Handshake {
  let descriptor: Int32
  private let steps: [Step]
  private var index = 0
  private var unsent: [UInt8]
  private var received: [UInt8] = []

  /// - Parameter steps: at least one.
  init(_ descriptor: Int32, _ steps: [Step]) {
    self.descriptor = descriptor
    self.steps = steps
    unsent = steps[0].request
  }

  var isDone: Bool { index == steps.count }

  /// What has to happen before it can go on.
  var awaited: EventSet.Events { unsent.isEmpty ? .readable : [.readable, .writable] }

  /// Goes as far as it can.
  ///
  /// - Parameter buffer: what may be read into.
  mutating func advance(_ buffer: UnsafeMutableRawBufferPointer) throws(Failure) {
    try send()
    let count = try Descriptor.receive(descriptor, into: buffer)
    received += buffer[..<count]
    while !isDone, let used = try endOfStep() {
      received.removeFirst(used)
      index += 1
      guard !isDone else { return }
      unsent += steps[index].request
      try send()
    }
  }

  private mutating func send() throws(Failure) {
    guard !unsent.isEmpty else { return }
    let result = unsent.withUnsafeBytes { bytes in
      Result { () throws(Failure) in try Descriptor.send(descriptor, bytes) }
    }
    unsent.removeFirst(try result.get())
  }

  /// How many of the bytes belong to the step; nil when its answer is not whole.
  private func endOfStep() throws(Failure) -> Int? {
    let step = steps[index]
    let result = received.withUnsafeBytes { bytes in
      Result { () throws(Failure) -> Int? in
        var used = 0
        while let frame = try step.framing.first(in: bytes.dropping(used)) {
          let message = UnsafeRawBufferPointer(rebasing: bytes[used..<used + frame.length])
          used += frame.length
          if step.isLast(message) { return used }
        }
        return nil
      }
    }
    return try result.get()
  }
}
