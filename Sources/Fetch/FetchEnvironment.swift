/// What a flow needs from the program: a clock, pauses, random numbers, a way to do work later, and an
/// observer.
public struct FetchEnvironment {
  /// Returns the current time.
  public var now: () -> WallTime
  /// Returns after a duration, or earlier if the task is cancelled.
  public var pause: (Duration) async -> Void
  /// Returns a random number from 0 up to, but not including, 1.
  public var random: () -> Double
  /// Takes work to run once, soon, on the actor that the flow belongs to: a flow starts no task. The
  /// work saves a copy that no fetch waits for, and reports to the observer. It is only called with
  /// ``FetchConfiguration/shouldWaitForSaveToPersistence`` off.
  public var later: (_ work: @escaping () async -> Void) -> Void
  /// Called with each step of a fetch, as it happens, including errors that the fetch does not throw.
  public var observe: (Resource, FetchStep) -> Void

  /// - Parameters: as the properties. By default, numbers are random and nothing is observed.
  public init(
    now: @escaping () -> WallTime,
    pause: @escaping (Duration) async -> Void,
    random: @escaping () -> Double = { Double.random(in: 0..<1) },
    later: @escaping (_ work: @escaping () async -> Void) -> Void,
    observe: @escaping (Resource, FetchStep) -> Void = { _, _ in }
  ) {
    self.now = now
    self.pause = pause
    self.random = random
    self.later = later
    self.observe = observe
  }
}
