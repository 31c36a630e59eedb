import BoxClient
import BoxWire
import Expectations
import Testing

/// How values are read from JSON, and what is said about those that cannot be.
struct DecodingTests {
  private struct Stop: Decodable, Equatable {
    let name: String
    let minutes: Int?
    var kind = Kind.bus

    enum Kind: String, Decodable {
      case bus, ferry
    }
  }

  private struct Line: Decodable {
    let stops: [Stop]
    let main: Stop
  }

  private func decode<Value: Decodable>(
    _ text: String, as type: Value.Type = Value.self
  ) throws -> Value {
    try JSONText(parsing: text.utf8).decoded(as: type)
  }

  private func fault<Value: Decodable>(_ text: String, as type: Value.Type) throws -> String? {
    let json = try JSONText(parsing: text.utf8)
    do throws(ValueFault) {
      _ = try json.decoded(as: type)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `members of any order are decoded, and unknown ones ignored`() throws {
    expect(
      try decode(#"{"new":[{"name":1}],"minutes":3,"kind":"ferry","name":"A\u00e9\n"}"#),
      equals: Stop(name: "Aé\n", minutes: 3, kind: .ferry))
  }

  @Test(arguments: ["", #","minutes":null"#])
  func `an optional member may be null or missing`(minutes: String) throws {
    expect(
      try decode(#"{"name":"A","kind":"bus"\#(minutes)}"#), equals: Stop(name: "A", minutes: nil))
  }

  @Test func `of equal names the last one wins`() throws {
    expect(
      try decode(#"{"name":1,"kind":"bus","name":"B"}"#), equals: Stop(name: "B", minutes: nil))
  }

  @Test(arguments: [
    ("{}", "member 'name' is missing"), ("[]", "the value must be an object"),
    ("null", "the value must be an object"),
    (#"{"name":null}"#, "member 'name' must be a string"),
    (#"{"name":"A","minutes":"1"}"#, "member 'minutes' must be a whole number from"),
    (#"{"name":"A","kind":"tram"}"#, "member 'kind' has an unknown value"),
  ])
  func `a fault names the member`(text: String, sentence: String) throws {
    expect(try fault(text, as: Stop.self)?.hasPrefix(sentence), equals: true)
  }

  @Test(arguments: [
    (#"{"stops":[{"name":"A","kind":"bus"},{"kind":"bus"}]}"#, "member 'stops[1].name' is missing"),
    (#"{"stops":[],"main":{"name":7}}"#, "member 'main.name' must be a string"),
    (#"{"stops":[1]}"#, "member 'stops[0]' must be an object"),
    (#"{"stops":{}}"#, "member 'stops' must be an array"),
  ])
  func `a fault names the place of a nested member`(text: String, sentence: String) throws {
    expect(try fault(text, as: Line.self), equals: sentence)
  }

  @Test func `a whole number is exact in any notation`() throws {
    expect(try decode("9223372036854775807"), equals: Int.max)
    expect(try decode("-9223372036854775808"), equals: Int.min)
    expect(try decode("9007199254740993"), equals: 9_007_199_254_740_993)
    expect(try decode("2.50e1"), equals: 25)
    expect(try decode("18446744073709551615"), equals: UInt64.max)
    expect(try decode("-128"), equals: Int8.min)
  }

  @Test(arguments: ["9223372036854775808", "1e300", "2.5", "-1e19", #""1""#, "true"])
  func `what is not a whole number, or out of range, is refused`(text: String) throws {
    expect(
      try fault(text, as: Int.self),
      equals: "the value must be a whole number from \(Int.min) to \(Int.max)")
  }

  @Test func `the range is that of the type`() throws {
    expect(
      try fault("128", as: Int8.self), equals: "the value must be a whole number from -128 to 127")
    expect(
      try fault("-1", as: UInt.self)?.hasPrefix("the value must be a whole number"), equals: true)
    expect(try fault("1e400", as: Double.self), equals: "the value must be a number")
    expect(try fault("1e300", as: Float.self), equals: "the value must be a number")
  }

  @Test func `single values, arrays and dictionaries are decoded`() throws {
    expect(try decode("[1,null,3]", as: [Int?].self), equals: [1, nil, 3])
    expect(try decode("[[true],[]]", as: [[Bool]].self), equals: [[true], []])
    expect(try decode(#"{"a":0.5,"b":2}"#, as: [String: Double].self), equals: ["a": 0.5, "b": 2])
    expect(try decode("null", as: String?.self) == nil)
    expect(
      try fault(#"{"a":{"b":1}}"#, as: [String: [String: Bool]].self),
      equals: "member 'a.b' must be true or false")
  }

  private class Vehicle: Decodable {
    let wheels: Int
  }

  private final class Bus: Vehicle {
    let seats: Int

    private enum CodingKeys: CodingKey {
      case seats
    }

    required init(from decoder: any Decoder) throws {
      seats = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .seats)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try super.init(from: container.superDecoder())
    }
  }

  @Test func `a class is decoded with its superclass`() throws {
    let bus = try decode(#"{"seats":50,"super":{"wheels":6}}"#, as: Bus.self)
    expect((bus.seats, bus.wheels) == (50, 6))
    expect(
      try fault(#"{"seats":50,"super":{}}"#, as: Bus.self),
      equals: "member 'super.wheels' is missing")
  }

  private struct Plane: Decodable {
    let first: String
    let second: Int

    private enum CodingKeys: CodingKey {
      case seats
    }

    init(from decoder: any Decoder) throws {
      var seats = try decoder.container(keyedBy: CodingKeys.self)
        .nestedUnkeyedContainer(forKey: .seats)
      first = try seats.decode(String.self)
      second = try seats.decode(Int.self)
    }
  }

  @Test func `a type may read an array element by element`() throws {
    let plane = try decode(#"{"seats":["1A",2,3]}"#, as: Plane.self)
    expect((plane.first, plane.second) == ("1A", 2))
    expect(try fault(#"{"seats":["1A"]}"#, as: Plane.self), equals: "member 'seats[1]' is missing")
  }
}
