/// A monotonic clock that moves only when the test moves it.
final class Stopwatch {
  private(set) var elapsed = Duration.zero

  func advance(_ duration: Duration) {
    elapsed += duration
  }
}
