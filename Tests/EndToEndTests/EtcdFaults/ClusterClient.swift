import BoxWire
import BoxWireTestSupport
import Glibc
import Synchronization
import SystemTestSupport

/// How far a client is, for the test that lets members fail.
final class ClientProgress: Sendable {
  /// The newest revision of the cluster in which a change of the client was made.
  var revision: Int { state.withLock { $0.revision } }
  /// Whether it met what must not be, and has ended.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }
  /// Whether the client is to change nothing more, and whether it is to end.
  var isDone: Bool { state.withLock { $0.isDone } }
  var mayEnd: Bool { state.withLock { $0.mayEnd } }

  private struct State {
    var revision = 0
    var hasFailed = false
    var isDone = false
    var mayEnd = false
  }

  private let state = Mutex(State())

  func reach(_ revision: Int) { state.withLock { $0.revision = max($0.revision, revision) } }
  func fail() { state.withLock { $0.hasFailed = true } }
  func finish() { state.withLock { $0.isDone = true } }
  func end() { state.withLock { $0.mayEnd = true } }
}

/// A client of one daemon that reads and changes boxes and a board at random, and records it.
final class ClusterClient {
  /// What it knows of the arguments that it has added.
  private struct Arguments {
    var made: Set<String> = []
    var removed: Set<String> = []
    /// Those whose removal was not answered.
    var mayBeRemoved: Set<String> = []
  }

  private let number: Int
  private let caller: Peer
  private let follower: Peer
  private let progress: ClientProgress
  /// Whether conditional changes have conditions.
  private let isCareful: Bool
  private var history = ClusterHistory()
  private var view: [[ClusterHistory.Version]] = []
  private var arguments = Arguments()
  private var faults: [String] = []
  private var made = 0

  /// The topic of the board.
  static let topic = "team.what-holds"

  /// - Parameter socket: that of its daemon.
  init(_ number: Int, _ socket: String, _ progress: ClientProgress, isCareful: Bool) throws {
    (self.number, self.progress, self.isCareful) = (number, progress, isCareful)
    caller = try Peer.connect(to: socket)
    follower = try Peer.connect(to: socket)
    try follower.requestSubscription("fleet.boxes.*", members: #""mode":"every""#)
  }

  /// Works until ``ClientProgress/isDone``, and follows until ``ClientProgress/mayEnd``.
  ///
  /// - Returns: what it did and saw, and sentences about what it saw and could not be.
  func run() throws -> (history: ClusterHistory, faults: [String]) {
    while !progress.isDone {
      let box = "fleet.boxes.\(Int.random(in: 1...3))"
      switch Int.random(in: 1...8) {
      case 1...3: try change(box, isConditional: false)
      case 4...6: try change(box, isConditional: true)
      case 7: _ = try read(box)
      default: try changeBoard()
      }
      try follow()
      // Other tests need the processors, too.
      poll(nil, 0, 2)
    }
    while !progress.mayEnd {
      try follow()
      poll(nil, 0, 10)
    }
    for line in try follower.linesUpToNow() { note(line) }
    _ = try board()
    history.views = [view]
    return (history, faults)
  }

  // MARK: Boxes

  private func follow() throws {
    while let line = try follower.nextLineIfThere() { note(try JSONText(parsing: line)) }
  }

  private func note(_ line: JSONText) {
    guard line.method == "change" else {
      if line.method == "gap" { faults.append("the stream of client \(number) has a gap") }
      return
    }
    view.append(
      (line["params", "boxes"]?.members ?? []).compactMap { box, value in
        value.integer.map { ClusterHistory.Version(box: box, value: $0) }
      })
  }

  /// - Returns: the value, and a revision of the daemon at which the box had it.
  private func read(_ box: String) throws -> (value: Int?, revision: Int) {
    let result = try caller.call("get", #"{"boxes":["fleet.boxes.*"]}"#)["result"] ?? .null
    let value = result["boxes"]?[box]?.integer
    history.reads.append(.init(client: number, box: box, value: value, time: .now))
    return (value, result["revision"]?.integer ?? 0)
  }

  private func change(_ box: String, isConditional: Bool) throws {
    made += 1
    let value = 1_000_000 * (number + 1) + made
    let before = try isConditional ? read(box) : nil
    var condition = ""
    if isCareful, let before {
      condition = #","ifRevision":\#(before.value == nil ? 0 : before.revision)"#
    }
    let start = ContinuousClock.now
    let answer = try caller.call("set", #"{"box":"\#(box)","value":\#(value)\#(condition)}"#)
    let outcome: ClusterHistory.Change.Outcome
    switch (answer["result", "storeRevision"]?.integer, answer.errorCode) {
    case (let revision?, _):
      outcome = .made(revision: revision)
      progress.reach(revision)
    case (nil, -32002): outcome = .refused
    case (nil, -32005): outcome = .unknown
    default: throw PeerError.unexpected(answer)
    }
    history.changes.append(
      .init(
        client: number, box: box, value: value, predecessor: before.map { .some($0.value) } ?? nil,
        start: start, end: .now, outcome: outcome))
  }

  // MARK: Board

  /// Adds an argument, or removes one if there are many.
  private func changeBoard() throws {
    let own = try board()
    if own.count > 30, let (text, id) = own.randomElement() {
      let answer = try caller.call("\(Self.topic).pros.remove", #"{"id":"\#(id)"}"#)
      switch answer.errorCode {
      case nil: removed(text)
      // Nobody else removes it, but there was no answer before.
      case -32001 where arguments.mayBeRemoved.contains(text): removed(text)
      case -32002: break
      case -32005:
        arguments.made.remove(text)
        arguments.mayBeRemoved.insert(text)
      default: throw PeerError.unexpected(answer)
      }
    } else {
      made += 1
      let text = "Argument \(made) of \(number)"
      let answer = try caller.call("\(Self.topic).pros.add", #"{"text":"\#(text)"}"#)
      switch answer.errorCode {
      case nil: arguments.made.insert(text)
      // Others have changed the board each time: it must never be there.
      case -32002: removed(text)
      case -32005: break
      default: throw PeerError.unexpected(answer)
      }
    }
  }

  private func removed(_ text: String) {
    arguments.made.remove(text)
    arguments.removed.insert(text)
  }

  /// Reads the board, and compares it with what the client has done.
  ///
  /// - Returns: the ids of its own arguments, by text.
  private func board() throws -> [String: String] {
    let items = try caller.value("\(Self.topic).pros.items").elements ?? []
    var own: [String: String] = [:]
    for item in items {
      guard let text = item["text"]?.string, let id = item["id"]?.string,
        text.hasSuffix(" of \(number)")
      else { continue }
      if own.updateValue(id, forKey: text) != nil { faults.append("\"\(text)\" is there twice") }
    }
    for text in arguments.made where own[text] == nil { faults.append("\"\(text)\" is lost") }
    for text in arguments.removed where own[text] != nil { faults.append("\"\(text)\" is back") }
    // What was added without an answer is there from now on.
    arguments.made.formUnion(Set(own.keys).subtracting(arguments.mayBeRemoved))
    return own
  }
}
