internal import Application
internal import Boxes
internal import Domain
internal import UVLoop

/// Shows that deadlines of decisions have passed, and lets the rules of topics decide then. As long as an
/// open topic has a deadline, there is one timer, for the next; otherwise there is none.
@LoopActor
final class DeadlineTimer {
  private let topics: TopicsViewModel
  /// Decides a topic if its rule says so; returns false if that must be tried again.
  private let close: @LoopActor (Topic.ID) async -> Bool
  private var timer: Timer?
  private var following: Binding?
  private var closing: Task<Void, Never>?
  /// The topics of which it is not known yet whether their rules decide.
  private var waiting: Set<Topic.ID> = []

  init(_ topics: TopicsViewModel, close: @escaping @LoopActor (Topic.ID) async -> Bool) {
    self.topics = topics
    self.close = close
  }

  isolated deinit {
    end()
  }

  func begin() {
    following = topics.nextDeadline.bind { [unowned self] _ in schedule() }
  }

  func end() {
    following?.cancel()
    closing?.cancel()
    timer = nil
  }

  private func schedule() {
    let next = topics.nextDeadline.value.map { Timestamp.now.duration(to: $0) }
    let soonest = waiting.isEmpty ? next : min(next ?? Self.longest, Self.longest)
    timer = soonest.map { wait in
      // Not longer, because the system clock may be set.
      Timer(after: min(max(wait, .zero), Self.longest)) { [unowned self] in check() }
    }
  }

  private func check() {
    waiting.formUnion(topics.passDeadlines(at: .now))
    if !waiting.isEmpty, closing == nil {
      closing = LoopActor.task { [weak self] in await self?.closeWaiting() }
    }
    schedule()
  }

  private func closeWaiting() async {
    var failed: Set<Topic.ID> = []
    while !Task.isCancelled, let topic = waiting.subtracting(failed).min() {
      if await close(topic) { waiting.remove(topic) } else { failed.insert(topic) }
    }
    closing = nil
  }

  /// The time between two looks at the clock.
  private static let longest = Duration.seconds(60)
}
