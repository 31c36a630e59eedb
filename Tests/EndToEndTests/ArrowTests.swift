import Expectations
import SystemTestSupport
import Testing

/// What each target may import: the arrows between our modules, and the modules of others.
private let allowed: [String: (ours: Set<String>, others: Set<String>)] = [
  "Boxes": ([], []),
  "BoardValues": ([], []),
  "Domain": ([], []),
  "Application": (["Boxes", "BoardValues", "Domain"], []),
  "Fetch": ([], []),
  "MemoryPlatform": (["Domain"], ["Synchronization"]),
  "CSQLite": ([], []),
  "SQLitePlatform": (
    ["CSQLite", "Domain", "OperatingSystem", "UVLoop"], ["Glibc", "Synchronization"]
  ),
  "FilePlatform": (["Domain", "OperatingSystem", "UVLoop"], ["Glibc", "Synchronization"]),
  "CCrypt": ([], []),
  "AccountsPlatform": (["CCrypt", "Domain", "UVLoop"], ["Glibc"]),
  "CCurl": ([], []),
  "LoopHTTP": (
    ["CCurl", "Fetch", "OperatingSystem", "UVLoop"],
    ["FoundationEssentials", "Glibc", "Synchronization"]
  ),
  "NetworkPlatform": (
    ["BoxWire", "Domain", "Fetch", "LoopHTTP", "OperatingSystem", "UVLoop"],
    ["Glibc", "Synchronization"]
  ),
  "EtcdPlatform": (
    ["BoxWire", "Domain", "Fetch", "LoopHTTP", "OperatingSystem", "UVLoop"],
    ["Glibc", "Synchronization"]
  ),
  "CLibuv": ([], []),
  "CLinux": ([], []),
  "OperatingSystem": (["CLinux"], ["Glibc", "Synchronization"]),
  "UVLoop": (["CLibuv", "OperatingSystem"], ["DequeModule", "Glibc", "Synchronization"]),
  "BoxWire": ([], ["Glibc"]),
  "BoxServer": (
    ["Boxes", "BoxWire", "OperatingSystem", "UVLoop"],
    ["DequeModule", "FoundationEssentials", "Glibc", "Logging", "Synchronization"]
  ),
  "BoxClient": (["BoxWire", "OperatingSystem", "UVLoop"], ["Glibc"]),
  "CUtf8proc": ([], []),
  "Terminal": (["CUtf8proc", "OperatingSystem", "UVLoop"], ["Glibc"]),
  "procond": (
    [
      "Boxes", "BoardValues", "Domain", "Application", "Fetch", "LoopHTTP", "MemoryPlatform",
      "SQLitePlatform", "FilePlatform", "NetworkPlatform", "EtcdPlatform", "AccountsPlatform",
      "OperatingSystem",
      "UVLoop", "BoxWire", "BoxServer",
    ],
    ["ArgumentParser", "Glibc", "Logging", "Synchronization"]
  ),
  "TerminalClient": (
    ["BoardValues", "BoxClient", "BoxWire", "OperatingSystem", "UVLoop", "Terminal"],
    ["ArgumentParser", "Glibc"]
  ),
  "procon-client": (
    [
      "BoardValues", "BoxClient", "BoxWire", "OperatingSystem", "UVLoop", "Terminal",
      "TerminalClient",
    ],
    ["ArgumentParser", "Glibc"]
  ),
  "CNcurses": ([], []),
  "procon-tui": (
    [
      "BoardValues", "BoxClient", "BoxWire", "CNcurses", "OperatingSystem", "Terminal",
      "TerminalClient", "UVLoop",
    ],
    ["ArgumentParser", "Glibc", "Synchronization"]
  ),
  "CMicrohttpd": ([], []),
  "procon-web": (
    ["BoardValues", "BoxClient", "BoxWire", "CMicrohttpd", "OperatingSystem", "UVLoop"],
    ["ArgumentParser", "Glibc"]
  ),
  // The benchmark, a package of its own.
  "CEpoll": ([], []),
  "procon-bench": (["BoxWire", "CEpoll"], ["ArgumentParser", "Glibc"]),
  // Scripts and the files that they read.
  "Install": ([], []),
  "Boot": ([], []),
  "Browser": ([], []),
  "PythonClient": ([], []),
  "Recording": ([], []),
  "Expectations": ([], ["FoundationEssentials", "Testing"]),
  "DomainTestSupport": (["Domain"], ["Synchronization"]),
  "SystemTestSupport": ([], ["Glibc", "Synchronization", "Testing"]),
  "HTTPTestSupport": (["SystemTestSupport"], ["Synchronization"]),
  "EtcdTestSupport": (["SystemTestSupport"], ["Glibc", "Synchronization"]),
  "UVLoopTestSupport": (["UVLoop"], ["Glibc"]),
  "BoxWireTestSupport": (["BoxWire", "SystemTestSupport"], ["Glibc"]),
  "SessionTestSupport": (
    ["Boxes", "BoardValues", "BoxServer", "BoxWire", "UVLoop", "SystemTestSupport"], []
  ),
  "procondTestSupport": (
    ["procond", "BoxWireTestSupport", "SystemTestSupport", "UVLoop", "UVLoopTestSupport"],
    ["ArgumentParser", "Logging", "Synchronization"]
  ),
  "BoxesTests": (["Expectations", "Boxes"], ["FoundationEssentials", "Testing"]),
  "DomainTests": (
    ["Expectations", "Domain", "MemoryPlatform", "DomainTestSupport"],
    ["Synchronization", "Testing"]
  ),
  "FetchTests": (["Expectations", "Fetch"], ["Testing"]),
  "ApplicationTests": (
    [
      "Expectations", "Application", "Boxes", "BoardValues", "Domain", "MemoryPlatform",
      "DomainTestSupport",
    ],
    ["FoundationEssentials", "Synchronization", "Testing"]
  ),
  "PresentationExamples": (
    [
      "Expectations", "Application", "Boxes", "BoardValues", "Domain", "MemoryPlatform",
      "DomainTestSupport",
    ],
    ["Testing"]
  ),
  "MemoryPlatformTests": (
    ["Expectations", "Domain", "MemoryPlatform", "DomainTestSupport"], ["Testing"]
  ),
  // Completion is tested on a server with many topics.
  "procon-clientTests": (
    [
      "Expectations",
      "procon_client", "TerminalClient", "BoardValues", "BoxClient", "BoxServer", "BoxWire",
      "Boxes", "Terminal", "UVLoop",
      "SessionTestSupport", "SystemTestSupport", "UVLoopTestSupport",
    ], ["ArgumentParser", "Glibc", "Testing"]
  ),
  "EndToEndTests": (
    [
      "Expectations",
      "BoxWire", "BoxWireTestSupport", "EtcdTestSupport", "HTTPTestSupport", "SystemTestSupport",
      "procondTestSupport",
    ], ["Glibc", "Synchronization", "Testing"]
  ),
]

