internal import ArgumentParser

/// Maximum time that a client may go without reading.
struct ClientTimeout: Seconds {
  static let range = 0.001...31_536_000

  let duration: Duration
}
