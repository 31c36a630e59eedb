public import BoxWire

extension Daemon {
  /// Subscribes to boxes over a separate connection, which is made when the first event is awaited.
  ///
  /// - Parameters:
  ///   - patterns: paths in which a segment may be `*`, and the last `**`; at most 64, unless the
  ///     daemon is configured otherwise.
  ///   - mode: `latest` for the newest values when the program lags, `every` for each revision.
  ///   - interval: minimum time between two changes, in whole milliseconds, up to a minute; must be
  ///     zero in mode `every`.
  ///   - since: the state that the program already has; nil to begin with a snapshot.
  ///   - replay: how many of the last revisions of the boxes to begin with, only in mode `every` and
  ///     without `since`; nil to begin with a snapshot.
  /// - Throws: ``DaemonError/refused(_:)`` for arguments that the protocol does not allow.
  public nonisolated func subscribe(
    to patterns: [String], mode: Subscribe.Mode = .latest, interval: Duration = .zero,
    since: Subscribe.Position? = nil, replay: Int? = nil
  ) throws(DaemonError) -> Subscription {
    let boxes = JSONText(elements: patterns.map { JSONText($0) })
    let members = [
      Parameters.Member(name: "boxes", value: boxes),
      Parameters.Member(name: "mode", value: JSONText(mode.rawValue)),
      Parameters.Member(name: "interval", value: JSONText(milliseconds: interval)),
    ]
    let chosen = self.chosen
    do throws(RequestError) {
      let request = try Subscribe(Parameters(members), atMost: .max)
      return Subscription(
        request.patterns, mode: mode, interval: interval, since: since, replay: replay,
        connector: { _ in try await chosen.connect() })
    } catch {
      throw .refused(error)
    }
  }

  /// Subscribes to patterns, which are separate arguments.
  public nonisolated func subscribe(
    to patterns: String..., mode: Subscribe.Mode = .latest, interval: Duration = .zero,
    since: Subscribe.Position? = nil, replay: Int? = nil
  ) throws(DaemonError) -> Subscription {
    try subscribe(to: patterns, mode: mode, interval: interval, since: since, replay: replay)
  }
}
