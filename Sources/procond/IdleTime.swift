internal import ArgumentParser

/// How long the daemon runs without clients.
struct IdleTime: Seconds {
  static let range = 0.0...31_536_000

  let duration: Duration
}
