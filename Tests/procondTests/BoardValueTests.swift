import BoardValues
import BoxServer
import BoxWire
import Expectations
import Testing

@testable import SessionTestSupport
@testable import procond

/// The schemas of what the daemon shows.
struct BoardValueTests {
  @Test(arguments: BoardSample.all.indices)
  func `a schema has the members of its value, and requires those that are never missing`(
    index: Int
  ) throws {
    let value: any DescribedValue = try require(BoardSample.all[index] as? any DescribedValue)
    try check(value)
  }

  private func check<Value: DescribedValue>(_ value: Value) throws {
    let name = Value.jsonSchema.json["$ref"]?.string?.split(separator: "/").last
    let schema = try require(name.flatMap { Value.jsonSchema.definitions[String($0)] })
    let properties = schema["properties"]?.members ?? []
    let members = try JSONText(encoding: value).members ?? []
    expect(Set(properties.map(\.name)), equals: Set(members.map(\.name)))
    let required = Set((schema["required"]?.elements ?? []).compactMap(\.string))
    let optional = Mirror(reflecting: value).children.filter {
      type(of: $0.value) is any ExpressibleByNilLiteral.Type
    }.compactMap(\.label)
    // Those that are null instead of missing.
    let nullable = properties.filter { $0.value["anyOf"] != nil && required.contains($0.name) }
    expect(
      required, equals: Set(members.map(\.name)).subtracting(optional).union(nullable.map(\.name)))
  }
}
