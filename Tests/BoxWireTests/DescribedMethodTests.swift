import BoxWire
import BoxWireTestSupport
import Testing

/// What the protocol's methods say that they take, held against what they take.
struct DescribedMethodTests {
  private static let document = OpenRPCDocument(
    server: "procond 1", methods: MethodDescription.builtIn(), boxes: []
  ).json

  /// Of all kinds, on either side of each bound.
  private static let values =
    [
      "null", "true", "0", "-1", "1", "1.5", "2.0", "0.001", "0.0009", "60000", "60001", "31536000",
      "31536000.5", "[]", "{}", #""""#, #""a""#, #""a.b""#, #""a..b""#, #""a.*""#, #""latest""#,
      #""every""#, #""Latest""#, #"["a"]"#, #"["a.*.b","**"]"#, #"["**.a"]"#, #"["a",1]"#,
      #"["a.**.b"]"#, #"["é"]"#, #"["a\n"]"#, #""a\n""#, #"{"epoch":"e","revision":0}"#,
      #"{"epoch":"e","revision":-1}"#, #"{"epoch":"e"}"#, #"{"epoch":"e","revision":1,"x":1}"#,
    ]
    + [16, 17].flatMap { count in
      let path = (0..<count).map { "s\($0)" }.joined(separator: ".")
      let open = (1..<count).map { _ in "*" }.joined(separator: ".") + ".**"
      return ["\"\(path)\"", "[\"\(path)\"]", "[\"\(open)\"]"]
    }
    + [64, 65].flatMap { count in
      let segment = String(repeating: "s", count: count)
      return ["\"\(segment)\"", "[\"\(segment)\"]"]
    }

  @Test(arguments: MethodTests.Method.allCases)
  func `a value is taken when it keeps the schema and else refused`(
    _ method: MethodTests.Method
  ) throws {
    let described = try #require(
      Self.document["methods"]?.elements?.first { $0["name"]?.string == method.name })
    let example = try JSONText(parsing: method.example.utf8).members ?? []
    let validator = JSONSchemaValidator(Self.document)
    for parameter in described["params"]?.elements ?? [] {
      let name = try #require(parameter["name"]?.string)
      let schema = try #require(parameter["schema"])
      for text in Self.values {
        let value = try JSONText(parsing: text.utf8)
        let members = example.filter { $0.name != name } + [(name, value)]
        let request = Parameters(members.map { .init(name: $0.name, value: $0.value) })
        let isTaken = (try? method.read(request)) != nil
        let isDescribed = validator.faults(of: value, against: schema).isEmpty
        #expect(isTaken == isDescribed, "\(method) \(name) \(text)")
      }
    }
  }

  @Test(arguments: MethodTests.Method.allCases)
  func `what must be given is said`(_ method: MethodTests.Method) throws {
    let described = try #require(MethodDescription.builtIn().first { $0.name == method.name })
    let example = try JSONText(parsing: method.example.utf8).members ?? []
    for parameter in described.parameters {
      let rest = example.filter { $0.name != parameter.name }
      let request = Parameters(rest.map { .init(name: $0.name, value: $0.value) })
      #expect(((try? method.read(request)) == nil) == parameter.isRequired, "\(parameter.name)")
    }
  }
}

extension MethodTests.Method {
  fileprivate var name: String {
    self == .discover ? "rpc.discover" : "\(self)"
  }
}
