internal import UVLoop

/// Descriptors that are waited for, while signals that end the program are looked for.
final class Watch {
  /// Looking for a signal costs a system call: it is done once in so many waits.
  private static let waitsBetweenChecks = 256
  /// How long a signal may go unseen while nothing happens, in milliseconds.
  private static let slice = 100

  private let events: EventSet
  private var waits = 0

  init() throws(Failure) {
    events = try attempt { () throws(LoopError) in try EventSet() }
  }

  /// - Parameter token: what ``wait(milliseconds:_:)`` says of the descriptor.
  func add(
    _ descriptor: Int32, token: Int, _ awaited: EventSet.Events = .readable
  ) throws(Failure) {
    try attempt { () throws(LoopError) in try events.add(descriptor, token: token, awaited) }
  }

  func change(_ descriptor: Int32, token: Int, _ awaited: EventSet.Events) throws(Failure) {
    try attempt { () throws(LoopError) in try events.change(descriptor, token: token, awaited) }
  }

  /// To be called before the descriptor is closed.
  func remove(_ descriptor: Int32) throws(Failure) {
    try attempt { () throws(LoopError) in try events.remove(descriptor) }
  }

  /// Waits, and hands over what happened. The end of a connection counts as readable.
  ///
  /// - Returns: whether something did within the time.
  /// - Throws: what `body` throws, or `Failure.interrupted`.
  func wait(
    milliseconds: Int, _ body: (_ token: Int, EventSet.Events) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    var rest = milliseconds
    repeat {
      waits += 1
      if waits % Self.waitsBetweenChecks == 0 { try Interruption.check() }
      let count = events.wait(milliseconds: min(rest, Self.slice))
      for index in 0..<count {
        let (token, happened) = events[index]
        let isEnded = !happened.isDisjoint(with: [.hangUp, .error])
        try body(token, isEnded ? happened.union(.readable) : happened)
      }
      if count > 0 { return true }
      try Interruption.check()
      rest -= Self.slice
    } while rest > 0
    return false
  }
}
