import BoardValues
import BoxClient
import BoxServer
import BoxWire
import Expectations
import Testing

@testable import SessionTestSupport

/// What the daemon shows, as clients read it.
struct BoardValueTests {
  @Test(arguments: BoardSample.all.indices)
  func `a value is decoded as it was encoded, with members that the client does not know`(
    index: Int
  ) throws {
    try check(BoardSample.all[index])
  }

  private func check<Value: Codable & Equatable>(_ value: Value) throws {
    let members = try JSONText(encoding: value).members ?? []
    expect(try JSONText(members: members + [("new", [1])]).decoded(as: Value.self), equals: value)
    for name in members.map(\.name) {
      let rest = JSONText(members: members.filter { $0.name != name })
      do throws(ValueFault) {
        let optional = try rest.decoded(as: Value.self)
        expect(optional != value)
      } catch {
        expect("\(error)", equals: "member '\(name)' is missing")
      }
    }
  }
}
