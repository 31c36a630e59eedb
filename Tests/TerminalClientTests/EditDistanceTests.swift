import Expectations
import SystemTestSupport
import Testing

@testable import TerminalClient

struct EditDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("get", "get", 0), ("gett", "get", 1), ("gte", "get", 1), ("", "ab", 2),
    ("subscirbe", "subscribe", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("abc", "ca", 3),
    ("e\u{301}", "é", 2), ("größe", "grösse", 2),
  ])
  func `the distance counts edits of scalars, and a swap as one edit`(
    left: String, right: String, distance: Int
  ) {
    expect(editDistance(left, right, atMost: 9), equals: distance)
    expect(editDistance(right, left, atMost: 9), equals: distance)
    expect(editDistance(left, right, atMost: distance), equals: distance)
    expect(distance == 0 || editDistance(left, right, atMost: distance - 1) == nil)
  }

  @Test func `a limit only affects distances above it`() {
    var random = SeededGenerator(seed: 7)
    for _ in 1...500 {
      let words = (0..<2).map { _ in
        String(
          (0..<Int.random(in: 0...7, using: &random)).map { _ in
            "abc".randomElement(using: &random)!
          })
      }
      let distance = editDistance(words[0], words[1], atMost: 20)
      for limit in 0...8 {
        let bounded = editDistance(words[0], words[1], atMost: limit)
        expect(bounded, equals: (distance ?? .max <= limit ? distance : nil), "\(words) \(limit)")
      }
    }
  }

  @Test func `the nearest names are the most similar ones, at most three`() {
    expect(["get", "set", "delete"].nearest(to: "gett"), equals: ["get"])
    expect(["get", "set"].nearest(to: "bet"), equals: ["get", "set"])
    expect(["a1", "a2", "a3", "a4"].nearest(to: "a9"), equals: ["a1", "a2", "a3"])
    expect(["subscribe"].nearest(to: "unrelated"), equals: [])
    expect(["title"].nearest(to: String(repeating: "x", count: 100_000)), equals: [])
  }

  @Test func `the question lists the names`() {
    expect([String]().question, equals: "")
    expect(["a"].question, equals: " (did you mean 'a'?)")
    expect(["a", "b", "c"].question, equals: " (did you mean 'a', 'b' or 'c'?)")
  }
}
