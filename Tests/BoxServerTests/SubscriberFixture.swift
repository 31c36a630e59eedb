import BoxWire
import TestSupport
import UVLoop

@testable import BoxServer

/// A subscriber of everything under `a`, with a publisher that remembers twenty changes.
@LoopActor
final class SubscriberFixture: SubscriberOutput {
  let publisher: Publisher
  private(set) lazy var subscriber = Subscriber(output: self, publisher: publisher)
  let lane = PipeLane.none
  var isDrained = true {
    didSet { subscriber.isReady = isDrained }
  }
  /// How many bytes the kernel takes of what is offered.
  var room = Int.max
  private(set) var lines: [JSONText] = []

  var wantsMore: Bool { isDrained }

  /// One without patterns.
  init(sharing publisher: Publisher) {
    self.publisher = publisher
  }

  convenience init(_ delivery: Delivery = Delivery()) {
    var limits = ServerLimits()
    limits.recentChanges = 20
    self.init(sharing: Publisher(epoch: "e", limits: limits))
    set("a.gone", 1)
    set("a.kept", 1)
    subscriber.add([Pattern("a.**")!], delivery)
    subscriber.resume()
    subscriber.isReady = true
    publisher.flush()
    lines = []
  }

  /// As a session does: a group and its members hold each other.
  isolated deinit {
    subscriber.end()
  }

  func offer(_ lines: [UInt8], sent: Int, end: (Int) -> Int) -> Int {
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

  func append(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      lines.append((try? JSONText(parsing: line)) ?? .null)
    }
  }

  /// The kernel takes bytes again.
  func drain() {
    isDrained = true
    room = .max
    subscriber.resume()
    subscriber.isReady = true
  }

  func set(_ text: String, _ value: Int) {
    _ = publisher.set(Path(text)!, to: JSONText(value))
  }

  /// Leaves out what came first.
  func dropFirstLine() {
    lines.removeFirst()
  }

  /// To half a mebibyte.
  func setLarge(_ text: String, _ letter: String = "x") {
    _ = publisher.set(Path(text)!, to: JSONText(String(repeating: letter, count: 1 << 19)))
  }

  func remove(_ text: String) {
    publisher.remove(publisher.box(at: Path(text)!)!)
  }

  /// Boxes that nobody subscribes to are made and removed: two changes each.
  func changeOthers(_ count: Int) {
    for number in 0..<count {
      set("b.n\(number)", 1)
      remove("b.n\(number)")
    }
  }

  /// What the lines say: a method, and the boxes that it names.
  var story: [String] {
    lines.map { line in
      let boxes = (line["params", "boxes"]?.names ?? []).joined(separator: " ")
      let removed = (line["params", "removed"]?.elements ?? []).map { "-" + ($0.string ?? "") }
      let merged = (line["params", "merged"]?.integer).map { " x\($0)" } ?? ""
      return "\(line["method"]?.string ?? "") \(boxes)\(removed.joined(separator: " "))\(merged)"
    }
  }
}

extension Publisher {
  /// Publishes a value as a change of its own.
  @discardableResult
  func set(_ path: Path, to value: JSONText) -> Int {
    let box = makeBox(at: path)
    value.bytes.withUnsafeBytes { set(box, to: $0) }
    return box.revision
  }
}
