internal import BoxWire

/// The value of `daemon.stats`: counts since the daemon started.
struct DaemonStats: Equatable, Sendable {
  let connections: Int
  let subscribers: Int
  let revision: Int
  /// Lines with changes that were sent to subscribers.
  let lines: Int
  /// Bytes of these lines.
  let bytes: Int
  /// Resident memory in bytes; nil when the daemon does not report it.
  let memory: Int?
  /// Time since the daemon started; nil when it does not report it.
  let uptime: Duration?

  /// Averages per second between two moments.
  struct Rates: Equatable, Sendable {
    let changes: Double
    let lines: Double
    let bytes: Double
  }

  /// nil when the value does not have the expected form.
  init?(_ json: JSONText?) {
    guard let json, let connections = json["connections"]?.integer,
      let subscribers = json["subscribers"]?.integer, let revision = json["revision"]?.integer,
      let lines = json["changes"]?.integer, let bytes = json["bytes"]?.integer
    else { return nil }
    self.connections = connections
    self.subscribers = subscribers
    self.revision = revision
    self.lines = lines
    self.bytes = bytes
    memory = json["memory"]?.integer
    uptime = json["uptime"]?.double.flatMap { Self.uptimes.contains($0) ? .seconds($0) : nil }
  }

  /// Seconds that a `Duration` can hold.
  private static let uptimes = 0.0..<1e15

  /// - Parameters:
  ///   - earlier: earlier counts of the same daemon.
  ///   - published: the number of changes of `daemon.stats` itself since then, which are not counted.
  /// - Returns: nil when these counts are not later, or come from another daemon.
  func rates(since earlier: DaemonStats, published: Int) -> Rates? {
    guard let uptime, let before = earlier.uptime, uptime > before, revision >= earlier.revision,
      lines >= earlier.lines, bytes >= earlier.bytes
    else { return nil }
    let seconds = (uptime - before) / .seconds(1)
    // Doubles, so that no count overflows.
    let changes = Double(revision) - Double(earlier.revision) - Double(published)
    return Rates(
      changes: max(0, changes) / seconds,
      lines: (Double(lines) - Double(earlier.lines)) / seconds,
      bytes: (Double(bytes) - Double(earlier.bytes)) / seconds)
  }
}
