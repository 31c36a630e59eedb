import BoxWire
import Expectations
import SystemTestSupport
import Testing

@testable import BoxServer

/// The names that patterns select in families.
struct FamilyPlaceTests {
  private static let texts = ["a", "b", "1", "daemon"]

  /// Returns patterns that match many or some of the paths at a place, or nothing.
  private static func patterns(
    near place: Pattern, _ random: inout SeededGenerator
  ) -> [Pattern] {
    var patterns: [Pattern] = []
    for _ in 0..<20 {
      var segments = "\(place).a".split(separator: ".").map { own in
        let isKept = own != "*" && Int.random(in: 0..<8, using: &random) > 0
        return isKept ? String(own) : (texts + ["*", "*"]).randomElement(using: &random)!
      }
      if Bool.random(using: &random) {
        segments.removeLast(Int.random(in: 0..<segments.count, using: &random))
        segments.append("**")
      }
      if let pattern = Pattern(segments.joined(separator: ".")) { patterns.append(pattern) }
    }
    return Array(patterns.prefix(Int.random(in: 1...4, using: &random)))
  }

  private static func names(_ count: Int, _ random: inout SeededGenerator) -> Set<String> {
    let names = (0..<20).map { _ in
      (0..<count).map { _ in texts.randomElement(using: &random)! }
    }
    return Set(names.map { $0.joined(separator: ".") })
  }

  @Test(arguments: ["a.*", "daemon.*", "a.*.b.*", "a.*.*", "daemon.*.a.*", "a.*.*.b.*"])
  func `names are selected if a pattern matches the path of one of their boxes`(
    text: String
  ) throws {
    var random = SeededGenerator(seed: 1)
    let boxes = try ["a", "b"].map { FamilyPlace(try require(Pattern("\(text).\($0)"))) }
    let places = [FamilyPlace(try require(Pattern(text)))] + boxes
    var found = 0
    for _ in 0..<200 {
      let names = Self.names(places[0].wildcards, &random)
      let patterns = Self.patterns(near: places[0].pattern, &random)
      let read = Self.patterns(near: places[0].pattern, &random)
      let rights = Rights(read: read, set: [], delete: [], call: [])
      func selected(_ selection: Selection) -> Set<String> {
        names.filter { name in
          places.contains { selection.contains($0.path(of: name).segments) }
        }
      }
      let all = Selection(patterns, nil)
      let some = Selection(patterns, rights)
      let selection = places.names(in: patterns)
      try require(selection.of(names) == selected(all), "\(patterns)")
      try require(MemberNames(names).of(selection) == selected(all), "\(patterns)")
      try require(names.filter(selection.contains) == selected(all), "\(patterns)")
      try require(places.names(in: all, of: MemberNames(names)) == selected(all), "\(patterns)")
      try require(
        places.names(in: some, of: MemberNames(names)) == selected(some), "\(patterns) \(read)")
      found += selected(some).count
    }
    expect(found > 100)
  }

  @Test(arguments: ["a.*", "a.*.b", "a.*.b.*", "a.*.*", "a.*.b.*.*.c"])
  func `a name is found in its path`(text: String) throws {
    var random = SeededGenerator(seed: 1)
    let place = FamilyPlace(try require(Pattern(text)))
    for name in Self.names(place.wildcards, &random) {
      let path = place.path(of: name).text
      let parent = path.split(separator: ".").dropLast().joined(separator: ".")
      expect(place.name(in: path[...]), equals: name)
      for other in ["\(path).a", "b\(path)", "c\(path.dropFirst())", parent] {
        expect(place.name(in: other[...]) == nil, "\(other)")
      }
    }
  }

  @Test func `a name that was removed is not selected`() throws {
    let place = FamilyPlace(try require(Pattern("topics.*.options.*.pros.items")))
    let selection = [place].names(in: [try require(Pattern("topics.ai.**"))])
    var names = MemberNames(["ai.1", "ai.2", "other.1"])
    let isNew = names.insert("ai.1")
    expect(!isNew)
    names.remove("ai.2")
    expect(names.of(selection), equals: ["ai.1"])
    names.remove("ai.1")
    expect(names.of(selection), equals: [])
    expect(names.of(.all), equals: ["other.1"])
  }

  @Test func `a member that is named exactly is selected without looking at others`() throws {
    let place = FamilyPlace(try require(Pattern("topics.*.options.*.pros.items")))
    let exact = try require(Pattern("topics.ai.options.1.pros.items"))
    expect([place].names(in: [exact]), equals: .some(["ai.1"]))
    expect([place].names(in: [exact]).union(.all), equals: .all)
    let all = try require(Pattern("topics.*.options.*.**"))
    expect([place].names(in: [exact, all]), equals: .all)
  }
}
