public import BoxWire

extension Daemon {
  /// The value of a box.
  ///
  /// - Throws: ``DaemonError/refused(_:)`` with `notFound` when there is no such box.
  public func get(_ path: String) async throws(DaemonError) -> JSONText {
    let state = try await get(matching: path)
    guard let value = state[path] else {
      throw .refused(.invalid(member: "boxes", "\(path.excerpt) is a pattern: use get(matching:)"))
    }
    return value
  }

  /// Returns the boxes that match the patterns, all at one revision.
  ///
  /// - Parameter patterns: 1 to 64, unless the daemon is configured otherwise.
  /// - Throws: ``DaemonError/refused(_:)``, with `notFound` when a pattern without wildcards names
  ///   a box that does not exist.
  public func get(matching patterns: [String]) async throws(DaemonError) -> BoxValues {
    let boxes = JSONText(elements: patterns.map { JSONText($0) })
    let answer = try await call(Get.method, Parameters([.init(name: "boxes", value: boxes)]))
    guard let state = BoxValues(answer) else { throw .unexpected(answer) }
    return state
  }

  /// Returns the boxes that match patterns, which are separate arguments.
  public func get(matching patterns: String...) async throws(DaemonError) -> BoxValues {
    try await get(matching: patterns)
  }

  /// Sets a shared box, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: under `shared.`.
  ///   - value: of at most ``BoxWire/ProtocolLimits/value`` bytes.
  ///   - ifRevision: set it only if it has not changed since this revision; 0: only if it does not
  ///     exist; nil: in any case.
  ///   - ttl: time until the box expires, 1 millisecond to 365 days; nil for never.
  /// - Returns: the revision of the change, or that of the box if it already has this value.
  /// - Throws: ``DaemonError/refused(_:)``, with `conflict` when `ifRevision` does not hold.
  @discardableResult
  public func set(
    _ path: String, to value: JSONText, ifRevision: Int? = nil, ttl: Duration? = nil
  ) async throws(DaemonError) -> Int {
    let box = try box(path)
    let request = SetBox(box: box, value: value, ifRevision: ifRevision, ttl: ttl)
    return try await revision(SetBox.method, request.parameters)
  }

  /// Sets several shared boxes in one revision, all of them or none.
  ///
  /// - Parameter changes: 1 to ``BoxWire/ProtocolLimits/changes``, each of another box.
  /// - Returns: the revision of the change, or the newest revision of these boxes if all of them have
  ///   these values already.
  /// - Throws: ``DaemonError/refused(_:)``, whose error names the change that failed.
  @discardableResult
  public func set(_ changes: [SetBox]) async throws(DaemonError) -> Int {
    try await revision(SetBox.method, SharedBoxChanges.together(changes).parameters)
  }

  /// Deletes several shared boxes in one revision, all of them or none.
  ///
  /// - Parameter changes: 1 to ``BoxWire/ProtocolLimits/changes``, each of another box.
  /// - Returns: the revision of the change.
  /// - Throws: ``DaemonError/refused(_:)``, whose error names the change that failed.
  @discardableResult
  public func delete(_ changes: [DeleteBox]) async throws(DaemonError) -> Int {
    try await revision(DeleteBox.method, SharedBoxChanges.together(changes).parameters)
  }

  /// Deletes a shared box.
  ///
  /// - Parameters:
  ///   - path: under `shared.`.
  ///   - ifRevision: delete it only if it has not changed since this revision; nil: in any case.
  /// - Returns: the revision of the change.
  /// - Throws: ``DaemonError/refused(_:)``, with `notFound` when there is no such box.
  @discardableResult
  public func delete(
    _ path: String, ifRevision: Int? = nil
  ) async throws(DaemonError) -> Int {
    let request = DeleteBox(box: try box(path), ifRevision: ifRevision)
    return try await revision(DeleteBox.method, request.parameters)
  }

  /// Checks that the daemon answers.
  ///
  /// - Returns: the daemon's revision.
  @discardableResult
  public func ping() async throws(DaemonError) -> Int {
    try await revision(Ping.method, Ping().parameters)
  }

  private func box(_ path: String) throws(DaemonError) -> Path {
    guard let box = Path(path) else {
      throw .refused(
        .invalid(member: "box", "\(path.excerpt) is not a path, such as shared.weather.now"))
    }
    return box
  }

  private func revision(
    _ method: String, _ parameters: Parameters
  ) async throws(DaemonError) -> Int {
    let answer = try await call(method, parameters)
    guard let revision = answer["revision"]?.integer else { throw .unexpected(answer) }
    return revision
  }
}

extension BoxValues {
  /// The value of the box at `path`; nil if it is missing.
  public subscript(path: String) -> JSONText? {
    values.last { $0.path == path }?.value
  }
}
