import Glibc
import TestSupport
import Testing

/// The daemon of somebody's own view model that the README shows.
@Suite(.blocking) struct ReadmeExampleTests {
  private let user = TestUser()

  /// What it is linked with: its imports and what they need.
  private static let modules = [
    "Box", "Loop", "Server", "Wire", "Logging", "DequeModule", "InternalCollectionsUtilities",
    "ContainersPreview",
  ]

  /// Compiles the example, with its socket at another place, against what is built here.
  ///
  /// - Returns: the path of the program.
  private func compile(socket: String) throws -> String {
    let source = user.directory.file("CounterDaemon.swift")
    let save = try user.shell("cat > \(source)", input: .pipe)
    let example = try Readme.block(after: "## Your own view models", "swift")
    try save.write(example.replacing("/tmp/counter.sock", with: socket))
    save.endInput()
    try save.waitForEnd()
    let program = user.directory.file("counterd")
    let build = builtProgram("").dropLast()
    let objects = Self.modules.map { "\(build)/\($0).build/*.o" }.joined(separator: " ")
    // As the tests are built themselves.
    let sanitizer = dlsym(nil, "__asan_init") == nil ? "" : "-sanitize=address"
    let compiler = try user.shell(
      """
      swiftc -parse-as-library -swift-version 6 -warnings-as-errors -I \(build)/Modules \
      -I \(Readme.root)/Sources/CLibuv \(source) \(objects) -luv \(sanitizer) -o \(program)
      """)
    let end = try compiler.waitForEnd(within: .seconds(60))
    try #require(end == .exited(0), "\(compiler.output)\(compiler.errors)")
    return program
  }

  @Test func `it compiles, is shown and counts as the README says`() throws {
    let socket = user.directory.file("counter.sock")
    let daemon = try user.start(try compile(socket: socket))
    try waitUntil("it listens") { (try? Peer.connect(to: socket)) != nil }
    for command in [
      "procon-client subscribe '**' --socket /tmp/counter.sock",
      "procon-client call counter.increase by=2 --socket /tmp/counter.sock",
    ] {
      #expect(Readme.text.contains("`\(command)`"))
    }
    let client = try user.client("subscribe", "**", "--socket", socket)
    #expect(try client.nextLine() == "counter.count\t0")
    let call = try user.client("call", "counter.increase", "by=2", "--socket", socket)
    #expect(try call.waitForEnd() == .exited(0), "\(call.errors)")
    #expect(try client.nextLine() == "counter.count\t2")
    let wrong = try user.client("call", "counter.increase", "by=x", "--socket", socket)
    #expect(try wrong.waitForEnd() == .exited(65))
    #expect(daemon.end == nil)
  }

  @Test func `it is as short as it is said to be`() throws {
    let lines = try Readme.block(after: "## Your own view models", "swift").split(separator: "\n")
    #expect(lines.count <= 25)
  }
}
