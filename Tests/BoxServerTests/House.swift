import BoxServer
import BoxWire
import Boxes
import SystemTestSupport
import UVLoop

/// A house whose rooms are scenes of one kind: `house.<room>.lamp`, unless they are elsewhere.
@LoopActor
final class House {
  /// What happens to the view models, by room.
  enum Event: Hashable {
    case made(String)
    case released(String)
  }

  @LoopActor
  final class Room {
    let name: String
    private let brightness = Box(0)
    private let events: Journal<Event>

    var light: Output<Int> { Output(brightness) }

    init(_ name: String, _ events: Journal<Event>) {
      self.name = name
      self.events = events
      events.note(.made(name))
    }

    isolated deinit {
      events.note(.released(name))
    }

    func set(_ brightness: Int) {
      self.brightness.value = brightness
    }
  }

  nonisolated let events = Journal<Event>()
  let rooms: SceneFamily<Room>
  /// Opening it makes the intent `wait` answer.
  nonisolated let mayAnswer = Gate()
  /// The error that loading a room throws.
  var failure: (any Error)?
  private(set) var loads = 0

  init(
    _ residence: SceneFamily<Room>.Residence = .onDemand, at pattern: String = "house.*.lamp",
    rooms names: [String] = []
  ) {
    rooms = SceneFamily(pattern, residence) { [events] in Room($0, events) }
    rooms.publish("light", description: "Its brightness.") { $0.light }
    rooms.intent("set", Parameter<Int>("to")) { room, _, brightness in
      room.set(brightness)
      return []
    }
    rooms.intent("wait") { [mayAnswer] room, _ in
      await mayAnswer.wait()
      return [("room", JSONText(room.name))]
    }
    if residence == .onDemand {
      rooms.onFirstUse { [weak self] _ in
        guard let self else { return }
        loads += 1
        if let failure { throw failure }
      }
    }
    rooms.insert(names)
  }

  func publish(_ registry: Registry) {
    registry.add(rooms)
  }
}
