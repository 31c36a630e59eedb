import BoxWire
import Boxes
import SystemTestSupport
import UVLoop

@testable import BoxServer

/// A server whose clients have a desk each, `session.desk`, and work in a house that they share. It
/// counts what was made for them and is not released yet.
@LoopActor
final class Workshop {
  /// An object that is not released yet, if it is there.
  private struct Weak {
    weak var object: AnyObject?
  }

  /// The boxes and intents of one session.
  @LoopActor
  private final class Desk {
    weak var session: Session?
    let count = Box(0)
    let text = Box("")

    init(_ session: Session) {
      self.session = session
    }
  }

  nonisolated let server: TestServer
  private let house: House
  private let visits = Box(0)
  private var made: [Weak] = []
  private var rights: [Weak] = []
  private(set) var sessions = 0
  /// Intents wait until it is opened. Then there is another one.
  private var gate = Gate()

  init() throws {
    let house = House(rooms: ["attic", "bath", "cellar"])
    house.mayAnswer.open()
    self.house = house
    // Scenes that nobody uses are released at once.
    server = try TestServer(sceneRetention: .zero)
    house.publish(server.registry)
    server.registry.add(hall())
    server.registry.rights = { [unowned self] caller, _ in rights(of: caller) }
    let scene = desk()
    server.registry.configure(scene) { [unowned self] session in
      let desk = Desk(session)
      sessions += 1
      made += [Weak(object: session), Weak(object: desk), Weak(object: desk.text)]
      return [scene.presenting(desk)]
    }
  }

  private func desk() -> SessionScene<Desk> {
    let scene = SessionScene<Desk>("session.desk")
    scene.publish("count") { Output($0.count) }
    scene.publish("text") { Output($0.text) }
    scene.intent("add") { desk, _ in
      desk.count.value += 1
      return []
    }
    scene.intent("note", Parameter<String>("text")) { [visits] desk, _, text in
      visits.value += 1
      desk.text.value = text
      return []
    }
    scene.intent("wait") { [unowned self] desk, _ in
      desk.count.value += 1
      await gate.wait()
      desk.count.value += 1
      return []
    }
    scene.intent("logIn", Parameter<String>("name")) { desk, _, name in
      desk.session?.login = name.isEmpty ? nil : Login(name: name, groups: [])
      return []
    }
    scene.intent("logInLater", Parameter<String>("name")) { [unowned self] desk, _, name in
      let session = desk.session
      await gate.wait()
      session?.login = Login(name: name, groups: [])
      return []
    }
    return scene
  }

  private func hall() -> Scene {
    let hall = Scene("hall")
    hall.publish(Output(visits), as: "visits")
    hall.intent("wait") { [unowned self] _ in
      await gate.wait()
      return []
    }
    hall.intent("open") { [unowned self] _ in
      gate.open()
      gate = Gate()
      return [("sessions", JSONText(sessions))]
    }
    return hall
  }

  /// Everything for those who have not logged in, and something else at each login.
  private func rights(of caller: Caller) -> Rights? {
    guard let name = caller.login?.name, let read = Pattern("\(name).**"),
      let call = Pattern("hall.**")
    else { return nil }
    let new = Rights(read: [read], set: [], delete: [], call: [call])
    rights.append(Weak(object: new))
    return new
  }

  /// What is left although only one client without patterns is connected; empty if nothing is.
  var rest: [String] {
    let registry = server.registry
    let memory = registry.log.memory
    registry.answers.removeAll()
    let counts = [
      "connections": server.listener.connections - 1,
      "sessions": registry.sessionCount,
      "session bytes": registry.sessions.bytes,
      "objects of sessions": made.count { $0.object != nil },
      "rights": rights.count { $0.object != nil },
      "tasks": registry.tasks.isIdle ? 0 : 1,
      "subscribers": registry.subscribers,
      "groups": registry.delivery.groups.count,
      "unsent bytes": memory.unsent + memory.shared,
      "unfinished bytes": memory.unfinished,
      "rooms": house.livingRooms,
    ]
    return counts.filter { $0.value != 0 }.map { "\($0.value) \($0.key)" }.sorted()
  }
}

extension House {
  /// How many view models of rooms there are.
  fileprivate var livingRooms: Int {
    events.events.reduce(0) { sum, event in
      if case .made = event { sum + 1 } else { sum - 1 }
    }
  }
}
