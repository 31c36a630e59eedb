import BoxWire
import BoxWireTestSupport
import UVLoop

@testable import BoxServer

/// A subscriber to everything under `a`, of a log that remembers twenty changes.
@LoopActor
final class SubscriberFixture: SubscriberOutput {
  let log: ChangeLog
  let delivery: Delivery
  private(set) lazy var subscriber = Subscriber(output: self)
  let lane: PipeLane? = nil
  var isDrained = true {
    didSet { delivery.setDrained(isDrained, subscriber) }
  }
  /// How many of the offered bytes the kernel takes.
  var room = Int.max
  private(set) var lines: [JSONText] = []

  /// The number of bytes after which it wants no more in a pass.
  var appetite = Int.max
  private var bytesInPass = 0

  var wantsMore: Bool { isDrained && bytesInPass < appetite }
  let hasEnded = false
  let isClosed = false

  /// A subscriber without patterns.
  init(sharing other: SubscriberFixture) {
    log = other.log
    delivery = other.delivery
  }

  init(_ options: DeliveryOptions = DeliveryOptions()) {
    var limits = ServerLimits()
    limits.recentChanges = 20
    log = ChangeLog(epoch: "e", limits: limits)
    delivery = Delivery(log: log)
    set("a.gone", 1)
    set("a.kept", 1)
    subscribe([Pattern("a.**")!], options)
    delivery.setDrained(true, subscriber)
    delivery.flush()
    lines = []
  }

  /// As a connection does: a group and its members refer to each other.
  isolated deinit {
    delivery.end(subscriber)
  }

  func subscribe(_ patterns: [Pattern], _ options: DeliveryOptions = DeliveryOptions()) {
    delivery.subscribe(subscriber, to: patterns, options)
  }

  /// - Returns: the number of pending `synced` if no pattern remains; otherwise 0.
  @discardableResult
  func unsubscribe(_ patterns: [Pattern]?) -> Int {
    delivery.unsubscribe(subscriber, from: patterns)
  }

  /// As a `ping` does.
  func sendChanges() {
    delivery.whenSynced(subscriber) { _ in }
  }

  func requestFlush() {}

  func offer(_ lines: [UInt8], sent: Int, shared: SharedBytes?, end: (Int) -> Int) -> Int {
    guard isDrained, room > 0 else {
      isDrained = false
      return 0
    }
    let sent = end(min(room, lines.count))
    room = max(0, room - sent)
    append(Array(lines[..<sent]))
    isDrained = sent == lines.count
    return sent
  }

  func offer(pieces: [OutputPiece]) -> Bool {
    let line = Array(pieces.map(\.bytes).joined())
    return offer(line, sent: 0, shared: nil) { _ in line.count } > 0
  }

  func append(_ pieces: [OutputPiece]) {
    append(Array(pieces.map(\.bytes).joined()))
  }

  func append(_ bytes: [UInt8]) {
    bytesInPass += bytes.count
    for line in bytes.split(separator: 0x0A) {
      lines.append((try? JSONText(parsing: line)) ?? .null)
    }
  }

  var rest: Rest { delivery.rest(of: subscriber) }

  /// Does what a connection does in each pass as long as something is left to do.
  ///
  /// - Returns: the number of passes.
  func passUntilNothingIsLeft() -> Int {
    var passes = 0
    while rest == .now, passes < 100 {
      bytesInPass = 0
      delivery.resume(subscriber)
      passes += 1
    }
    return passes
  }

  /// Lets the kernel take bytes again.
  func drain() {
    isDrained = true
    room = .max
    delivery.resume(subscriber)
    delivery.setDrained(true, subscriber)
  }

  func set(_ text: String, _ value: Int) {
    log.set(Path(text)!, to: JSONText(value))
  }

  /// Sets several boxes in one revision.
  func setTogether(_ texts: [String], _ value: Int) {
    for (index, text) in texts.enumerated() {
      let box = log.makeBox(at: Path(text)!)
      _ = JSONText(value).bytes.withUnsafeBytes { log.set(box, to: $0, isContinued: index > 0) }
    }
  }

  /// Drops the first line.
  func dropFirstLine() {
    lines.removeFirst()
  }

  func dropLines() {
    lines = []
  }

  /// Sets a box to a value of half a mebibyte.
  func setLarge(_ text: String, _ letter: String = "x") {
    setText(text, letter, count: 1 << 19)
  }

  /// Sets a box to a string of `count` letters.
  func setText(_ text: String, _ letter: String = "x", count: Int) {
    log.set(Path(text)!, to: JSONText(String(repeating: letter, count: count)))
  }

  func remove(_ text: String) {
    log.remove(log.box(at: Path(text)!)!)
  }

  /// Creates and removes boxes without subscribers: two changes each.
  func changeOthers(_ count: Int) {
    for number in 0..<count {
      set("b.n\(number)", 1)
      remove("b.n\(number)")
    }
  }

  /// A summary of the lines: each one's method and the boxes that it names.
  var story: [String] {
    lines.map { line in
      let boxes = (line["params", "boxes"]?.names ?? []).joined(separator: " ")
      let removed = (line["params", "removed"]?.elements ?? []).map { "-" + ($0.string ?? "") }
      let merged = (line["params", "merged"]?.integer).map { " x\($0)" } ?? ""
      return "\(line["method"]?.string ?? "") \(boxes)\(removed.joined(separator: " "))\(merged)"
    }
  }
}

extension ChangeLog {
  /// Publishes a value as a separate change.
  @discardableResult
  func set(_ path: Path, to value: JSONText) -> Int {
    let box = makeBox(at: path)
    _ = value.bytes.withUnsafeBytes { set(box, to: $0) }
    return box.revision
  }
}
