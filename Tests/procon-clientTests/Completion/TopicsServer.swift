import BoxServer
import Boxes
import SystemTestSupport
import UVLoop

/// A server in this process with many topics, `t0` and so on. It stops when this object is
/// released.
@LoopActor
final class TopicsServer {
  nonisolated let socket: String
  /// The scenes that were created on demand, such as `t0.pros`.
  nonisolated let made = Journal<String>()
  private let listener: Listener
  private let directory = TemporaryDirectory()

  init(topics count: Int) throws {
    let registry = Registry(server: "test 1")
    let names = (0..<count).map { "t\($0)" }
    let summaries = SceneFamily("topics.*", .always) { _ in Box(0) }
    summaries.publish("summary") { Output($0) }
    summaries.insert(names)
    registry.add(summaries)
    for side in ["pros", "cons"] {
      let sides = SceneFamily("topics.*.\(side)") { [made] name in
        made.note("\(name).\(side)")
        return Box([String]())
      }
      sides.publish("items") { Output($0) }
      sides.intent("add", Parameter<String>("text")) { items, _, text in
        items.value.append(text)
        return []
      }
      sides.insert(names)
      registry.add(sides)
    }
    socket = directory.file("socket")
    listener = try Listener(path: socket, registry: registry)
  }
}
