import BoxWire
import Boxes
import Expectations
import Testing
import UVLoop
import UVLoopTestSupport

@testable import BoxServer

/// What the boxes of sessions refer to, and what they have in common.
@Suite(.enabled(if: LoopThread.isRunning)) struct SessionBoxesTests {
  @LoopActor
  @Test func `several sessions can show one box`() {
    let model = SessionFixture.Model()
    let sessions = [SessionFixture(showing: model), SessionFixture(showing: model)]
    model.one.value = 1
    for session in sessions { session.flush() }
    expect(
      sessions.map(\.fixture.story.last), equals: Array(repeating: "change session.s.one", count: 2)
    )
  }

  @LoopActor
  @Test func `a session that has ended leaves its boxes alone`() {
    let model = SessionFixture.Model()
    let ended = SessionFixture(showing: model)
    let other = SessionFixture(showing: model)
    ended.boxes.end()
    model.one.value = 1
    for session in [ended, other] { session.flush() }
    expect(ended.fixture.story, equals: [])
    expect(other.fixture.story, equals: ["change session.s.one"])
  }

  @LoopActor
  @Test func `equal values of several sessions are one value in memory`() throws {
    let place = SessionPlace(try require(Path("session.s")), "one")
    expect(isSame(place.share(Self.value(5)), place.share(Self.value(5))))
    let other = Array("other".utf8)
    expect(place.share(other), equals: other)
    expect(place.share(Self.value(5)), equals: Self.value(5))
  }

  @LoopActor
  @Test(arguments: [(256, true), (257, false)])
  func `long values are not kept to be shared`(length: Int, isShared: Bool) throws {
    let place = SessionPlace(try require(Path("session.s")), "one")
    let values = [place.share(Self.value(length)), place.share(Self.value(length))]
    expect(values[0], equals: values[1])
    expect(isSame(values[0], values[1]), equals: isShared)
  }

  /// Returns bytes that are in no other array.
  private static func value(_ length: Int) -> [UInt8] {
    Array(repeating: UInt8(ascii: "x"), count: length)
  }

  private func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.withUnsafeBytes { first in
      second.withUnsafeBytes { first.baseAddress == $0.baseAddress }
    }
  }
}
