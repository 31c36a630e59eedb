import Domain
import Expectations
import Testing

@testable import Application

/// The order in which the state of a store is shown.
@Suite(.timeLimit(.minutes(10))) struct StoreRoadTests {
  private func step(_ id: Topic.ID, _ version: Int) -> StoreStep {
    StoreStep([.removal(id)], version: version)
  }

  /// What the road shows, as text: the removed topics, and what is read.
  private func shown(on road: StoreRoad) -> Recorded {
    let recorded = Recorded()
    road.show = { changes, isRead in
      expect(!isRead)
      for case .removal(let id) in changes { recorded.texts.append(id) }
    }
    return recorded
  }

  @Test func `steps are shown in order, and only an unknown change calls for a refresh`() {
    let road = StoreRoad()
    let recorded = shown(on: road)
    expect(!road.follow(step("a", 1)))
    expect(!road.follow(step("b", 2)))
    expect(road.follow(StoreStep([.unknown], version: 3)))
    expect(recorded.texts, equals: ["a", "b"])
  }

  @MainActor @Test func `a call waits until its version is shown, and not longer`() async {
    let road = StoreRoad()
    let recorded = shown(on: road)
    road.follow(step("a", 1))
    await road.wait(for: 1)
    let waiting = Task {
      await road.wait(for: 3)
      recorded.texts.append("answer")
    }
    await Task.yield()
    road.follow(step("b", 2))
    await Task.yield()
    road.follow(step("c", 3))
    await waiting.value
    expect(recorded.texts, equals: ["a", "b", "c", "answer"])
  }

  @MainActor @Test func `what is read is shown after the steps that it knows`() async {
    let road = StoreRoad()
    let recorded = shown(on: road)
    road.follow(step("a", 1))
    let reading = Task {
      await road.read {
        Stored("read", version: 3)
      } follow: { _, _ in
      } show: {
        recorded.texts.append($0)
      }
    }
    await Task.yield()
    road.follow(step("b", 2))
    road.follow(step("c", 3))
    await reading.value
    expect(recorded.texts, equals: ["a", "b", "c", "read"])
  }

  @Test func `what is read is brought up to date with the steps reported since`() async {
    let road = StoreRoad()
    let recorded = shown(on: road)
    road.follow(step("a", 1))
    for last in [3, 2] {
      await road.read {
        road.follow(step("b", 2))
        road.follow(step("c", 3))
        return Stored("read", version: last)
      } follow: { text, change in
        if case .removal(let id) = change { text += " \(id)" }
      } show: {
        recorded.texts.append($0)
      }
    }
    expect(recorded.texts, equals: ["a", "b", "c", "read", "b", "c", "read c"])
  }

  @MainActor @Test func `steps are kept only for reads that began before them`() async {
    let road = StoreRoad()
    let first = StoreReading(on: road)
    await first.begins()
    for version in 1...3 { road.follow(step("a", version)) }
    expect(road.recent.map(\.version), equals: [1, 2, 3])
    let second = StoreReading(on: road)
    await second.begins()
    road.follow(step("a", 4))
    let third = StoreReading(on: road)
    await third.begins()
    await third.ends()
    expect(road.recent.map(\.version), equals: [1, 2, 3, 4])
    await first.ends()
    expect(road.recent.map(\.version), equals: [4])
    await second.ends()
    expect(road.recent.isEmpty)
    road.follow(step("a", 5))
    expect(road.recent.isEmpty)
  }

  @MainActor @Test func `at the end of the road, nobody waits any longer`() async {
    let road = StoreRoad()
    let waiting = [Task { await road.wait(for: 7) }, Task { await road.wait(for: 8) }]
    await Task.yield()
    road.end()
    for call in waiting { await call.value }
    await road.wait(for: 9)
  }
}

/// What was shown, in order.
private final class Recorded {
  var texts: [String] = []
}

/// A read that lasts until the test ends it.
@MainActor
private final class StoreReading {
  private let ending = AsyncStream<Void>.makeStream()
  private var hasBegun = false
  private var task: Task<Void, Never>?

  init(on road: StoreRoad) {
    task = Task {
      await road.read {
        self.hasBegun = true
        for await _ in self.ending.stream {}
        return Stored("", version: 0)
      } follow: { _, _ in
      } show: { _ in
      }
    }
  }

  func begins() async {
    while !hasBegun { await Task.yield() }
  }

  func ends() async {
    ending.continuation.finish()
    await task?.value
  }
}
