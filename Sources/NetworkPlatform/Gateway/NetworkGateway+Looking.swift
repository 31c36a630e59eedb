package import Domain
internal import LoopHTTP
internal import UVLoop

extension NetworkGateway {
  package nonisolated func look(at part: StorePart, _ isLooking: Bool) {
    // On the loop, calls are carried out in order.
    LoopActor.task { [self] in await change(lookersOf: part, by: isLooking ? 1 : -1) }
  }

  package nonisolated func isDue(_ part: StorePart) -> Bool {
    LoopActor.assumeIsolated { parts[part]?.isDue ?? false }
  }

  package nonisolated func expire(_ part: StorePart) {
    LoopActor.assumeIsolated { if isRead(part) { outdate(self.part(part)) } }
  }

  /// Has a part read again, as it may have changed.
  func outdate(_ part: Part) {
    part.isOutdated = true
    if case .posts(let posts) = part.content { posts.expireOthers(at: shelf.now()) }
  }

  private func change(lookersOf id: StorePart, by change: Int) async {
    guard !isClosed, isRead(id) else { return }
    let part = part(id)
    part.lookers = max(0, part.lookers + change)
    switch (part.lookers, part.watch) {
    case (1..., nil): part.watch = LoopActor.task { [self] in await watch(part) }
    case (0, let watch?):
      watch.cancel()
      part.watch = nil
    default: break
    }
    if parts.values.allSatisfy({ $0.lookers == 0 }) { client?.closeIdleConnections() }
  }

  /// A service that has no topics has posts and todos to read.
  private func isRead(_ part: StorePart) -> Bool {
    if case .posts = part { return true }
    return service.shape == .board || part == .board(service.root)
  }

  /// Refreshes a part until the task is cancelled.
  private func watch(_ part: Part) async {
    try? await read(part.id)
    guard let poll = service.poll else { return }
    while !Task.isCancelled {
      await pause(poll)
      guard !Task.isCancelled else { return }
      try? await refresh(part)
    }
  }
}
