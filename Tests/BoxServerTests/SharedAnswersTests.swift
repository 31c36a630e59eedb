import BoxWire
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// Which answers are built, and which are reused.
@Suite(.enabled(if: LoopThread.isRunning)) struct SharedAnswersTests {
  @LoopActor
  private final class Fixture {
    let answers = SharedAnswers(MemoryUse())
    private(set) var built = 0

    /// Requests an answer of this many bytes.
    func ask(
      _ method: String, _ patterns: [Pattern]?, _ version: Int, bytes: Int = SharedBytes.least
    ) throws(RequestError) -> ResultValue {
      let key = SharedAnswers.Key(method: method, patterns: patterns, rights: nil, version: version)
      return try answers.answer(key) { () throws(RequestError) in
        built += 1
        return JSONText(valid: [UInt8](repeating: UInt8(ascii: "1"), count: bytes))
      }
    }
  }

  @LoopActor
  @Test func `a long answer is built once until something changes`() throws {
    let fixture = Fixture()
    let pattern = try require(Pattern("a.**"))
    let first = try fixture.ask("get", [pattern], 1)
    let second = try fixture.ask("get", [pattern], 1)
    expect(fixture.built, equals: 1)
    guard case (.shared(let one), .shared(let other)) = (first, second) else {
      Issue.record("the answer is not shared")
      return
    }
    expect(one === other)
    _ = try fixture.ask("get", [pattern], 2)
    expect(fixture.built, equals: 2)
    _ = try fixture.ask("get", [pattern], 2)
    expect(fixture.built, equals: 2)
  }

  @LoopActor
  @Test func `different questions have different answers`() throws {
    let fixture = Fixture()
    let (a, b) = (try require(Pattern("a.**")), try require(Pattern("b.**")))
    _ = try fixture.ask("get", [a], 1)
    _ = try fixture.ask("get", [b], 1)
    expect(fixture.built, equals: 2)
    _ = try fixture.ask("rpc.discover", nil, 1)
    expect(fixture.built, equals: 3)
    // The cache has room for two of them.
    _ = try fixture.ask("get", [b], 1)
    _ = try fixture.ask("rpc.discover", nil, 1)
    expect(fixture.built, equals: 3)
    _ = try fixture.ask("get", [a], 1)
    expect(fixture.built, equals: 4)
  }

  @LoopActor
  @Test func `a short answer is built each time`() throws {
    let fixture = Fixture()
    for _ in 0..<2 {
      guard case .text = try fixture.ask("get", nil, 1, bytes: SharedBytes.least - 1) else {
        Issue.record("the answer is shared")
        return
      }
    }
    expect(fixture.built, equals: 2)
  }

  @LoopActor
  @Test func `a failure is not cached`() {
    let fixture = Fixture()
    let key = SharedAnswers.Key(method: "get", patterns: nil, rights: nil, version: 1)
    for _ in 0..<2 {
      #expect(throws: RequestError.self) {
        try fixture.answers.answer(key) { () throws(RequestError) in
          throw RequestError(.notFound, "no such box")
        }
      }
    }
    expect((try? fixture.ask("get", nil, 1)) != nil)
    expect(fixture.built, equals: 1)
  }
}
