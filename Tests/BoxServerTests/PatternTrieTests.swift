import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

@Suite(.enabled(if: LoopThread.isRunning)) struct PatternTrieTests {
  @LoopActor
  @Test func `the trie finds the groups whose patterns match, each once`() async {
    var random = SeededGenerator(seed: 1)
    let trie = PatternTrie()
    let log = ChangeLog(epoch: "e")
    var groups: [SubscriberGroup] = []
    var found = 0
    for round in 0..<2000 {
      // Let other tests use the loop.
      if round % 20 == 0 { await Task.yield() }
      if round % 3 == 2 {
        let group = groups.remove(at: Int.random(in: 0..<groups.count, using: &random))
        trie.remove(group)
      } else {
        let patterns = (0...Int.random(in: 0..<4, using: &random)).map { _ in
          pattern(&random)
        }
        let key = SubscriberGroup.Key(
          patterns: Array(Set(patterns)), options: DeliveryOptions())
        let group = SubscriberGroup(key, log: log, spare: SpareLines(), after: 0) { _ in }
        groups.append(group)
        trie.insert(group)
      }
      let path = path(&random)
      let segments = path.segments
      let expected = groups.filter { group in
        group.key.patterns.match(segments)
      }.map(ObjectIdentifier.init)
      let matching = trie.groups(matching: path).map(ObjectIdentifier.init)
      expect(matching.count, equals: expected.count)
      expect(Set(matching), equals: Set(expected))
      found += matching.count
    }
    expect(found > 1000)
  }

  @LoopActor
  @Test func `a box remembers its groups, unless there are many`() throws {
    let (trie, log) = (PatternTrie(), ChangeLog(epoch: "e"))
    let box = log.makeBox(at: try require(Path("a.b")))
    for count in 1...257 {
      let key = SubscriberGroup.Key(
        patterns: [Pattern("a.**")!, Pattern("c\(count)")!], options: DeliveryOptions())
      trie.insert(SubscriberGroup(key, log: log, spare: SpareLines(), after: 0) { _ in })
      expect(trie.groups(of: box).count, equals: count)
      expect((box.audience != nil), equals: (count <= 256))
    }
  }

  private let names = ["a", "b", "c", "session", "daemon"]

  private func path(_ random: inout SeededGenerator) -> Path {
    let count = Int.random(in: 1...4, using: &random)
    return Path(
      (0..<count).map { _ in names.randomElement(using: &random)! }.joined(separator: "."))!
  }

  private func pattern(_ random: inout SeededGenerator) -> Pattern {
    let count = Int.random(in: 0...3, using: &random)
    var segments = (0..<count).map { _ in (names + ["*"]).randomElement(using: &random)! }
    if Bool.random(using: &random) || segments.isEmpty { segments.append("**") }
    return Pattern(segments.joined(separator: "."))!
  }
}
