import BoxWire
import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// Sends random lines to a daemon, and compares each answer with the model's.
final class Fuzzer {
  private let daemon: DaemonProcess
  /// A second client, whose requests the daemon must answer during the attack. It subscribes to the
  /// topics' boxes, so that the daemon keeps them.
  private let witness: Peer
  private var peer: Peer
  private var grammar: FuzzGrammar
  private var model: FuzzModel
  private var ended = 0
  private(set) var lines = 0
  /// How often each kind of answer occurred.
  private(set) var tally: [String: Int] = [:]

  init(seed: UInt64) throws {
    let limits = FuzzModel.Limits()
    let directory = TemporaryDirectory()
    try write(limits.configuration, to: directory.file("procond.json"))
    daemon = try DaemonProcess(["--config", directory.file("procond.json")], in: directory)
    witness = try daemon.connect()
    try witness.subscribe("topics.**")
    let answer = try witness.call("get", #"{"boxes":["topics.**"]}"#)
    guard let result = StrictJSON(answer.bytes)?["result"], let epoch = result["epoch"]?.string,
      let revision = result["revision"]?.whole, let boxes = result["boxes"]?.members
    else { throw PeerError.unexpected(answer) }
    let fixed = boxes.map { (String(decoding: $0.name, as: UTF8.self), $0.value.text) }
    model = FuzzModel(
      limits: limits, epoch: epoch, revision: revision,
      fixed: Dictionary(fixed) { $1 })
    grammar = FuzzGrammar(generator: SeededGenerator(seed: seed))
    peer = try daemon.connect()
  }

  /// - Throws: `FuzzFault` for the first line that is not answered as predicted.
  func run(lines count: Int) throws {
    try runBursts(until: count / 10)
    try leaveAndWait()
    let (memory, descriptors) = (try daemon.memory(), try daemon.descriptors())
    try runBursts(until: count)
    try leave()
    try leaveAndWait()
    // The ring of recent changes has 8 MiB, and the allocator keeps the same amount again.
    let growth = try daemon.memory() - memory
    guard growth < 32 << 20 else { throw FuzzFault("it grew by \(growth) bytes", []) }
    guard try daemon.descriptors() == descriptors else {
      throw FuzzFault("it had \(descriptors) descriptors, and has \(try daemon.descriptors())", [])
    }
  }

  private func runBursts(until count: Int) throws {
    repeat {
      try runBurst()
      if grammar.chance(8) { try askWitness() }
      if grammar.chance(100) { try leave() }
    } while lines < count
  }

  /// Checks that another client gets the same revision.
  private func askWitness() throws {
    let answer = try witness.call("ping")
    guard answer["result", "revision"]?.integer == model.revision else {
      throw FuzzFault("another client got \(answer), not \(model.revision)", [])
    }
  }

  /// Disconnects in one of several ways, and reconnects.
  private func leave() throws {
    // An unfinished line is ignored.
    let rest = #"{"method":"set","params":{"box":"shared.a","value":"rest"}}"#
    if grammar.chance(2) { try peer.send(Array(rest.utf8)) }
    if grammar.chance(2) { peer.endSending() }
    try reconnect()
  }

  /// Reconnects once the daemon has closed this connection, and so all before it.
  private func leaveAndWait() throws {
    peer.endSending()
    while (try? peer.nextLine()) != nil {}
    try reconnect()
    try askWitness()
  }

  private func reconnect() throws {
    peer.close()
    peer = try daemon.connect()
    model.reconnect()
    try askWitness()
  }

  // MARK: Bursts

  /// Sends some lines at once and checks the answers.
  private func runBurst() throws {
    var bytes: [UInt8] = []
    var expected: [FuzzExpectation] = []
    var isLast = false
    // With patterns, a ping waits for other lines, and later requests do not wait for it.
    let most = model.patterns.isEmpty ? grammar.number(1...20) : 1
    for _ in 0..<most where !isLast {
      let piece = nextPiece()
      guard let outcome = predict(piece) else { continue }
      bytes += piece
      expected += outcome.expected
      isLast = outcome.endsBurst
    }
    if case .tooLong? = expected.last { return try endWithLongLine(bytes, expected) }
    ended += 1
    let end = Array(#"{"id":"end \#(ended)","method":"ping"}"#.utf8) + [0x0A]
    try send(bytes)
    if isLast || most == 1 {
      try check(expected, of: bytes)
      expected = []
    }
    try send(end)
    guard let last = predict(end) else { preconditionFailure("a ping can be predicted") }
    try check(expected + last.expected, of: bytes + end)
  }

  private func nextPiece() -> [UInt8] {
    if grammar.chance(500) { return grammar.longLine(model.limits.line) + [0x0A] }
    var line = Array(grammar.line(model).utf8)
    if grammar.chance(3) {
      let other = Array(grammar.line(model).utf8)
      for _ in 0..<grammar.number(1...3) { grammar.damage(&line, other: other) }
    }
    if grammar.chance(10) { line.append(0x0D) }
    return line + [0x0A]
  }

  /// Predicts the answers to one or more whole lines, and updates the model; nil if they must not
  /// be sent.
  private func predict(_ piece: [UInt8]) -> (expected: [FuzzExpectation], endsBurst: Bool)? {
    var model = model
    var expected: [FuzzExpectation] = []
    var endsBurst = false
    let pieces = piece.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
    for line in pieces {
      // The order of the answers would be unknown.
      guard !endsBurst, let prediction = try? model.carryOut(line) else { return nil }
      endsBurst = prediction.endsBurst
      if let expectation = prediction.expectation { expected.append(expectation) }
    }
    // Several lines on a connection with patterns.
    if pieces.count > 1, !self.model.patterns.isEmpty { return nil }
    lines += pieces.count
    self.model = model
    return (expected, endsBurst)
  }

  /// Sends the bytes in one or several pieces.
  private func send(_ bytes: [UInt8]) throws {
    guard grammar.chance(3), !bytes.isEmpty else { return try peer.send(bytes) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(grammar.number(1...max(1, bytes.count / 2)))
      try peer.send(Array(piece))
      rest = rest.dropFirst(piece.count)
      if grammar.chance(8) { poll(nil, 0, 1) }
    }
  }

  private func endWithLongLine(_ bytes: [UInt8], _ expected: [FuzzExpectation]) throws {
    do {
      try peer.send(bytes)
    } catch is SystemError {
      // The daemon closed before it had read everything.
    }
    try check(expected, of: bytes)
    let bye = try peer.next()
    guard bye["method"]?.string == "bye", bye["params", "reason"]?.string == "limit" else {
      throw FuzzFault("no bye, but \(bye)", bytes)
    }
    try peer.expectEnd()
    try reconnect()
  }

  // MARK: Answers

  private func check(_ expected: [FuzzExpectation], of bytes: [UInt8]) throws {
    for expectation in expected {
      let answer: StrictJSON
      do {
        answer = try nextAnswer()
      } catch {
        throw FuzzFault("\(error) instead of \(expectation)", bytes)
      }
      if let fault = expectation.fault(in: answer, epoch: model.epoch) {
        throw FuzzFault(fault, bytes, answer.text)
      }
      count(answer)
    }
  }

  /// The next line that is not a notification. Notifications must have a known method and no future
  /// revision.
  private func nextAnswer() throws -> StrictJSON {
    while true {
      let line = try peer.nextLine()
      guard let json = StrictJSON(line, depth: 72) else { throw FuzzFault("not JSON", [], line) }
      guard let method = json["method"]?.string else { return json }
      let methods = ["snapshot", "synced", "change", "gap"]
      let revision = (json["params"]?["revision"] ?? json["params"]?["to"])?.whole ?? .max
      guard methods.contains(String(decoding: method, as: UTF8.self)), revision <= model.revision
      else { throw FuzzFault("an unexpected notification", [], line) }
      tally["notification", default: 0] += 1
    }
  }

  private func count(_ answer: StrictJSON) {
    let code = answer["error"]?["code"]?.whole.map(String.init)
    tally[code ?? (answer.elements == nil ? "result" : "batch"), default: 0] += 1
  }
}

/// A violation of the protocol by the daemon.
struct FuzzFault: Error, CustomStringConvertible {
  let description: String

  /// - Parameters:
  ///   - sent: the lines since the last checked answer, and those before it.
  ///   - answer: the received line.
  init(_ fault: String, _ sent: [UInt8], _ answer: [UInt8] = []) {
    description = """
      \(fault)
      answer: \(String(decoding: answer.prefix(2000), as: UTF8.self))
      sent: \(String(decoding: sent, as: UTF8.self).debugDescription)
      bytes: \(sent)
      """
  }
}
