import Expectations
import SystemTestSupport
import Testing
import UVLoop

@testable import EtcdPlatform

struct EtcdWatchAnswerTests {
  @Test func `objects are found wherever their text is cut`() throws {
    let text = Array(#"{"a":"}\"{"}{"b":[{}]}"#.utf8) + Array("\n{\"c\":1}\n".utf8)
    for size in 1...text.count {
      var objects = EtcdObjects(longest: 100)
      var found: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        found += try objects.add(Array(text[start..<min(start + size, text.count)])).map {
          String(decoding: $0.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
      }
      expect(found, equals: [#"{"a":"}\"{"}"#, #"{"b":[{}]}"#, #"{"c":1}"#])
    }
    var objects = EtcdObjects(longest: 100)
    #expect(throws: EtcdObjects.TooLong.self) {
      while true { _ = try objects.add(Array(#"{"a""#.utf8)) }
    }
  }

  @Test func `a step is complete when the next one begins, or when no part of the answer follows`()
  {
    func event(_ revision: Int, _ key: String) -> (revision: Int, event: EtcdStep.Event?) {
      (revision, .delete(key: key))
    }
    var steps = EtcdSteps(after: 4)
    expect(steps.add([event(4, "known"), event(5, "a")], isComplete: false), equals: [])
    expect(
      steps.add([event(5, "b"), event(6, "c")], isComplete: false),
      equals: [EtcdStep(revision: 5, events: [.delete(key: "a"), .delete(key: "b")])])
    expect(steps.known, equals: 5)
    // What has arrived of 6 arrives again at another member.
    steps.restart()
    expect(
      steps.add([event(5, "b"), event(6, "c"), event(7, "d")], isComplete: true),
      equals: [
        EtcdStep(revision: 6, events: [.delete(key: "c")]),
        EtcdStep(revision: 7, events: [.delete(key: "d")]),
      ])
  }

  @Test func `a member proves that it has what the cluster had, or is behind`() {
    let begin = MonotonicTime.now
    var proof = EtcdProof(at: begin)
    proof.await(7, readAt: begin + .seconds(1), at: begin + .seconds(2))
    let isEarly = proof.note(6)
    expect(!isEarly)
    expect(!proof.isAwaited(for: .seconds(2), at: begin + .seconds(4)))
    expect(proof.isAwaited(for: .seconds(2), at: begin + .seconds(5)))
    expect(proof.last, equals: begin)
    let isReached = proof.note(8)
    expect(isReached)
    expect(proof.last, equals: begin + .seconds(1))
    proof.await(9, readAt: begin + .seconds(2), at: begin + .seconds(2))
    proof.restart()
    expect(!proof.isAwaited)
  }

  @Test func `EtcdBase64 is that of RFC 4648`() {
    for (bytes, text) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      expect(EtcdBase64.encode(Array(bytes.utf8)), equals: Array(text.utf8))
      expect(decode(Array(text.utf8)), equals: Array(bytes.utf8))
    }
    for text in ["Z", "Zg", "Zg=", "Z===", "====", "Zg=a", "Zm9?", "Zm9vYg==Zm9v"] {
      expect(decode(Array(text.utf8)) == nil)
    }
    let all = (0...255).map { UInt8($0) }
    expect(decode(EtcdBase64.encode(all)), equals: all)
  }

  private func decode(_ text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer { EtcdBase64.decode($0) }
  }
}
