import Loop
import TestSupport
import Testing
import Wire

@testable import Server

/// Subscribers that are behind, and what can no longer be told them.
@Suite(.enabled(if: LoopThread.isRunning)) struct LagTests {
  /// A subscriber of everything under `a`, with a publisher that remembers ten removals.
  @LoopActor
  private final class Fixture: SubscriberOutput {
    let publisher = Publisher(epoch: "e", maximumTombstones: 10) { _ in }
    private(set) lazy var subscriber = Subscriber(output: self, publisher: publisher)
    var isDrained = true
    private(set) var lines: [JSONText] = []

    var wantsMore: Bool { isDrained }

    init() {
      set("a.gone", 1)
      set("a.kept", 1)
      subscriber.add([Pattern("a.**")!])
      subscriber.resume()
      publisher.flush()
      lines = []
    }

    func offer(_ line: [UInt8]) -> Bool {
      if isDrained { append(line) }
      return isDrained
    }

    func append(_ line: [UInt8]) {
      lines.append((try? JSONText(parsing: line)) ?? .null)
    }

    /// The kernel takes bytes again.
    func drain() {
      isDrained = true
      subscriber.resume()
    }

    func set(_ text: String, _ value: Int) {
      _ = publisher.set(Path(text)!, to: JSONText(value))
    }

    /// To half a mebibyte.
    func setLarge(_ text: String) {
      _ = publisher.set(Path(text)!, to: JSONText(String(repeating: "x", count: 1 << 19)))
    }

    func remove(_ text: String) {
      publisher.remove(publisher.box(at: Path(text)!)!)
    }

    /// Boxes that nobody subscribes to are made and removed.
    func removeOthers(_ count: Int) {
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
        return "\(line["method"]?.string ?? "") \(boxes)\(removed.joined(separator: " "))"
      }
    }
  }

  @LoopActor
  @Test func `who lags is told all removals that are remembered`() {
    let fixture = Fixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.removeOthers(9)
    fixture.publisher.flush()
    #expect(fixture.story == [])
    fixture.drain()
    #expect(fixture.story == ["change -a.gone"])
  }

  @LoopActor
  @Test func `who lags behind the removals that are remembered gets a gap and all boxes`() {
    let fixture = Fixture()
    let revision = fixture.publisher.revision
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.publisher.flush()
    fixture.removeOthers(10)
    fixture.set("a.new", 1)
    fixture.publisher.flush()
    fixture.drain()
    #expect(fixture.story == ["gap ", "snapshot a.kept a.new", "synced "])
    #expect(
      fixture.lines[0]["params"]?.description
        == #"{"from":\#(revision + 1),"to":\#(fixture.publisher.revision)}"#)
    fixture.set("a.after", 1)
    fixture.publisher.flush()
    #expect(fixture.story.last == "change a.after")
  }

  @LoopActor
  @Test func `more removals than are remembered between two flushes are a gap for everybody`() {
    let fixture = Fixture()
    fixture.remove("a.gone")
    fixture.removeOthers(10)
    fixture.publisher.flush()
    #expect(fixture.story == ["gap ", "snapshot a.kept", "synced "])
  }

  @LoopActor
  @Test func `a large catch-up shows at once that the state is not consistent`() {
    let fixture = Fixture()
    fixture.isDrained = false
    for name in ["a.b", "a.c", "a.d"] { fixture.setLarge(name) }
    fixture.publisher.flush()
    // Nothing more may be made; what was begun is told all the same.
    fixture.subscriber.sendChanges()
    #expect(fixture.story == ["change ", "snapshot a.b"])
    fixture.set("a.kept", 2)
    fixture.drain()
    #expect(
      fixture.story.dropFirst(2) == ["change a.kept", "snapshot a.c", "snapshot a.d", "synced "])
  }

  @LoopActor
  @Test func `who was told a removal does not mind that it is forgotten`() {
    let fixture = Fixture()
    fixture.remove("a.gone")
    fixture.publisher.flush()
    fixture.removeOthers(9)
    fixture.publisher.flush()
    fixture.removeOthers(9)
    fixture.publisher.flush()
    fixture.set("a.new", 1)
    fixture.publisher.flush()
    #expect(fixture.story == ["change -a.gone", "change a.new"])
  }

  @LoopActor
  @Test func `a box that was made again is not forgotten with its removal`() {
    let fixture = Fixture()
    fixture.isDrained = false
    fixture.remove("a.gone")
    fixture.set("a.gone", 2)
    fixture.removeOthers(9)
    fixture.publisher.flush()
    fixture.drain()
    #expect(fixture.story == ["change a.gone"])
    fixture.removeOthers(20)
    #expect(fixture.publisher.box(at: Path("a.gone")!) != nil)
  }
}
