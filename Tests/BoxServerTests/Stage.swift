import BoxWire
import BoxWireTestSupport
import Boxes
import UVLoop

@testable import BoxServer

/// A server with everything that a ``ModelStage`` describes.
@LoopActor
final class Stage {
  /// `[number, "~~~"]`
  private struct Value: Encodable {
    let number: Int
    let filling: Int

    init(_ value: ModelStage.Value) {
      self.init(value.number, value.filling)
    }

    init(_ number: Int = 0, _ filling: Int = 0) {
      (self.number, self.filling) = (number, filling)
    }

    init(_ text: JSONText) {
      self.init(text.elements?[0].integer ?? 0, text.elements?[1].string?.utf8.count ?? 0)
    }

    var json: JSONText { [JSONText(number), JSONText(String(repeating: "~", count: filling))] }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(String(repeating: "~", count: filling))
    }
  }

  /// What a client has for itself.
  @LoopActor
  private final class Mine {
    weak var session: Session?
    /// Under which it is known.
    var numbers: [Int] = []
    let boxes = ModelStage.own.map { _ in Box(Value()) }

    init(_ session: Session) {
      self.session = session
    }
  }

  private struct Weak {
    weak var mine: Mine?
  }

  @LoopActor
  private final class Scenery {
    let boxes: [Box<Value>]

    init(_ values: [ModelStage.Value]) {
      boxes = values.map { Box(Value($0)) }
    }
  }

  nonisolated let server: TestServer
  private var listeners: [Listener] = []
  /// How many clients have been handed over.
  private(set) var handedOver = 0
  private var sceneries: [String: Scenery] = [:]
  /// By the number under which they are known.
  private var sessions: [Int: Weak] = [:]
  private let rules: ModelRules?
  private var rule = 0
  /// The rights so far.
  private var rights: [Key: Rights] = [:]

  private struct Key: Hashable {
    let patterns: [String]
    let isProber: Bool
  }

  init(_ stage: ModelStage, limits: ServerLimits = ServerLimits()) throws {
    rules = stage.rules
    server = try TestServer(limits: limits)
    let registry = server.registry
    if rules != nil { registry.rights = { [unowned self] caller, _ in rights(of: caller) } }
    let mine = mine()
    registry.configure(mine) { [unowned self] in [mine.presenting(makeMine($0))] }
    let family = family()
    registry.add(family)
    registry.add(director(of: family))
  }

  private func makeMine(_ session: Session) -> Mine {
    let mine = Mine(session)
    session.save = {
      JSONText([
        ("numbers", JSONText(elements: mine.numbers.map { JSONText($0) })),
        ("values", JSONText(elements: mine.boxes.map(\.value.json))),
        ("login", mine.session?.login.map { JSONText($0.name) }),
      ])
    }
    session.restore = { [unowned self, unowned mine] state in
      for (box, value) in zip(mine.boxes, state["values"]?.elements ?? []) {
        box.value = Value(value)
      }
      if let name = state["login"]?.string { mine.session?.login = Login(name: name, groups: []) }
      mine.numbers = state["numbers"]?.elements?.compactMap(\.integer) ?? []
      for number in mine.numbers { sessions[number] = Weak(mine: mine) }
    }
    return mine
  }

  /// Lets another listener go on with all clients that have no unanswered request.
  private func handOver() async throws {
    let listener = listeners.last ?? server.listener
    let clients = await listener.handOver()
    for connection in listener.open.values { connection.goOn() }
    let text = HandOverText.bytes(of: clients.map(\.state), epoch: server.registry.epoch)
    let read = try text.withUnsafeBytes { try HandOverText($0) }
    let next = try Listener(path: server.socket, registry: server.registry)
    listeners.append(next)
    handedOver += next.goOn(
      with: zip(read.connections, clients).map { ($0, $1.descriptor) }, epoch: read.epoch)
  }

  private func mine() -> SessionScene<Mine> {
    let scene = SessionScene<Mine>("session.mine")
    for (index, name) in ModelStage.own.enumerated() {
      scene.publish(name) { Output($0.boxes[index]) }
    }
    scene.intent(
      "set", Parameter<Int>("box"), Parameter<Int>("number"), Parameter<Int>("filling")
    ) { mine, _, box, number, filling in
      mine.boxes[box].value = Value(number, filling)
      return []
    }
    scene.intent("begin", Parameter<Int>("number")) { [unowned self] mine, _, number in
      mine.numbers.append(number)
      sessions[number] = Weak(mine: mine)
      return []
    }
    scene.intent(
      "logIn", Parameter<String>("name"), Parameter<Int>("number"), Parameter<Int>("filling")
    ) { mine, _, name, number, filling in
      mine.session?.login = name.isEmpty ? nil : Login(name: name, groups: [])
      mine.boxes[0].value = Value(number, filling)
      return []
    }
    return scene
  }

  private func family() -> SceneFamily<Scenery> {
    let family = SceneFamily<Scenery>("stage.*") { [unowned self] in
      sceneries[$0] ?? Scenery([])
    }
    for (index, name) in ModelStage.boxes.enumerated() {
      family.publish(name) { Output($0.boxes[index]) }
    }
    return family
  }

  private func director(of family: SceneFamily<Scenery>) -> Scene {
    let scene = Scene("director")
    let changes = Box(0)
    scene.publish(Output(changes), as: "changes")
    scene.intent("perform", Parameter<String>("actions")) { [unowned self] _, actions in
      for action in ModelStage.Action.read(actions) { perform(action, family) }
      return []
    }
    scene.intent("handOver") { [unowned self] _ in
      // The test finds out if it fails: nobody answers any longer.
      LoopActor.task { try? await self.handOver() }
      return []
    }
    scene.intent("rule", Parameter<Int>("number")) { [unowned self] _, number in
      let before = server.registry.revision
      rule = number
      server.registry.rightsChanged()
      // So that each change of the rule has a revision.
      changes.value += 1
      return [("before", JSONText(before))]
    }
    return scene
  }

  private func perform(_ action: ModelStage.Action, _ family: SceneFamily<Scenery>) {
    switch action {
    case .setOwn(let session, let box, let value):
      sessions[session]?.mine?.boxes[box].value = Value(value)
    case .set(let scene, let box, let value):
      sceneries[ModelStage.scenes[scene]]?.boxes[box].value = Value(value)
    case .insert(let scene, let values):
      sceneries[ModelStage.scenes[scene]] = Scenery(values)
      family.insert([ModelStage.scenes[scene]])
    case .remove(let scene):
      family.remove(ModelStage.scenes[scene])
      sceneries[ModelStage.scenes[scene]] = nil
    }
  }

  /// All but the prober may set, delete and call everything.
  private func rights(of caller: Caller) -> Rights? {
    let name = caller.login?.name ?? ""
    guard let texts = rules?.readable(name, under: rule) else { return nil }
    let key = Key(patterns: texts, isProber: name == ModelRules.prober)
    if let known = rights[key] { return known }
    let read = texts.compactMap(Pattern.init)
    let others = key.isProber ? read : [Pattern("**")].compactMap(\.self)
    let new = Rights(read: read, set: others, delete: others, call: others)
    rights[key] = new
    return new
  }
}
