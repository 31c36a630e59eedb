import BoxServer
import BoxWire
import BoxWireTestSupport
import Boxes
import UVLoop

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
    registry.configure(mine) { [mine.presenting(Mine($0))] }
    let family = family()
    registry.add(family)
    registry.add(director(of: family))
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
