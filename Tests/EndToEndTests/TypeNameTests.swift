import Expectations
import SystemTestSupport
import Testing

/// Names that are visible in one file, according to the dependencies in Package.swift.
@Suite struct TypeNameTests {
  @Test func `no target sees two types or modules with the same name`() throws {
    let targets = PackageManifest.targets(in: try require(SourceTree.text(of: "Package.swift")))
    expect(targets.count > 20)
    var types: [String: Set<TypeName>] = [:]
    for target in targets.keys { types[target] = typeNames(in: target) }
    expect(types.values.joined().count > 300)
    for (target, dependencies) in targets {
      var places: [String: Set<String>] = [:]
      for module in dependencies.union([target]) {
        places[module, default: []].insert("a module")
        for type in types[module] ?? [] where type.isPublic || isOpen(module, to: target) {
          places[type.name, default: []].insert(module)
        }
      }
      for (name, places) in places where places.count > 1 {
        Issue.record("\(target) sees more than one \(name): \(places.sorted())")
      }
    }
  }

  @Test func `a type name occurs in one module only`() throws {
    var places: [String: Set<String>] = [:]
    for module in SourceTree.names(in: "Sources") where !module.hasSuffix(".md") {
      for type in typeNames(in: module) { places[type.name, default: []].insert(module) }
    }
    expect(places.count > 300)
    let shared = places.filter { $0.value.count > 1 }
    for (name, modules) in shared {
      Issue.record("more than one \(name): \(modules.sorted())")
    }
  }

  @Test func `targets and their dependencies are found`() {
    let text = """
      .library(name: "A", targets: ["A"]),
      .target(name: "A"),
      .testTarget(
        name: "ATests",
        dependencies: [
          "A", "B",
          .product(name: "C", package: "c"),
        ]),
      """
    expect(PackageManifest.targets(in: text), equals: ["A": [], "ATests": ["A", "B"]])
  }

  @Test func `types are found in every kind of declaration`() {
    let text = """
      struct A {
        struct B {}
      }
      @LoopActor
      public final class C {}
      package indirect enum D: Error {}
      @globalActor public actor E {}
      private struct F {}
      extension G {}
      """
    let found = text.split(separator: "\n").compactMap(TypeName.init)
    expect(found.map(\.name), equals: ["A", "C", "D", "E"])
    expect(found.map(\.isPublic), equals: [false, true, true, true])
  }

  /// Whether a target sees the internal types of a module, as tests see those of the tested module.
  private func isOpen(_ module: String, to target: String) -> Bool {
    target == module || target == "\(module)Tests"
  }

  private func typeNames(in target: String) -> Set<TypeName> { Self.typeNames[target] ?? [] }

  /// Those of each target; they are read once.
  private static let typeNames = Dictionary(
    uniqueKeysWithValues: Set(["Sources", "Tests"].flatMap { SourceTree.names(in: $0) }).map {
      target in
      let files = ["Sources", "Tests"].flatMap {
        SourceTree.files(under: "\($0)/\(target)", ending: ".swift")
      }
      return (
        target,
        files.reduce(into: Set<TypeName>()) { types, file in
          // Splitting bytes is several times faster.
          let lines = (SourceTree.text(of: file) ?? "").utf8.split(separator: UInt8(ascii: "\n"))
          types.formUnion(lines.compactMap { TypeName(Substring($0)) })
        }
      )
    })
}

/// A type that is declared at the top level of a file.
private struct TypeName: Hashable {
  let name: String
  /// Whether other modules see it.
  let isPublic: Bool

  /// The first words of other lines: those inside a type, comments, and ends of a type.
  private static let others = Array(" /}".utf8)

  /// - Returns: nil for a line without a declaration, and for a private one.
  init?(_ line: Substring) {
    guard let first = line.utf8.first, !Self.others.contains(first) else { return nil }
    let declaration =
      #/(?:@\w+(?:\([^)]*\))? )*(?:(public|package|internal) )?(?:(?:final|indirect|nonisolated) )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/#
    guard let match = line.prefixMatch(of: declaration) else { return nil }
    name = String(match.output.2)
    isPublic = ["public", "package"].contains(match.output.1)
  }
}
