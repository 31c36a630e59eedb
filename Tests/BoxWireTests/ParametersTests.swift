import BoxWire
import Expectations
import Testing

struct ParametersTests {
  private let parameters = Parameters([
    .init(name: "text", value: JSONText("No breaks")), .init(name: "weight", value: JSONText(3)),
    .init(name: "flag", value: JSONText(true)), .init(name: "nothing", value: .null),
  ])

  @Test func `a parameter has the requested type`() throws {
    expect(try parameters.required("text"), equals: "No breaks")
    expect(try parameters.required("weight"), equals: 3)
    expect(try parameters.required("weight"), equals: 3.0)
    expect(try parameters.required("flag"), equals: true)
    expect(try parameters.required("nothing"), equals: JSONText.null)
    expect(try parameters.optional("none", as: Int.self) == nil)
  }

  @Test func `a missing or mistyped parameter is refused by name`() {
    let missing = RequestError(.invalidParameters, "none is missing", .member("none"))
    #expect(throws: missing) { try parameters.required("none", as: String.self) }
    expectRefusal("text must be a whole number", "text") { try $0.required("text", as: Int.self) }
    expectRefusal("text must be a number", "text") { try $0.optional("text", as: Double.self) }
    expectRefusal("weight must be a string", "weight") {
      try $0.required("weight", as: String.self)
    }
    expectRefusal("weight must be true or false", "weight") {
      try $0.optional("weight", as: Bool.self)
    }
    expectRefusal("nothing must be a string", "nothing") {
      try $0.optional("nothing", as: String.self)
    }
  }

  @Test func `the first unknown parameter is refused by name`() throws {
    try parameters.allowOnly(["nothing", "flag", "weight", "text", "more"])
    expectRefusal("there is no parameter weight", "weight") { try $0.allowOnly(["text", "flag"]) }
  }

  @Test func `a name that only looks like a known one is unknown`() {
    let kelvin = Parameters([.init(name: "\u{212A}", value: JSONText(1))])
    expect(kelvin["K"] == nil)
    #expect(throws: RequestError.self) { try kelvin.allowOnly(["K"]) }
  }

  private func expectRefusal(
    _ message: String, _ member: String, _ body: (Parameters) throws -> Any?
  ) {
    #expect(throws: RequestError(.invalidParameters, message, .member(member))) {
      _ = try body(parameters)
    }
  }
}
