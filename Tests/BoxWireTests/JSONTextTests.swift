import BoxWire
import Expectations
import Testing

struct JSONTextTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("42", 42), ("-7", -7), ("2.0", 2), ("2e0", 2), ("1e3", 1000),
    ("1.5e1", 15), ("120e-1", 12), ("0.0", 0), ("0e999999999999", 0), ("-2.50e2", -250),
    ("9223372036854775807", .max), ("-9223372036854775808", .min),
    ("1e18", 1_000_000_000_000_000_000),
    ("9007199254740993.0", 9_007_199_254_740_993), ("0.05e2", 5), ("1000e-3", 1),
  ])
  func `a whole number is read exactly in any notation`(_ text: String, _ value: Int) throws {
    expect(try JSONText(parsing: text.utf8).integer, equals: value)
  }

  @Test(arguments: [
    "1.5", "0.1", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e-400",
    "0.99999999999999999999999999", "1.00000000000000000000000001", "9223372036854775807.5",
    "1e99999999999999999999", "1e-99999999999999999999", "\"1\"", "true", "null", "[]", "{}",
  ])
  func `a number that is too large or not whole has no integer`(_ text: String) throws {
    expect(try JSONText(parsing: text.utf8).integer == nil)
  }

  @Test func `a number has a double unless it is too large`() throws {
    expect(try JSONText(parsing: "1.5".utf8).double, equals: 1.5)
    expect(try JSONText(parsing: "-2e-3".utf8).double, equals: -0.002)
    expect(try JSONText(parsing: "1e308".utf8).double, equals: 1e308)
    expect(try JSONText(parsing: "1e-400".utf8).double, equals: 0)
    expect(try JSONText(parsing: "1e400".utf8).double == nil)
    expect(try JSONText(parsing: "\"1\"".utf8).double == nil)
  }

  @Test func `each kind of value has only its own type`() throws {
    for (index, text) in ["null", "true", "1", "\"a\"", "[]", "{}"].enumerated() {
      let json = try JSONText(parsing: text.utf8)
      expect(json.isNull, equals: (index == 0))
      expect((json.boolean != nil), equals: (index == 1))
      expect(json.isNumber, equals: (index == 2))
      expect((json.double != nil), equals: (index == 2))
      expect((json.string != nil), equals: (index == 3))
      expect((json.elements != nil), equals: (index == 4))
      expect((json.members != nil), equals: (index == 5))
      expect(json["a"] == nil)
    }
    expect(try JSONText(parsing: "true".utf8).boolean, equals: true)
    expect(try JSONText(parsing: "false".utf8).boolean, equals: false)
  }

  @Test func `strings are decoded`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\uD83D\uDE00é\u0000""#
    expect(
      try JSONText(parsing: text.utf8).string, equals: "\"\\/\u{8}\u{C}\n\r\tA\u{E9}€😀é\0")
  }

  @Test(arguments: [
    #""[{""#, #""]}""#, #""\"""#, #""\\""#, #""\\\"]""#, #""a\\\\""#, #""\u005c""#, #""},{""#, "[]",
    "{}",
    #"[[],"]",{"]":"["}]"#, #"{"\"}":"{"}"#, "-1.5e3", "null", #""😀\n""#,
  ])
  func `elements and members are found whatever their strings contain`(_ part: String) throws {
    let array = try JSONText(parsing: "[\(part),1,\(part)]".utf8)
    expect(array.elements?.map(\.description), equals: [part, "1", part])
    let object = try JSONText(parsing: #"{"a":\#(part),"b":1,"c":\#(part)}"#.utf8)
    expect(object.members?.map(\.value.description), equals: [part, "1", part])
    expect(object["a"]?.description, equals: part)
    expect(object["b"]?.description, equals: "1")
    expect(object["c"]?.description, equals: part)
  }

  @Test func `elements and members keep their order`() throws {
    let array = try JSONText(parsing: #"[ 1 , [ 2 ] , {"a": 3} , "x" ]"#.utf8)
    expect(array.elements?.map(\.description), equals: ["1", "[2]", #"{"a":3}"#, #""x""#])
    let object = try JSONText(parsing: #"{"b":1,"a":[2],"":null}"#.utf8)
    expect(object.members?.map(\.name), equals: ["b", "a", ""])
    expect(object.members?.map(\.value.description), equals: ["1", "[2]", "null"])
    expect(object["a"]?.description, equals: "[2]")
    expect(object["c"] == nil)
  }

  @Test func `of duplicate keys the last one counts, even if one is written with escapes`() throws {
    let json = try JSONText(parsing: #"{"a":1,"b":2,"\u0061":3}"#.utf8)
    expect(json["a"]?.integer, equals: 3)
    expect(json.members?.map(\.name), equals: ["a", "b"])
    expect(json.members?.first?.value.integer, equals: 3)
  }

  @Test func `keys that only look alike are different`() throws {
    // One scalar and two that look the same; the kelvin sign and the letter.
    let json = try JSONText(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212A}\":4}".utf8)
    expect(json.members?.compactMap(\.value.integer), equals: [1, 2, 3, 4])
    expect(json["\u{E9}"]?.integer, equals: 1)
    expect(json["e\u{301}"]?.integer, equals: 2)
    expect(json["K"]?.integer, equals: 3)
  }

  @Test func `a value as deep as the reader allows can be traversed`() throws {
    let text = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    var json = try JSONText(parsing: text.utf8, depth: 128)
    var depth = 0
    while let inner = json.elements {
      depth += 1
      guard let next = inner.first else { break }
      json = next
    }
    expect(depth, equals: 128)
  }
}
