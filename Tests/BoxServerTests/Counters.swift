import BoxServer
import BoxWire
import Boxes
import SystemTestSupport
import UVLoop

/// Sessions with a counter and a note each: `session.counter.count`, `session.counter.text`; and the
/// scene `hall`, whose `visits` all of them share.
@LoopActor
final class Counters {
  @LoopActor
  final class Counter {
    let count = Box(0)
    let text = Box("")
    private let released: @Sendable () -> Void

    init(released: @escaping @Sendable () -> Void) {
      self.released = released
    }

    deinit {
      released()
    }
  }

  private let scene = SessionScene<Counter>("session.counter")
  private let visits = Box(0)
  /// Those of the sessions that were configured, in order; nil for a session that has ended.
  private var models: [() -> Counter?] = []
  var count: Int { models.count }
  private(set) var callers: [Caller] = []
  nonisolated let released = Journal<Int>()
  nonisolated let mayAnswer = Gate()

  func publish(_ registry: Registry) {
    scene.publish("count", description: "How often this client has counted.") { Output($0.count) }
    scene.publish("text") { Output($0.text) }
    scene.intent("add") { counter, _ in
      counter.count.value += 1
      return []
    }
    scene.intent("note", Parameter<String>("text")) { counter, _, text in
      counter.text.value = text
      return []
    }
    scene.intent("visit") { [visits] counter, _ in
      visits.value += 1
      counter.count.value += 1
      return []
    }
    scene.intent("wait") { [mayAnswer] counter, _ in
      await mayAnswer.wait()
      counter.count.value += 1
      return []
    }
    let hall = Scene("hall")
    hall.publish(Output(visits), as: "visits")
    registry.add(hall)
    registry.configure(scene) { [self] session in
      let number = models.count
      let counter = Counter { [released] in released.note(number) }
      models.append { [weak counter] in counter }
      if let caller = session.caller { callers.append(caller) }
      return [scene.presenting(counter)]
    }
  }

  /// Assigns the counters of sessions in one turn.
  func set(_ counts: [Int: Int], visits: Int? = nil) {
    for (number, count) in counts { models[number]()?.count.value = count }
    if let visits { self.visits.value = visits }
  }
}
