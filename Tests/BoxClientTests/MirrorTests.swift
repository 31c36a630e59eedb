import BoxWire
import Expectations
import Testing

@testable import BoxClient

struct MirrorTests {
  @Test func `all boxes of a first snapshot are changes`() {
    var mirror = Mirror()
    let change = mirror.apply(boxes(7, ["a.b": 1, "a.c": 2]))
    expect(change, equals: boxes(7, ["a.b": 1, "a.c": 2]))
    expect(mirror.revision, equals: 7)
    expect(mirror["a.b"], equals: JSONText(1))
    expect(mirror["a.x"] == nil)
  }

  @Test func `a change reports only the boxes whose values differ`() {
    var mirror = synced(["a.b": 1, "a.c": 2])
    expect(mirror.apply(boxes(2, ["a.b": 1, "a.c": 3])), equals: boxes(2, ["a.c": 3]))
    expect(mirror["a.c"], equals: JSONText(3))
  }

  @Test func `a removed box is reported once, and only if it existed`() {
    var mirror = synced(["a.b": 1])
    expect(
      mirror.apply(boxes(2, [:], removed: ["a.b", "a.x"])), equals: boxes(2, [:], removed: ["a.b"]))
    expect(mirror.apply(boxes(3, [:], removed: ["a.b"])).isEmpty)
    expect(mirror.revision, equals: 3)
    expect(mirror.boxes.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a mirror that begins with changes reports every removal`(isReplay: Bool) {
    var mirror = Mirror(
      mode: .every, since: isReplay ? nil : Subscribe.Position(epoch: "e", revision: 1),
      isReplay: isReplay)
    expect(mirror.apply(boxes(2, [:], removed: ["a"])).removed, equals: ["a"])
    // After a complete state it knows better.
    mirror.expectAnew()
    _ = mirror.apply(snapshot: boxes(3, ["b": 1]))
    _ = mirror.apply(Synced(epoch: "e", revision: 3))
    expect(mirror.apply(boxes(4, [:], removed: ["a", "b"])).removed, equals: ["b"])
  }

  @Test func `only boxes that patterns match are kept`() {
    var mirror = synced(["a.b": 1, "a.c.d": 2, "e": 3])
    mirror.removeAll(except: ["a.*", "e"].compactMap { Pattern($0) })
    expect(mirror.boxes.map(\.path).sorted(), equals: ["a.b", "e"])
    expect(mirror.isSynced)
    // What is dropped is no removal, and appears again when it is sent.
    expect(mirror.apply(boxes(2, ["a.c.d": 2])), equals: boxes(2, ["a.c.d": 2]))
  }

  @Test func `boxes keep the order in which they first appeared`() {
    var mirror = synced(["z": 1, "a": 2, "m": 3])
    _ = mirror.apply(boxes(2, ["a": 5, "b": 6, "z": 7]))
    expect(mirror.boxes.map(\.path), equals: ["z", "a", "m", "b"])
  }

  @Test func `a box that is removed and created again comes last`() {
    var mirror = synced(["a": 1, "b": 2])
    _ = mirror.apply(boxes(2, [:], removed: ["a"]))
    _ = mirror.apply(boxes(3, ["a": 1]))
    expect(mirror.boxes.map(\.path), equals: ["b", "a"])
  }

  @Test func `a mirror is in step from synced until everything is sent again`() {
    var mirror = Mirror()
    expect(!mirror.isSynced)
    _ = mirror.apply(boxes(1, ["a": 1]))
    expect(!mirror.isSynced)
    _ = mirror.apply(Synced(epoch: "e", revision: 4))
    expect(mirror.isSynced)
    expect(mirror.revision, equals: 4)
    expect(mirror.epoch, equals: "e")
    mirror.expectAnew()
    expect(!mirror.isSynced)
  }

  @Test func `a snapshot puts the mirror out of step until the next synced`() {
    var mirror = synced(["a": 1, "b": 2])
    expect(mirror.apply(snapshot: boxes(9, ["a": 1, "b": 3])), equals: boxes(9, ["b": 3]))
    expect(!mirror.isSynced)
    expect(mirror.apply(Synced(epoch: "e", revision: 9)).isEmpty)
    expect(mirror.isSynced)
  }

  @Test func `the position is the newest complete state and stays while everything is sent again`()
  {
    var mirror = Mirror()
    _ = mirror.apply(snapshot: boxes(1, ["a": 1]))
    expect(mirror.position == nil)
    _ = mirror.apply(Synced(epoch: "e", revision: 2))
    _ = mirror.apply(boxes(3, ["a": 2]))
    expect(mirror.position, equals: Subscribe.Position(epoch: "e", revision: 3))
    _ = mirror.apply(snapshot: boxes(8, ["a": 3]))
    _ = mirror.apply(boxes(9, ["b": 3]))
    expect(mirror.position, equals: Subscribe.Position(epoch: "e", revision: 3))
    expect(mirror.revision, equals: 9)
    _ = mirror.apply(Synced(epoch: "f", revision: 1))
    expect(mirror.position, equals: Subscribe.Position(epoch: "f", revision: 1))
  }

  @Test func `a change that only removes boxes moves the position only in mode every`() {
    for (mode, revision) in [(Subscribe.Mode.latest, 1), (.every, 2)] {
      var mirror = Mirror(mode: mode)
      _ = mirror.apply(boxes(1, ["a": 1]))
      _ = mirror.apply(Synced(epoch: "e", revision: 1))
      _ = mirror.apply(boxes(2, [:], removed: ["a"]))
      expect(mirror.position, equals: Subscribe.Position(epoch: "e", revision: revision))
      expect(mirror.isSynced)
      _ = mirror.apply(boxes(3, ["b": 1], removed: ["c"]))
      expect(mirror.position?.revision, equals: 3)
    }
  }

  @Test func `a box that is sent again with the same value is not a change`() {
    var mirror = synced(["a": 1, "b": 2])
    mirror.expectAnew()
    expect(mirror.apply(boxes(9, ["a": 1, "b": 3])), equals: boxes(9, ["b": 3]))
    expect(mirror.apply(Synced(epoch: "f", revision: 9)).isEmpty)
    expect(mirror.epoch, equals: "f")
  }

  @Test func `boxes that are not sent again by synced are removed, in order`() {
    var mirror = synced(["c": 1, "b": 2, "a": 3])
    mirror.expectAnew()
    _ = mirror.apply(boxes(9, ["b": 2]))
    expect(mirror["c"], equals: JSONText(1))
    let gone = mirror.apply(Synced(epoch: "f", revision: 9))
    expect(gone, equals: boxes(9, [:], removed: ["c", "a"]))
    expect(mirror.boxes.map(\.path), equals: ["b"])
  }

  @Test func `a box that is removed before synced is not removed twice`() {
    var mirror = synced(["a": 1])
    mirror.expectAnew()
    expect(mirror.apply(boxes(8, [:], removed: ["a"])), equals: boxes(8, [:], removed: ["a"]))
    expect(mirror.apply(Synced(epoch: "f", revision: 9)).isEmpty)
  }

  @Test func `losing the connection in the middle of a resend confirms nothing`() {
    var mirror = synced(["a": 1, "b": 2])
    mirror.expectAnew()
    _ = mirror.apply(boxes(8, ["a": 1]))
    mirror.expectAnew()
    _ = mirror.apply(boxes(9, ["b": 2]))
    expect(mirror.apply(Synced(epoch: "f", revision: 9)), equals: boxes(9, [:], removed: ["a"]))
  }

  @Test func `a second synced changes nothing`() {
    var mirror = synced(["a": 1])
    expect(mirror.apply(Synced(epoch: "e", revision: 5)).isEmpty)
    expect(mirror["a"], equals: JSONText(1))
  }

  @Test func `a reader learns which boxes have come or changed since it looked`() {
    var mirror = synced(["a.b": 1, "a.c": 2, "a.d": 3])
    let before = mirror.version
    _ = mirror.apply(boxes(2, ["a.b": 1]))
    expect(mirror.version, equals: before)
    expect(mirror.paths(changedSince: before), equals: [])
    _ = mirror.apply(boxes(3, ["a.c": 3, "a.e": 4]))
    expect(mirror.version != before)
    expect(mirror.paths(changedSince: before)?.sorted(), equals: ["a.c", "a.e"])
    let later = mirror.version
    _ = mirror.apply(boxes(4, [:], removed: ["a.c"]))
    expect(mirror.version != later)
    expect(mirror.paths(changedSince: later), equals: [])
    _ = mirror.apply(boxes(5, ["a.c": 3]))
    expect(mirror.paths(changedSince: later), equals: ["a.c"])
    let another = synced(["a.b": 1])
    expect(another.version != before)
    expect(another.paths(changedSince: before) == nil)
  }

  @Test func `boxes that are dropped or not sent again are a new version`() {
    var mirror = synced(["a.b": 1, "c": 2])
    let before = mirror.version
    mirror.expectAnew()
    _ = mirror.apply(snapshot: boxes(2, ["c": 2]))
    expect(mirror.version, equals: before)
    _ = mirror.apply(Synced(epoch: "e", revision: 2))
    expect(mirror.version != before)
    let later = mirror.version
    mirror.removeAll(except: [])
    expect(mirror.version != later)
  }

  private func synced(_ values: KeyValuePairs<String, Int>) -> Mirror {
    var mirror = Mirror()
    _ = mirror.apply(boxes(1, values))
    _ = mirror.apply(Synced(epoch: "e", revision: 1))
    return mirror
  }
}

/// Boxes whose values are numbers.
func boxes(
  _ revision: Int, _ values: KeyValuePairs<String, Int>, removed: [String] = []
) -> BoxValues {
  BoxValues(
    revision: revision, values: values.map { ($0.key, JSONText($0.value)) }, removed: removed)
}
