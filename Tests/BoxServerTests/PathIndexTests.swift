import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// The index of all boxes by path, and lookups that use it.
@Suite(.enabled(if: LoopThread.isRunning)) struct PathIndexTests {
  /// A path of one to four segments, with names whose `-` and `0` sort before and after the dot.
  private func randomPath(_ generator: inout some RandomNumberGenerator) throws -> Path {
    let names = ["a", "b", "a-b", "a0", "ab", "B", "_"]
    let segments = (1...Int.random(in: 1...4, using: &generator)).map { _ in
      names.randomElement(using: &generator) ?? ""
    }
    return try require(Path("r." + segments.joined(separator: ".")))
  }

  @LoopActor
  @Test func `a lookup under a path finds the same as a search of all paths`() async throws {
    var generator = SystemRandomNumberGenerator()
    var index = PathIndex()
    var boxes: [Path: PublishedBox] = [:]
    for round in 0..<6000 {
      let path = try randomPath(&generator)
      if let box = boxes.removeValue(forKey: path) {
        index.remove(box)
      } else {
        let box = PublishedBox(path: path)
        boxes[path] = box
        index.insert(box)
      }
      guard round % 50 == 0 else { continue }
      let root = try randomPath(&generator).text
      let expected = boxes.keys.map(\.text).filter { $0.hasPrefix(root + ".") }.sorted()
      expect(index.boxes(under: root, atMost: .max)?.map(\.path.text), equals: expected)
      await Task.yield()
    }
    expect(boxes.count > 600)
  }

  @LoopActor
  @Test func `results over the limit are not returned`() throws {
    var index = PathIndex()
    for number in 0..<2000 {
      index.insert(PublishedBox(path: try require(Path("a.n\(number).b"))))
    }
    expect(index.boxes(under: "a", atMost: 1999) == nil)
    expect(index.boxes(under: "a", atMost: 2000)?.count, equals: 2000)
    expect(index.boxes(under: "a.n7", atMost: 1)?.map(\.path.text), equals: ["a.n7.b"])
    expect(index.boxes(under: "a.n", atMost: 0)?.isEmpty, equals: true)
    expect(index.boxes(under: "b", atMost: 0)?.isEmpty, equals: true)
  }

  @LoopActor
  @Test func `patterns that begin with names find the same as a search of all boxes`() async throws
  {
    var generator = SystemRandomNumberGenerator()
    let log = ChangeLog(epoch: "e")
    var all: [PublishedBox] = []
    for round in 0..<3000 {
      let box = log.makeBox(at: try randomPath(&generator))
      if box.exists, round % 3 == 0 { log.remove(box) } else { log.set(box, to: "\(round)") }
      if !all.contains(where: { $0 === box }) { all.append(box) }
    }
    for _ in 0..<300 {
      let patterns = try (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let end = ["", ".*", ".**", ".*.a"].randomElement(using: &generator) ?? ""
        return try require(Pattern(try randomPath(&generator).text + end))
      }
      var expected = all.filter { $0.exists && $0.isIn(Selection(patterns, nil)) }
      expected.sort { $0.position < $1.position }
      let found = log.fewBoxes(in: Selection(patterns, nil))
      expect(found?.map(\.path.text), equals: expected.map(\.path.text))
      await Task.yield()
    }
    expect(log.fewBoxes(in: Selection([try require(Pattern("**"))], nil)) == nil)
    expect(log.fewBoxes(in: Selection([try require(Pattern("*.a.**"))], nil)) == nil)
  }
}

extension ChangeLog {
  fileprivate func set(_ box: PublishedBox, to value: String) {
    _ = Array(value.utf8).withUnsafeBytes { set(box, to: $0) }
  }
}
