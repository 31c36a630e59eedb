internal import BoxWire
internal import Glibc
internal import SystemTestSupport

/// Clients that act at random, with a model of what each of them must receive.
///
/// One client, the writer, sets and deletes boxes; the others set one from time to time. Another
/// one, the witness, reads each revision, so that the history is known, including boxes that
/// expire. All others subscribe, stall, disconnect and come back, and each line that they receive
/// is checked against the history. On a server with a ``ModelStage``, they also have sessions and
/// log in, and the writer directs the stage.
package final class ModelCrowd {
  /// How often each event happened. The test expects that they did.
  package internal(set) var tally: [String: Int] = [:]

  let socket: String
  let server: AnyObject
  let memory: ModelClient.Memory
  /// nil for a server that has nothing but the boxes that clients share.
  let stage: ModelStage?
  var generator: SeededGenerator
  let seed: UInt64

  let masks: [String: UInt64]
  let patterns: [String]
  var history: BoxHistory
  let epoch: String
  let writer: Peer
  let witness: Peer
  /// The rule in force.
  package internal(set) var rule = 0
  var lastSession = 0
  /// The revisions in which the writer has changed boxes of sessions.
  var ownRevisions: Set<Int> = []
  /// What the writer has changed together, by revision.
  var written: [Int: Set<BoxHistory.Assignment>] = [:]
  /// Values that other clients have requested to set, and their boxes.
  var announced: [Int: Int] = [:]
  /// Boxes that ever had a ttl.
  var mortal: Set<Int> = []
  /// Boxes that have a ttl now.
  var living: Set<Int> = []
  var clients: [Client] = []
  /// Parsed lines, by their short text.
  var known: [String: ModelLine] = [:]
  var lastID = 0

  struct Client {
    var peer: Peer
    var model: ModelClient
    var isStalled = false
    var lines = 0
  }

  /// - Parameters:
  ///   - socket: of a server whose boxes under `shared` are set only here.
  ///   - server: an object that must be kept as long as this one.
  ///   - memory: how much the server remembers at least.
  ///   - stage: what else the server has.
  package init(
    _ count: Int, on socket: String, of server: AnyObject, memory: ModelClient.Memory,
    stage: ModelStage? = nil, seed: UInt64
  ) throws {
    self.socket = socket
    self.server = server
    self.memory = memory
    self.stage = stage
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    history = BoxHistory(shared: CrowdPaths.shared, scenes: stage == nil ? [] : ModelStage.paths)
    masks = try CrowdPaths.masks(of: history, hasStage: stage != nil)
    patterns = masks.keys.sorted() + (stage == nil ? [] : CrowdPaths.ownPatterns)
    if let rules = stage?.rules { history.rules = try RuleHistory(rules, mask: history.mask) }
    let greeting = try Peer(to: socket).next()
    epoch = greeting["params", "epoch"]?.string ?? ""
    writer = try Peer.connect(to: socket)
    witness = try Peer.connect(to: socket)
    try beginDirecting()
    try witness.call("subscribe", #"{"boxes":["shared.**","stage.**"],"mode":"every"}"#)
    _ = try witness.next("synced")
    for _ in 0..<count {
      clients.append(Client(peer: try Peer.connect(to: socket), model: newModel()))
    }
  }

  func newModel() -> ModelClient {
    ModelClient(boxes: history.paths.count, masks: masks, memory: memory)
  }

  /// - Parameter prepare: is called before each step, with its number.
  /// - Throws: `CrowdFailure` for the first violation of the model.
  package func run(steps: Int, _ prepare: (Int) throws -> Void = { _ in }) throws {
    for step in 0..<steps {
      try atStep(step) {
        try prepare(step)
        try self.step()
      }
    }
    try atStep(steps) { try settle() }
  }

  func atStep(_ step: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let failure as CrowdFailure {
      throw failure
    } catch {
      throw CrowdFailure("seed \(seed), step \(step): \(error)")
    }
  }

  func chance(_ percent: Double) -> Bool {
    Double.random(in: 0..<100, using: &generator) < percent
  }

  func step() throws {
    let index = Int.random(in: clients.indices, using: &generator)
    if chance(45) { try write() }
    if stage != nil { try direct() }
    if chance(0.3) {
      try writeMuch()
      // Now many lag.
      for index in clients.indices where chance(10) { try readAnswers(index) }
    }
    if chance(60) { try read(index, atMost: chance(20) ? 3 : 1000) }
    let other = Int.random(in: clients.indices, using: &generator)
    if chance(1) { clients[other].isStalled.toggle() }
    if chance(1) { try reconnect(other) }
    guard clients[other].model.requests.count < 12 else { return }
    if chance(5) { try subscribe(other) }
    if chance(3) { try unsubscribe(other) }
    if chance(2) { try send(.ping, "ping", "{}", other) }
    if stage != nil { try act(other) }
    if chance(0.5) { try readAnswers(other) }
  }

  // MARK: Clients

  func send(
    _ request: ModelClient.Request, _ method: String, _ parameters: String, _ index: Int
  ) throws {
    // Sent together, so that they are carried out before anything else.
    var lines = chance(15) ? [setByClient(index)] : []
    lastID += 1
    clients[index].model.send(request, id: lastID)
    lines.append(#"{"id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
    if chance(15) { lines.append(setByClient(index)) }
    try clients[index].peer.sendWhileReceiving(lines.joined(separator: "\n"))
  }

  /// - Returns: the request to set a box that never expires.
  func setByClient(_ index: Int) -> String {
    let box = Int.random(in: 0..<history.sharedPaths / 2, using: &generator) * 2 + 1
    let value = history.makeValue(filling: randomFilling)
    announced[value] = box
    lastID += 1
    clients[index].model.send(.set, id: lastID)
    return #"{"id":\#(lastID),"method":"set","params":{"box":"\#(history.paths[box])","#
      + #""value":\#(history.text(of: value))}}"#
  }

  func subscribe(_ index: Int, since point: (revision: Int, patterns: [String])? = nil)
    throws
  {
    let count = Int.random(in: 1...3, using: &generator)
    let some = (0..<count).compactMap { _ in patterns.randomElement(using: &generator) }
    var subscription = ModelClient.Subscription(
      patterns: point?.patterns ?? Array(Set(some)).sorted())
    var text = #"{"boxes":\#(subscription.patterns.json)"#
    if clients[index].model.asked.isEmpty {
      subscription.mode = chance(50) ? .every : .latest
      text += #","mode":"\#(subscription.mode == .every ? "every" : "latest")""#
      if subscription.mode == .latest, chance(30) {
        let interval = Int.random(in: 1...30, using: &generator)
        subscription.interval = interval
        text += #","interval":\#(interval)"#
      }
    }
    if let point {
      subscription.since = point.revision
      text += #","since":{"epoch":"\#(epoch)","revision":\#(point.revision)}"#
    }
    try send(.subscribe(subscription), "subscribe", text + "}", index)
  }

  func unsubscribe(_ index: Int) throws {
    let asked = clients[index].model.asked
    if asked.isEmpty || chance(20) {
      return try send(.unsubscribe(nil), "unsubscribe", "{}", index)
    }
    let some = asked.filter { _ in chance(40) } + [asked[0]]
    try send(
      .unsubscribe(some), "unsubscribe", #"{"boxes":\#(Array(Set(some)).json)}"#, index)
  }

  /// Drops unread lines.
  func reconnect(_ index: Int) throws {
    let point = clients[index].model.resumePoint
    clients[index].peer.close()
    clients[index].peer = try Peer.connect(to: socket)
    clients[index].isStalled = chance(20)
    guard let point, chance(80), mayResume(index) else {
      clients[index].model = newModel()
      return
    }
    clients[index].model.reconnect()
    try subscribe(index, since: point)
  }

  /// Reads what has arrived, unless the client is stalled.
  func read(_ index: Int, atMost count: Int) throws {
    guard !clients[index].isStalled else { return }
    var lines: [[UInt8]] = []
    while lines.count < count, let line = try clients[index].peer.nextLineIfThere() {
      lines.append(line)
    }
    guard !lines.isEmpty else { return }
    try learn()
    for line in lines { try take(line, index) }
  }

  /// Reads until each request is answered. Nobody else does anything that concerns the client in the
  /// meantime, so an answer that waits for something else to happen never comes.
  func readAnswers(_ index: Int) throws {
    clients[index].isStalled = false
    try send(.ping, "ping", "{}", index)
    while !clients[index].model.requests.isEmpty {
      let line = try clients[index].peer.nextLine()
      try learn()
      try take(line, index)
    }
    tally["all answered", default: 0] += 1
  }

  func take(_ bytes: [UInt8], _ index: Int) throws {
    do {
      let text = ModelLine.text(of: bytes)
      let line = try known[text] ?? ModelLine(text, size: bytes.count, history)
      if known.count > 2000 { known = [:] }
      if case .response = line.kind {} else { known[text] = line }
      count(line, clients[index].model.mode)
      try clients[index].model.take(line, history)
      if clients[index].model.isCatchingUp { tally["catching up", default: 0] += 1 }
    } catch let failure as ModelFailure {
      let model = clients[index].model
      throw CrowdFailure(
        """
        seed \(seed), client \(index) of mode \(model.mode), interval \(model.interval), \
        \(model.patterns), unsynced \(model.unsynced), asked \(model.requests.count): \(failure)
        \(model.lines.joined(separator: "\n"))
        """)
    }
  }

  func count(_ line: ModelLine, _ mode: ModelClient.Mode) {
    switch line.kind {
    case .change(let boxes):
      tally["\(mode) change", default: 0] += 1
      if boxes.merged != nil { tally["merged", default: 0] += 1 }
    case .own(let values):
      tally[values.isSnapshot ? "own snapshot" : "own change", default: 0] += 1
    case .snapshot: tally["snapshot", default: 0] += 1
    case .synced: tally["synced", default: 0] += 1
    case .gap: tally["\(mode) gap", default: 0] += 1
    case .response(_, let response):
      guard let isResumed = response["result", "resumed"]?.boolean else { return }
      tally[isResumed ? "resumed" : "not resumed", default: 0] += 1
    }
  }

  /// Lets all clients read until nothing is left to send to them.
  func settle() throws {
    while living.contains(where: { box in history.lastValue(of: box) > 0 }) {
      guard case .change(let boxes) = try witnessLine().kind else {
        throw ModelFailure("the witness received something other than a change")
      }
      try note(boxes)
    }
    for index in clients.indices {
      clients[index].isStalled = false
      try readUntilUpToDate(index)
      try send(.ping, "ping", "{}", index)
      try readUntilUpToDate(index)
    }
  }

  func readUntilUpToDate(_ index: Int) throws {
    while !clients[index].model.isUpToDate(with: history) {
      let line = try clients[index].peer.nextLine()
      try learn()
      try take(line, index)
      try read(index, atMost: 1000)
    }
  }
}

/// What a client wrongly received or missed, with everything that helps to find out why.
package struct CrowdFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
