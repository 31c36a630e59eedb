import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A Swift program in the README, with its package.
struct ReadmeExample: CustomTestStringConvertible {
  /// The heading of its section.
  let heading: String
  /// The name of the package and the program.
  let name: String
  /// The path of its source in the package.
  let file: String
  /// The modules to link: its imports and their dependencies.
  private let modules: [String]

  static let daemon = ReadmeExample(
    heading: "## Your own view models", name: "counterd",
    file: "Sources/counterd/CounterDaemon.swift",
    modules: ["Boxes", "BoxServer", "BoxWire", "Logging"] + common)
  static let client = ReadmeExample(
    heading: "## Swift programs", name: "scores", file: "Sources/scores/Scores.swift",
    modules: ["BoxClient", "BoxWire"] + common)
  static let fetcher = ReadmeExample(
    heading: "## Programs that fetch", name: "headlines", file: "Sources/headlines/Headlines.swift",
    modules: ["Fetch", "LoopHTTP"] + common)

  private static let common = [
    "UVLoop", "OperatingSystem", "DequeModule", "InternalCollectionsUtilities",
    "ContainersPreview",
  ]

  var testDescription: String { name }

  var manifest: String {
    get throws { try Readme.block(after: heading, "swift", number: 1) }
  }

  var source: String {
    get throws { try Readme.block(after: heading, "swift", number: 2) }
  }

  /// The path of the client, compiled once as it is in the README.
  static let compiledClient: Result<String, any Error> = Result {
    let user = TestUser()
    let directory = "\(Readme.root)/.build/readme"
    let program = try client.compile(for: user)
    let copy = try user.shell("mkdir -p '\(directory)' && cp '\(program)' '\(directory)/compiled'")
    try require(try copy.waitForEnd() == .exited(0), "\(copy.errors)")
    return "\(directory)/compiled"
  }

  /// Compiles it with the modules of this build.
  ///
  /// - Parameter change: changes to make first, such as the path of its socket.
  /// - Returns: the path of the program.
  func compile(for user: TestUser, _ change: (String) -> String = { $0 }) throws -> String {
    let program = user.directory.file(name)
    try write(change(source), to: "\(program).swift", for: user)
    let build = buildDirectory
    let objects = modules.map { "'\(build)/\($0).build'/*.o" }.joined(separator: " ")
    // Compiled like the tests themselves.
    let sanitizer = dlsym(nil, "__asan_init") == nil ? "" : "-sanitize=address"
    let compiler = try user.shell(
      """
      swiftc -parse-as-library -swift-version 6 -warnings-as-errors -I '\(build)/Modules' \
      -I '\(Readme.root)/Sources/CLibuv' -I '\(Readme.root)/Sources/CCurl' -I '\(Readme.root)/Sources/CLinux' \(program).swift \(objects) -luv \(sanitizer) -o \(program)
      """)
    let end = try compiler.waitForEnd(within: .seconds(60))
    try require(end == .exited(0), "\(compiler.output)\(compiler.errors)")
    return program
  }

  /// The names of the libraries of this package that its manifest links, as Swift reads it.
  func libraries(for user: TestUser) throws -> [String] {
    let directory = user.directory.file(name)
    mkdir(directory, 0o700)
    try SystemTestSupport.write(manifest, to: "\(directory)/Package.swift")
    let dump = try user.shell("cd \(directory) && swift package dump-package")
    try require(try dump.waitForEnd() == .exited(0), "\(dump.errors)")
    let targets = try JSONText(parsing: dump.output.utf8)["targets"]?.elements ?? []
    return targets.flatMap { $0["dependencies"]?.elements ?? [] }
      .compactMap { $0["product"]?.elements?.first?.string }
  }

  /// Builds its package as a reader does, in a directory beside one named procon.
  ///
  /// The directory is kept for the next test run, and the examples share their dependencies: a clean
  /// build takes half a minute.
  ///
  /// - Parameter change: changes to make first, the same in each run.
  /// - Returns: the path of the program.
  func build(for user: TestUser, _ change: (String) -> String) throws -> String {
    let directory = "\(Readme.root)/.build/readme"
    let package = "\(directory)/\(name)"
    let setUp = try user.shell(
      "mkdir -p '\(package)/Sources/\(name)' && ln -sfn '\(Readme.root)' '\(directory)/procon'")
    try require(try setUp.waitForEnd() == .exited(0), "\(setUp.errors)")
    try write(manifest, to: "\(package)/Package.swift", for: user)
    try write(change(source), to: "\(package)/\(file)", for: user)
    // Other tests, which have deadlines, go first.
    let build = try user.shell(
      "cd '\(package)' && nice -n 19 swift build --scratch-path ../build")
    let end = try build.waitForEnd(within: .seconds(600))
    try require(end == .exited(0), "\(build.output)\(build.errors)")
    return "\(directory)/build/debug/\(name)"
  }

  /// Writes a file unless it is the same already.
  private func write(_ text: String, to path: String, for user: TestUser) throws {
    guard contents(of: path) != text else { return }
    let save = try user.shell("cat > '\(path)'", input: .pipe)
    try save.write(text)
    save.endInput()
    try save.waitForEnd()
  }
}
