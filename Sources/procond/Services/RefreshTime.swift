internal import ArgumentParser

/// How long a copy of a service's content is used, or the time between two requests for it.
struct RefreshTime: Seconds {
  static let range = 0.0...31_536_000

  let duration: Duration
}
