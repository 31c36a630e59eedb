internal import BoxWire

/// What `daemon.stats` holds: counts since the daemon started, at one moment.
struct DaemonStats: Equatable, Sendable {
  let connections: Int
  let subscribers: Int
  let revision: Int
  /// Lines about boxes that were sent to subscribers.
  let lines: Int
  /// Their bytes.
  let bytes: Int
  /// Resident, in bytes; nil when the daemon does not tell.
  let memory: Int?
  /// Seconds since the daemon started; nil when it does not tell.
  let uptime: Double?

  /// How much happened a second between two moments.
  struct Rates: Equatable, Sendable {
    let changes: Double
    let lines: Double
    let bytes: Double
  }

  /// nil when the value is something else.
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
    uptime = json["uptime"]?.double
  }

  /// - Parameters:
  ///   - earlier: an earlier moment of the same daemon.
  ///   - published: how often this box itself was published since, which is a change, too, and is
  ///     not counted.
  /// - Returns: nil when it is not later, or of another daemon.
  func rates(since earlier: DaemonStats, published: Int) -> Rates? {
    guard let uptime, let before = earlier.uptime, uptime > before, revision >= earlier.revision,
      lines >= earlier.lines, bytes >= earlier.bytes
    else { return nil }
    let seconds = uptime - before
    // Doubles, which no count overflows.
    let changes = Double(revision) - Double(earlier.revision) - Double(published)
    return Rates(
      changes: max(0, changes) / seconds,
      lines: (Double(lines) - Double(earlier.lines)) / seconds,
      bytes: (Double(bytes) - Double(earlier.bytes)) / seconds)
  }
}