/// What tests may import in addition to the imports of their targets.
private let forTests: (ours: Set<String>, others: Set<String>) = (
  [
    "BoxWireTestSupport", "DomainTestSupport", "EtcdTestSupport", "Expectations", "HTTPTestSupport",
    "SessionTestSupport", "SystemTestSupport", "UVLoopTestSupport", "procondTestSupport",
  ],
  ["FoundationEssentials", "Glibc", "Logging", "Synchronization", "Testing"]
)

/// The targets of a folder, and those of the benchmark's package.
private func targets(in folder: String) -> [(name: String, path: String)] {
  [folder, "Tests/Benchmark/\(folder)"].flatMap { folder in
    SourceTree.names(in: folder).filter { $0 != "Benchmark" && !$0.hasSuffix(".md") }
      .map { ($0, "\(folder)/\($0)") }
  }
}

private func mayImport(_ target: String) -> Set<String> {
  if let target = allowed[target] { return target.ours.union(target.others) }
  let tested = String(target.dropLast("Tests".count))
  guard target.hasSuffix("Tests"), let under = allowed[tested] else { return [] }
  return under.ours.union(under.others).union([moduleName(tested)]).union(forTests.ours).union(
    forTests.others)
}

@Suite struct ArrowTests {
  @Test func `every file imports only what the design's arrows allow`() throws {
    var files = 0
    for target in targets(in: "Sources") + targets(in: "Tests") {
      let permitted = mayImport(target.name)
      for file in SourceTree.files(under: target.path, ending: ".swift") {
        files += 1
        for module in imports(try require(SourceTree.text(of: file))) {
          expect(permitted.contains(module), "\(file) imports \(module)")
        }
      }
    }
    expect(files > 100)
  }

  @Test func `every file imports only what its target depends on in Package.swift`() throws {
    let targets = PackageManifest.targets(in: try require(SourceTree.text(of: "Package.swift")))
    let modules = Set(["Sources", "Tests"].flatMap { SourceTree.names(in: $0) }.map(moduleName))
    var files = 0
    for (target, dependencies) in targets {
      let permitted = Set(dependencies.map(moduleName))
      for folder in ["Sources", "Tests"] {
        for file in SourceTree.files(under: "\(folder)/\(target)", ending: ".swift") {
          files += 1
          for module in imports(try require(SourceTree.text(of: file)))
          where modules.contains(module) {
            expect(permitted.contains(module), "\(file) imports \(module)")
          }
        }
      }
    }
    expect(files > 1000)
  }

  @Test func `every target has a row in the table, or tests one that has`() {
    for (target, _) in targets(in: "Sources") {
      expect(allowed[target] != nil, "\(target) has no row")
    }
    for (target, _) in targets(in: "Tests") {
      expect(
        allowed[target] != nil || !mayImport(target).isEmpty,
        "\(target) has no row and tests nothing that has one")
    }
  }

  @Test(arguments: [
    "BoxesTests", "DomainTests", "ApplicationTests", "FetchTests", "PresentationExamples",
    "MemoryPlatformTests",
  ])
  func `tests of the business logic use neither libuv nor the protocol`(target: String) {
    var reached: Set = [target]
    var next: Set<String> = reached
    while !next.isEmpty {
      next = Set(next.flatMap(mayImport)).subtracting(reached)
      reached.formUnion(next)
    }
    expect(reached.isDisjoint(with: ["CLibuv", "UVLoop", "BoxWire", "Glibc"]))
  }

  @Test func `an import is found in any notation`() {
    let text = """
      import A
      public import B
      @testable import C
      @preconcurrency internal import D
      import struct E.F
      // import G
      let text = "import H"
      """
    expect(imports(text), equals: ["A", "B", "C", "D", "E"])
  }
}

private func moduleName(_ target: String) -> String { target.replacing("-", with: "_") }

/// The modules that a Swift file imports, in order.
private func imports(_ text: String) -> [String] {
  let line =
    #/^(?:@\w+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+)/#
    .anchorsMatchLineEndings()
  return text.matches(of: line).map { String($0.output.1) }
}
