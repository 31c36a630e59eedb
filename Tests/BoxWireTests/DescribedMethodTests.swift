import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// Compares the descriptions of the protocol's methods with what the methods accept.
@Suite(.blocking) struct DescribedMethodTests {
  private static let document = OpenRPCDocument(
    server: "procond 1", methods: MethodDescription.builtIn(), boxes: []
  ).json

  /// Values of all kinds, on both sides of each bound.
  private static let values =
    [
      "null", "true", "0", "-1", "1", "1.5", "2.0", "0.001", "0.0009", "60000", "60001", "31536000",
      "31536000.5", "[]", "{}", #""""#, #""a""#, #""a.b""#, #""a..b""#, #""a.*""#, #""latest""#,
      #""every""#, #""Latest""#, #"["a"]"#, #"["a.*.b","**"]"#, #"["**.a"]"#, #"["a",1]"#,
      #"["a.**.b"]"#, #"["é"]"#, #"["a\n"]"#, #""a\n""#, #"["*.*.*.**","*.a.*.*"]"#,
      #"["*.*.*.*"]"#, #"["a.*.*.*.*.**"]"#, #"["a.*.*.b.*.*.b"]"#, #"{"epoch":"e","revision":0}"#,
      #"{"epoch":"e","revision":-1}"#, #"{"epoch":"e"}"#, #"{"epoch":"e","revision":1,"x":1}"#,
    ]
    + [16, 17].flatMap { count in
      let path = (0..<count).map { "s\($0)" }.joined(separator: ".")
      let open = (1..<count).map { $0 % 6 == 0 ? "*" : "s" }.joined(separator: ".") + ".**"
      return ["\"\(path)\"", "[\"\(path)\"]", "[\"\(open)\"]"]
    }
    + [64, 65].flatMap { count in
      let segment = String(repeating: "s", count: count)
      return ["\"\(segment)\"", "[\"\(segment)\"]"]
    }

  @Test(arguments: MethodTests.Method.allCases)
  func `a value is accepted if and only if it conforms to the schema`(
    _ method: MethodTests.Method
  ) throws {
    let described = try require(
      Self.document["methods"]?.elements?.first { $0["name"]?.string == method.name })
    let example = try JSONText(parsing: method.example.utf8).members ?? []
    let values = try Self.values.map { try JSONText(parsing: $0.utf8) }
    let parameters = try (described["params"]?.elements ?? []).map { parameter in
      (try require(parameter["name"]?.string), try require(parameter["schema"]))
    }
    let checks = parameters.flatMap { name, schema in values.map { (name, $0, schema) } }
    let faults = try JSONSchemaValidator(Self.document).faults(
      of: checks.map { (value: $0.1, schema: $0.2) })
    for ((name, value, _), faults) in zip(checks, faults) {
      // It needs the other mode than the default one.
      let mode = name == "replay" ? [(name: "mode", value: JSONText("every"))] : []
      let members = example.filter { $0.name != name } + [(name, value)] + mode
      let request = Parameters(members.map { .init(name: $0.name, value: $0.value) })
      let isTaken = (try? method.read(request)) != nil
      expect(isTaken, equals: faults.isEmpty, "\(method) \(name) \(value)")
    }
  }

  @Test(arguments: MethodTests.Method.allCases)
  func `required parameters are described as required`(_ method: MethodTests.Method) throws {
    let described = try require(MethodDescription.builtIn().first { $0.name == method.name })
    let example = try JSONText(parsing: method.example.utf8).members ?? []
    // Parameters that `changes` replaces are not required, which a schema of parameters cannot express.
    let replaced = described.parameters.contains { $0.name == "changes" } ? example.map(\.name) : []
    for parameter in described.parameters where !replaced.contains(parameter.name) {
      let rest = example.filter { $0.name != parameter.name }
      let request = Parameters(rest.map { .init(name: $0.name, value: $0.value) })
      expect(
        ((try? method.read(request)) == nil), equals: parameter.isRequired, "\(parameter.name)")
    }
  }
}

extension MethodTests.Method {
  fileprivate var name: String {
    self == .discover ? "rpc.discover" : "\(self)"
  }
}
