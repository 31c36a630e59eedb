import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

@testable import BoxWire

@Suite(.blocking) struct OpenRPCDocumentTests {
  /// Small, but with every kind of content.
  private static let document = OpenRPCDocument(
    server: "procond 0.1.0",
    methods: [
      Get.description,
      MethodDescription(
        "set", "Sets one box.", parameters: SetBox.members(AnnouncedLimits()), result: .changed,
        errors: [.conflict, .notAllowed, .limit, .unavailable]),
      MethodDescription(
        "a.b.add", nil,
        parameters: [
          MemberDescription(
            "weight", .integer.range(1...5).byDefault(JSONText(1)), isRequired: false),
          MemberDescription("text", .string.length(1...9).example(JSONText("x")), "What it says."),
        ],
        result: .answer([MemberDescription("id", .string.dateTime)]), errors: [.failed, .limit]),
    ],
    boxes: [
      ("a.b", JSONSchema.anything.named("Any").described("Anything.")),
      ("a.c", .array(of: .any(of: .string(oneOf: ["x", "y"]), .null).named("Word"))),
    ]
  ).json

  @Test func `the description is an OpenRPC document`() throws {
    expect(try OpenRPCChecker.faults(of: Self.document), equals: [])
    expect(Self.document.names, equals: ["components", "info", "methods", "openrpc", "x-boxes"])
    expect(Self.document["info"]?.description, equals: #"{"title":"procond","version":"0.1.0"}"#)
  }

  @Test func `required parameters come first`() {
    let add = Self.document["methods"]?.elements?.last
    expect(add?["params"]?.elements?.map { $0["name"]?.string }, equals: ["text", "weight"])
    expect(add?["params"]?.elements?.map { $0["required"]?.boolean }, equals: [true, false])
    expect(add?["paramStructure"]?.string, equals: "by-name")
  }

  @Test func `each referenced component is present once`() {
    expect(
      Self.document["components", "schemas"]?.names, equals: ["Any", "Path", "Pattern", "Word"])
    expect(
      Self.document["components", "errors"]?.names,
      equals: ["Conflict", "Failed", "Limit", "NotAllowed", "NotFound", "Unavailable"])
    expect(Self.document["components", "errors", "NotFound", "code"]?.integer, equals: -32001)
  }

  @Test func `each method of the protocol is described once`() throws {
    let document = OpenRPCDocument(server: "x", methods: MethodDescription.builtIn(), boxes: [])
      .json
    expect(try OpenRPCChecker.faults(of: document).count, equals: 1, "x has no version")
    expect(
      document["methods"]?.elements?.compactMap { $0["name"]?.string },
      equals: [
        "subscribe", "unsubscribe", "get", "set", "delete", "ping", "rpc.discover",
      ])
  }

  /// Some of these documents, at random; all of them in the long tests.
  private func sample(_ mutants: [(place: String, JSONText)]) -> [(place: String, JSONText)] {
    let step = TestLength.size(8, long: 1)
    let first = Int(testSeed() % UInt64(step))
    return mutants.enumerated().filter { $0.offset % step == first }.map(\.element)
  }

  /// Expects the checker to refuse each of these documents.
  private func expectRefused(_ mutants: [(place: String, JSONText)]) throws {
    let faults = try OpenRPCChecker.faults(of: mutants.map { $0.1 })
    for ((place, _), faults) in zip(mutants, faults) { expect(!faults.isEmpty, "\(place)") }
  }

  @Test func `the checker refuses a member with another name`() throws {
    let mutants = Self.document.mutants(renaming: { "wrong \($0)" })
    expect(mutants.count > 150)
    try expectRefused(sample(mutants))
  }

  @Test func `the checker refuses a member with another type`() throws {
    let wrong = try JSONText(parsing: #"{"wrong":[]}"#.utf8)
    let mutants = Self.document.mutants(replacing: wrong)
    expect(mutants.count > 150)
    try expectRefused(sample(mutants))
  }

  @Test func `the checker refuses a document without a required member`() throws {
    let required: Set<Substring> = [
      "openrpc", "info", "methods", "name", "params", "code", "message",
    ]
    let mutants = Self.document.mutants(renaming: { _ in nil }).filter { place, _ in
      place.split(separator: "/").last.map(required.contains) ?? false
    }
    try expectRefused(sample(mutants))
  }

  private static let wrongWords = [
    (#"cluster.","required":true"#, #"cluster.","required":false"#),
    (#""name":"set""#, #""name":"get""#),
    (#""name":"value""#, #""name":"box""#), (#""default":1"#, #""default":9"#),
    (#""examples":["x"]"#, #""examples":[""]"#), ("NotFound\"}", "NotThere\"}"),
    (#""openrpc":"1.3.2""#, #""openrpc":"2.0.0""#), ("by-name", "by-nature"),
    (##"[{"$ref":"#/components/errors/Failed"},"##, ##"[{"$ref":"#/components/errors/Limit"},"##),
    (#""required":["revision""#, #""required":["none""#), (#""minLength":1"#, #""minLength":-1"#),
  ]

  @Test func `the checker refuses a single wrong word`() throws {
    let text = Self.document.description
    try expectRefused(
      Self.wrongWords.map { right, wrong in
        let range = try require(text.firstRange(of: right))
        return (right, try JSONText(parsing: text.replacingCharacters(in: range, with: wrong).utf8))
      })
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}

extension JSONText {
  /// This document with one member, at any depth, renamed, or removed if the new name is nil.
  fileprivate func mutants(renaming rename: (String) -> String?) -> [(place: String, JSONText)] {
    mutants { name, value in rename(name).map { ($0, value) } }
  }

  /// This document with one member, at any depth, replaced by a value of another type.
  fileprivate func mutants(replacing other: JSONText) -> [(place: String, JSONText)] {
    mutants { name, _ in (name, other) }
  }

  private func mutants(
    at place: String = "", _ change: (String, JSONText) -> (name: String, value: JSONText)?
  ) -> [(place: String, JSONText)] {
    if let elements {
      return elements.enumerated().flatMap { index, element in
        element.mutants(at: "\(place)/\(index)", change).map { place, mutant in
          var changed = elements
          changed[index] = mutant
          return (place, JSONText(elements: changed))
        }
      }
    }
    guard let members else { return [] }
    return members.enumerated().flatMap { index, member in
      let here = "\(place)/\(member.name)"
      var mutants: [(place: String, JSONText)] = []
      var changed = members
      if let other = change(member.name, member.value) {
        changed[index] = other
      } else {
        changed.remove(at: index)
      }
      mutants.append((here, JSONText(members: changed)))
      for (place, mutant) in member.value.mutants(at: here, change) {
        var changed = members
        changed[index].value = mutant
        mutants.append((place, JSONText(members: changed)))
      }
      return mutants
    }
  }
}
