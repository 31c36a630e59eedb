internal import ArgumentParser

/// How long the daemon stays when nobody is connected.
struct IdleTime: Seconds {
  static let range = 0.0...31_536_000

  let duration: Duration
}
