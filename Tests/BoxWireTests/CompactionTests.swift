import BoxWire
import Expectations
import Testing

struct CompactionTests {
  @Test(arguments: [
    (" { \"a\" : [ 1 , 2 ] } ", #"{"a":[1,2]}"#), ("\t1\r\n", "1"), ("[\n\t\r ]", "[]"),
    (#"{ "a b" : "c  d" , "e\" " : " \\" , "f" : " " }"#, #"{"a b":"c  d","e\" ":" \\","f":" "}"#),
    (#"[ "\\" , " " ]"#, #"["\\"," "]"#), (#"[ "\"" , 1 ]"#, #"["\"",1]"#),
  ])
  func `white space is removed outside strings and kept inside`(
    _ text: String, _ compact: String
  ) throws {
    expect(try JSONText(parsing: text.utf8).description, equals: compact)
  }

  @Test func `numbers keep every digit and their notation`() throws {
    for number in [
      "1.0", "1.00", "1e2", "1E+2", "-0", "-0.0e-0", "0.10", "100000000000000000000000000000000001",
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899",
    ] {
      expect(try JSONText(parsing: "[ \(number) ]".utf8).description, equals: "[\(number)]")
    }
  }

  @Test func `escapes and the order of members are kept`() throws {
    let text = #"{"z":"\u0041\/","a":"A/","z":1,"\u007a":2}"#
    expect(try JSONText(parsing: text.utf8).description, equals: text)
  }

  @Test func `two values are equal if their texts are, apart from white space`() throws {
    expect(try JSONText(parsing: "[1, 2]".utf8), equals: try JSONText(parsing: "[1,2]".utf8))
    expect(try JSONText(parsing: "1.0".utf8) != JSONText(parsing: "1".utf8))
  }
}
