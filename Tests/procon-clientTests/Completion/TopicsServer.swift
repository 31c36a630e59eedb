import BoxServer
import Boxes
import SystemTestSupport
import UVLoop

/// A server in this process with many topics, `t0` and so on, and options `0` and so on of each. It
/// stops when this object is released.
@LoopActor
final class TopicsServer {
  nonisolated let socket: String
  /// The scenes that were created on demand, such as `t0.pros`.
  nonisolated let made = Journal<String>()
  private let listener: Listener
  private let directory = TemporaryDirectory()

  init(topics count: Int, options: Int = 0) throws {
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
    let votes = SceneFamily("topics.*.options.*.votes") { [made] name in
      made.note("\(name).votes")
      return Box(0)
    }
    votes.publish("count") { Output($0) }
    votes.insert(names.flatMap { topic in (0..<options).map { "\(topic).\($0)" } })
    registry.add(votes)
    socket = directory.file("socket")
    listener = try Listener(path: socket, registry: registry)
  }
}
