import BoxWire
import Testing

struct ParametersTests {
  private let parameters = Parameters([
    .init(name: "text", value: JSONText("No breaks")), .init(name: "weight", value: JSONText(3)),
    .init(name: "flag", value: JSONText(true)), .init(name: "nothing", value: .null),
  ])

  @Test func `a parameter has the requested type`() throws {
    #expect(try parameters.required("text") == "No breaks")
    #expect(try parameters.required("weight") == 3)
    #expect(try parameters.required("weight") == 3.0)
    #expect(try parameters.required("flag") == true)
    #expect(try parameters.required("nothing") == JSONText.null)
    #expect(try parameters.optional("none", as: Int.self) == nil)
  }

  @Test func `a missing or mistyped parameter is refused by name`() {
    let missing = RequestError(.invalidParameters, "none is missing", .member("none"))
    #expect(throws: missing) { try parameters.required("none", as: String.self) }
    expect("text must be a whole number", "text") { try $0.required("text", as: Int.self) }
    expect("text must be a number", "text") { try $0.optional("text", as: Double.self) }
    expect("weight must be a string", "weight") { try $0.required("weight", as: String.self) }
    expect("weight must be true or false", "weight") { try $0.optional("weight", as: Bool.self) }
    expect("nothing must be a string", "nothing") { try $0.optional("nothing", as: String.self) }
  }

  @Test func `the first unknown parameter is refused by name`() throws {
    try parameters.allowOnly(["nothing", "flag", "weight", "text", "more"])
    expect("there is no parameter weight", "weight") { try $0.allowOnly(["text", "flag"]) }
  }

  @Test func `a name that only looks like a known one is unknown`() {
    let kelvin = Parameters([.init(name: "\u{212A}", value: JSONText(1))])
    #expect(kelvin["K"] == nil)
    #expect(throws: RequestError.self) { try kelvin.allowOnly(["K"]) }
  }

  private func expect(
    _ message: String, _ member: String, _ body: (Parameters) throws -> Any?
  ) {
    #expect(throws: RequestError(.invalidParameters, message, .member(member))) {
      _ = try body(parameters)
    }
  }
}
