internal import BoxWire
internal import SystemTestSupport

/// What the writer does, and how the crowd follows it.
extension ModelCrowd {
  func write() throws {
    let count = chance(10) ? Int.random(in: 2...20, using: &generator) : 1
    var requests: [Set<BoxHistory.Assignment>] = []
    var text = ""
    for _ in 0..<count {
      if chance(10) {
        let (line, assignments) = severalChanges()
        text += line
        requests.append(assignments)
        continue
      }
      let box = Int.random(in: 0..<history.sharedPaths, using: &generator)
      let isDelete = chance(15)
      let value = isDelete ? 0 : history.makeValue(filling: randomFilling)
      requests.append([.init(box: box, value: value)])
      lastID += 1
      text += #"{"id":\#(lastID),"method":""# + (isDelete ? "delete" : "set")
      text += #"","params":{"box":"\#(history.paths[box])""#
      if !isDelete { text += #","value":\#(history.text(of: value))"# }
      living.remove(box)
      if !isDelete, box % 2 == 0, chance(6) {
        text += #","ttl":\#(Double.random(in: 0.001...0.03, using: &generator))"#
        mortal.insert(box)
        living.insert(box)
      }
      text += "}}\n"
    }
    try send(text, requests)
  }

  /// A request that sets, or deletes, several boxes in one revision.
  private func severalChanges() -> (line: String, Set<BoxHistory.Assignment>) {
    let boxes = (0..<history.sharedPaths).shuffled(using: &generator)
      .prefix(Int.random(in: 1...5, using: &generator))
    let isDelete = chance(15)
    var assignments: Set<BoxHistory.Assignment> = []
    let changes = boxes.map { box in
      let value = isDelete ? 0 : history.makeValue(filling: min(randomFilling, 150_000))
      living.remove(box)
      assignments.insert(.init(box: box, value: value))
      let text = isDelete ? "" : #","value":\#(history.text(of: value))"#
      return #"{"box":"\#(history.paths[box])"\#(text)}"#
    }
    lastID += 1
    let line =
      #"{"id":\#(lastID),"method":""# + (isDelete ? "delete" : "set")
      + #"","params":{"changes":[\#(changes.joined(separator: ","))]}}"# + "\n"
    return (line, assignments)
  }

  var randomFilling: Int {
    if chance(1) {
      return Int.random(in: chance(20) ? 50_000...900_000 : 30_000...100_000, using: &generator)
    }
    return Int.random(in: 0...(chance(5) ? 20_000 : 30), using: &generator)
  }

  /// Sets more than fits in one line, in values of about the same length, or of lengths that a kernel
  /// takes at once although a client lags.
  func writeMuch() throws {
    var requests: [Set<BoxHistory.Assignment>] = []
    var text = ""
    let (count, lengths) = chance(50) ? (26, 60_000...60_000) : (12, 50_000...200_000)
    for box in (0..<history.sharedPaths).shuffled(using: &generator).prefix(count) {
      let value = history.makeValue(filling: Int.random(in: lengths, using: &generator))
      living.remove(box)
      requests.append([.init(box: box, value: value)])
      lastID += 1
      text += #"{"id":\#(lastID),"method":"set","params":{"box":"\#(history.paths[box])""#
      text += #","value":\#(history.text(of: value))}}"# + "\n"
    }
    try send(text, requests)
  }

  func send(_ text: String, _ requests: [Set<BoxHistory.Assignment>]) throws {
    try writer.send(Array(text.utf8))
    for assignments in requests {
      let response = try writer.nextResponse()
      if let revision = response["result", "revision"]?.integer {
        written[revision] = assignments
        if assignments.count > 1 { tally["together", default: 0] += 1 }
      } else if assignments.contains(where: { $0.value > 0 }) || response.errorCode != -32001 {
        throw ModelFailure("refused: \(response)")
      }
    }
    try learn()
  }

  /// Reads the history up to now.
  func learn() throws {
    lastID += 1
    try witness.send(#"{"id":\#(lastID),"method":"ping"}"#)
    while true {
      let line = try witnessLine()
      switch line.kind {
      case .change(let boxes): try note(boxes)
      case .response:
        guard written.isEmpty else { throw ModelFailure("the witness missed \(written)") }
        return
      default: throw ModelFailure("the witness received \(line.text)")
      }
    }
  }

  func witnessLine() throws -> ModelLine {
    let bytes = try witness.nextLine()
    return try ModelLine(ModelLine.text(of: bytes), size: bytes.count, history)
  }

  func note(_ boxes: ModelLine.Boxes) throws {
    let assignments =
      boxes.values.map { BoxHistory.Assignment(box: $0.box, value: $0.value) }
      + boxes.removed.map { BoxHistory.Assignment(box: $0, value: 0) }
    guard let first = assignments.first, boxes.revision > history.revision,
      !ownRevisions.contains(boxes.revision)
    else { throw ModelFailure("the witness received \(boxes)") }
    if let written = written.removeValue(forKey: boxes.revision) {
      guard written == Set(assignments) else {
        throw ModelFailure("the witness received \(boxes)")
      }
    } else {
      guard assignments.count == 1 else { throw ModelFailure("the witness received \(boxes)") }
      try noteOther(first, boxes.revision)
    }
    for assignment in assignments {
      history.append(
        .init(revision: boxes.revision, box: assignment.box, value: assignment.value))
    }
  }

  /// Takes a change that is not the writer's.
  private func noteOther(_ change: BoxHistory.Assignment, _ revision: Int) throws {
    let (box, value) = (change.box, change.value)
    if value > 0, announced.removeValue(forKey: value) == box {
      tally["set by a client", default: 0] += 1
    } else {
      guard value == 0, mortal.contains(box) else {
        throw ModelFailure("nobody changed \(history.paths[box]) at \(revision)")
      }
      tally["expired", default: 0] += 1
    }
  }
}
