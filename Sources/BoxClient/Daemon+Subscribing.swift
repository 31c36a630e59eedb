public import BoxWire

extension Daemon {
  /// Subscribes to boxes, over a connection of its own, which is made when the first event is asked
  /// for.
  ///
  /// - Parameters:
  ///   - patterns: paths in which a segment may be `*`, and the last `**`. A daemon refuses more than
  ///     it takes, which is 64 unless it is configured otherwise.
  ///   - mode: `latest` for the newest values when the program lags, `every` for each revision.
  ///   - interval: minimum time between two changes, in whole milliseconds, up to a minute; in mode
  ///     `every` only zero.
  ///   - since: the state that the program knows already; nil for a snapshot at first.
  /// - Throws: ``DaemonError/refused(_:)`` for what the protocol does not allow.
  public nonisolated func subscribe(
    to patterns: [String], mode: Subscribe.Mode = .latest, interval: Duration = .zero,
    since: Subscribe.Position? = nil
  ) throws(DaemonError) -> Subscription {
    let boxes = JSONText(elements: patterns.map { JSONText($0) })
    let members = [
      Parameters.Member(name: "boxes", value: boxes),
      Parameters.Member(name: "mode", value: JSONText(mode.rawValue)),
      Parameters.Member(name: "interval", value: JSONText(Int(interval / .milliseconds(1)))),
    ]
    let places = self.places
    do throws(RequestError) {
      let request = try Subscribe(Parameters(members), atMost: .max)
      return Subscription(
        request.patterns, mode: mode, interval: interval, since: since,
        connector: { _ in try await places.connect() })
    } catch {
      throw .refused(error)
    }
  }

  /// The same for patterns that are written one by one.
  public nonisolated func subscribe(
    to patterns: String..., mode: Subscribe.Mode = .latest, interval: Duration = .zero,
    since: Subscribe.Position? = nil
  ) throws(DaemonError) -> Subscription {
    try subscribe(to: patterns, mode: mode, interval: interval, since: since)
  }
}
