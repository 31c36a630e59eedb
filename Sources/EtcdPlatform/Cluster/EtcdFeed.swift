internal import UVLoop

/// What happens under a prefix of a cluster.
enum EtcdNews: Equatable, Sendable {
  /// Each revision that changed something, in order, once, and as a whole.
  case step(EtcdStep)
  /// It is not known whether something has happened since: no member answers, none has a majority, or
  /// those that answer are behind.
  ///
  /// - Parameter reason: the last failure, with the member.
  case interrupted(reason: String)
  /// It is known again: the member from which steps come has all that the cluster had a moment ago.
  case resumed
  /// The cluster no longer has the steps that follow, or was replaced by an earlier state of it. It
  /// is the last news of a feed; the keys must be listed again.
  case compacted
}

/// The news of a prefix, for one reader. It ends when it is cancelled or released.
@LoopActor
final class EtcdFeed {
  let watch: EtcdWatch

  init(_ watch: EtcdWatch) {
    self.watch = watch
  }

  isolated deinit {
    cancel()
  }

  /// Returns the next news. Waits until there are some; while nobody waits, little more than one
  /// answer of the cluster is kept.
  ///
  /// - Returns: nil after the end, and if the task is cancelled.
  func next() async -> EtcdNews? { await watch.news.next() }

  /// Ends it at once.
  func cancel() { watch.cancel() }
}

/// News between a watch and a reader.
@LoopActor
final class EtcdNewsQueue {
  private var news: [EtcdNews] = []
  /// The number of `news` that the reader has taken.
  private var taken = 0
  private(set) var isEnded = false
  private var reader: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?

  /// Adds news, which the reader takes later.
  func add(_ item: EtcdNews) {
    guard !isEnded else { return }
    news.append(item)
    reader.take()?.resume()
  }

  /// Returns when the reader has taken all, or does not want more.
  func waitUntilTaken() async {
    await withCheckedContinuation { continuation in
      if isEnded || taken == news.count { continuation.resume() } else { writer = continuation }
    }
  }

  /// Ends it after what is there.
  func end() {
    isEnded = true
    reader.take()?.resume()
    writer.take()?.resume()
  }

  /// Ends it at once.
  func cancel() {
    news = []
    taken = 0
    end()
  }

  func next() async -> EtcdNews? {
    while taken == news.count {
      if isEnded || Task.isCancelled { return nil }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          reader.take()?.resume()
          // Something may have been added since the check above.
          if taken < news.count || isEnded || Task.isCancelled {
            continuation.resume()
          } else {
            reader = continuation
          }
        }
      } onCancel: {
        LoopActor.task { [self] in reader.take()?.resume() }
      }
    }
    defer { taken += 1 }
    let item = news[taken]
    if taken + 1 == news.count {
      news = []
      taken = -1
      writer.take()?.resume()
    }
    return item
  }
}
