import BoxServer
import BoxWire
import Boxes
import UVLoop

/// A scene of each session in which a client says who it is: `session.logIn` with a `name`, where an
/// empty one logs out. Its box `session.mine` contains the name.
@LoopActor
final class Entrance {
  private weak var session: Session?
  private let mine = Box("")

  private init(_ session: Session) {
    self.session = session
  }

  /// - Parameter name: who each session has logged in as from the beginning; nil for no one.
  static func publish(_ registry: Registry, as name: String? = nil) {
    let scene = SessionScene<Entrance>("session")
    scene.publish("mine") { Output($0.mine) }
    scene.intent("logIn", Parameter<String>("name")) { entrance, _, name in
      entrance.session?.login = name.isEmpty ? nil : Login(name: name, groups: [])
      entrance.mine.value = name
      return []
    }
    registry.configure(scene) { session in
      session.login = name.map { Login(name: $0, groups: []) }
      return [scene.presenting(Entrance(session))]
    }
  }
}
