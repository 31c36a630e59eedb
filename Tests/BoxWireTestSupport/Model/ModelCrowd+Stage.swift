internal import BoxWire
internal import SystemTestSupport

/// What the writer directs, and what the clients do with their sessions.
extension ModelCrowd {
  /// Lets the writer and the witness see everything, whatever the rules.
  func beginDirecting() throws {
    guard stage?.rules != nil else { return }
    for peer in [writer, witness] {
      let parameters = #"{"name":"\#(ModelRules.director)","number":0,"filling":0}"#
      guard try peer.call("session.mine.logIn", parameters)["result"] != nil else {
        throw ModelFailure("the director cannot log in")
      }
    }
  }

  // MARK: The writer

  func direct() throws {
    if chance(12) { try performActions() }
    if stage?.rules != nil, chance(1) { try changeRule() }
    if stage?.handsOver == true, chance(1) { try handOver() }
  }

  private func handOver() throws {
    try writer.call("director.handOver")
    // Answered by the next one.
    let revision = try writer.revision()
    try learn()
    for index in clients.indices { clients[index].model.lastHandOver = revision }
    tally["handed over", default: 0] += 1
  }

  /// Changes boxes of sessions and scenes in one turn.
  private func performActions() throws {
    var actions: [ModelStage.Action] = []
    var assignments: Set<BoxHistory.Assignment> = []
    for scene in ModelStage.scenes.indices where chance(30) {
      let (action, changes) = action(on: scene)
      actions.append(action)
      assignments.formUnion(changes)
    }
    var own: [(client: Int, box: Int, value: Int)] = []
    for index in clients.indices where chance(5) {
      guard let session = clients[index].model.own.number else { continue }
      let (box, value) = (randomOwnBox, makeValue())
      own.append((index, box, value.number))
      actions.append(.setOwn(session: session, box: box, value))
    }
    guard !actions.isEmpty else { return }
    let text = actions.map(\.text).joined(separator: ";")
    let answer = try writer.call("director.perform", #"{"actions":"\#(text)"}"#)
    guard let revision = answer["result", "revision"]?.integer else {
      throw ModelFailure("refused: \(answer)")
    }
    // Boxes of sessions have the revision after that of others.
    if !assignments.isEmpty { written[own.isEmpty ? revision : revision - 1] = assignments }
    if !own.isEmpty {
      ownRevisions.insert(revision)
      tally[assignments.isEmpty ? "own alone" : "own with others", default: 0] += 1
    }
    for (client, box, value) in own { clients[client].model.own.assign(box, value, at: revision) }
    try learn()
  }

  private func action(
    on scene: Int
  ) -> (action: ModelStage.Action, changes: [BoxHistory.Assignment]) {
    let first = history.sharedPaths + scene * ModelStage.boxes.count
    let boxes = first..<(first + ModelStage.boxes.count)
    guard history.lastValue(of: first) > 0 else {
      let values = boxes.map { _ in makeValue() }
      return (
        .insert(scene: scene, values),
        zip(boxes, values).map { .init(box: $0, value: $1.number) }
      )
    }
    if chance(20) {
      tally["scene removed", default: 0] += 1
      return (.remove(scene: scene), boxes.map { .init(box: $0, value: 0) })
    }
    let (box, value) = (Int.random(in: 0..<boxes.count, using: &generator), makeValue())
    return (.set(scene: scene, box: box, value), [.init(box: first + box, value: value.number)])
  }

  private func changeRule() throws {
    rule = Int.random(in: 0..<(stage?.rules?.count ?? 1), using: &generator)
    let answer = try writer.call("director.rule", #"{"number":\#(rule)}"#)
    guard let before = answer["result", "before"]?.integer else {
      throw ModelFailure("refused: \(answer)")
    }
    history.rules?.append(RuleHistory.Change(revision: before, rule: rule))
    tally["rules changed", default: 0] += 1
  }

  private func makeValue() -> ModelStage.Value {
    let filling = randomFilling
    return ModelStage.Value(number: history.makeValue(filling: filling), filling: filling)
  }

  private var randomOwnBox: Int { Int.random(in: ModelStage.own.indices, using: &generator) }

  // MARK: Clients

  /// Lets a client use its session.
  func act(_ index: Int) throws {
    if chance(5) { try setOwn(index) }
    if chance(3) { try get(index) }
    if stage?.rules != nil, chance(3) { try logIn(index) }
    if clients[index].model.own.number == nil, chance(20) {
      lastSession += 1
      try send(
        .begin(number: lastSession), "session.mine.begin", #"{"number":\#(lastSession)}"#, index)
    }
  }

  private func setOwn(_ index: Int) throws {
    let (box, value) = (randomOwnBox, makeValue())
    try send(
      .setOwn(box: box, value: value.number), "session.mine.set",
      #"{"box":\#(box),"number":\#(value.number),"filling":\#(value.filling)}"#, index)
  }

  private func logIn(_ index: Int) throws {
    let name = stage?.rules?.names.randomElement(using: &generator) ?? ""
    let value = makeValue()
    try send(
      .logIn(name: name, value: value.number), "session.mine.logIn",
      #"{"name":"\#(name)","number":\#(value.number),"filling":\#(value.filling)}"#, index)
  }

  private func get(_ index: Int) throws {
    let some = (0..<2).compactMap { _ in patterns.randomElement(using: &generator) }
    // Paths that need not exist are refused then.
    let wild = Array(Set(some.filter { $0.contains("*") }))
    guard !wild.isEmpty else { return }
    try send(.get(wild), "get", #"{"boxes":\#(wild.json)}"#, index)
  }

  /// Whether a client that connects again may resume: not with more rights than it had.
  func mayResume(_ index: Int) -> Bool {
    guard let rules = history.rules else { return true }
    return clients[index].model.view == .everything
      || rules.view(of: "", after: rules.changes.count) != .everything
  }
}
