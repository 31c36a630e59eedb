internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

extension CommandContext {
  /// Waits until a box, or a part of its value, reaches a goal.
  ///
  /// - Parameters:
  ///   - mode: `every` sees a value that lasts for one revision only.
  ///   - timeout: nil for no limit.
  ///   - warns: whether a box that does not exist, or has no such part, is reported.
  /// - Returns: the value that reached the goal; nil if the goal is that there is none.
  /// - Throws: `Failure.notReached` when it times out, or the failure of the subscription.
  func wait(
    for goal: WaitGoal, of path: ValuePath, mode: Subscribe.Mode, timeout: Duration?,
    warns: Bool
  ) async throws(Failure) -> JSONText? {
    let view = WaitView(path, goal)
    if warns {
      view.whenMissing = { [self] warning in
        if let warning { return StandardError.report("\(warning); waiting for it") }
        await warnAboutMissing(path.text, path.paths.first)
      }
    }
    let subscription = SubscriptionRun(
      path.patterns, mode: mode, interval: .zero, context: self, view: view, once: false)
    view.whenReached = { [weak subscription] in subscription?.finish(.success(())) }
    let timer = timeout.map { timeout in
      Timer(after: timeout) {
        subscription.finish(
          .failure(
            .notReached(path.text, state: view.state, wanted: "\(goal)", timeout: timeout)))
      }
    }
    defer { timer?.cancel() }
    try await subscription.run()
    return view.reached
  }
}
