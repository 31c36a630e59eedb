import BoxWireTestSupport
import Glibc
import SystemTestSupport
import Testing

/// The Swift programs in the README: a daemon with a view model of your own, and a client.
@Suite(.blocking) struct ReadmeExampleTests {
  private let user = TestUser()

  /// A program in the README.
  private struct Example {
    /// The heading of its section.
    let heading: String
    /// The modules to link: its imports and their dependencies.
    let modules: [String]

    static let daemon = Example(
      heading: "## Your own view models", modules: ["Boxes", "BoxServer", "Logging"] + common)
    static let client = Example(heading: "## Swift programs", modules: ["BoxClient"] + common)

    private static let common = [
      "UVLoop", "BoxWire", "DequeModule", "InternalCollectionsUtilities", "ContainersPreview",
    ]
  }

  /// Compiles an example with the modules of this build.
  ///
  /// - Parameter change: changes to make first, such as the path of its socket.
  /// - Returns: the path of the program.
  private func compile(
    _ example: Example, _ change: (String) -> String = { $0 }
  ) throws -> String {
    let program = user.directory.file("example")
    let source = "\(program).swift"
    let save = try user.shell("cat > \(source)", input: .pipe)
    try save.write(change(try Readme.block(after: example.heading, "swift")))
    save.endInput()
    try save.waitForEnd()
    let build = builtProgram("").dropLast()
    let objects = example.modules.map { "\(build)/\($0).build/*.o" }.joined(separator: " ")
    // Compiled like the tests themselves.
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

  @Test func `the daemon compiles, is shown and counts as in the README`() throws {
    let socket = user.directory.file("counter.sock")
    let program = try compile(.daemon) { $0.replacing("/tmp/counter.sock", with: socket) }
    let daemon = try user.start(program)
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
    let describe = try user.client("describe", "**", "--socket", socket)
    #expect(try describe.waitForEnd() == .exited(0))
    #expect(describe.output.contains("\ncounter.count  whole number\n"))
    #expect(describe.output.contains("\n  by          whole number          default 1\n"))
    let wrong = try user.client("call", "counter.increase", "by=x", "--socket", socket)
    #expect(try wrong.waitForEnd() == .exited(65))
    #expect(daemon.end == nil)
  }

  @Test func `the client compiles, prints each score, and continues with the next daemon`() throws {
    mkdir(user.directory.file("run/procon"), 0o700)
    let first = try DaemonProcess(in: user.directory, socket: user.socket)
    let terminal = try PseudoTerminal()
    let compiled = try compile(.client)
    let program = try user.start(compiled, output: .terminal(terminal))
    try program.wait { terminal.screen.contains("topics.ai.summary 3") }
    let again = try PseudoTerminal()
    let repeated = try user.start(compiled, output: .terminal(again))
    try repeated.wait { again.screen.contains("topics.ai.summary 3") }
    #expect(again.screen.contains("\"Written in Swift\" is already there"))
    try first.connect().call("topics.ai.cons.add", #"{"text":"Young","weight":5}"#)
    try program.wait { terminal.screen.contains("topics.ai.summary -2") }
    try first.terminate()
    let second = try DaemonProcess(in: user.directory, socket: user.socket)
    try program.wait { terminal.screen.contains("topics.ai.summary 1") }
    #expect(program.end == nil)
    #expect(program.errors == "")
    withExtendedLifetime(second) {}
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `without a daemon the client reports that and exits`() throws {
    let program = try user.start(
      try compile(.client), environment: ["SWIFT_BACKTRACE": "enable=no"])
    try program.waitForEnd()
    #expect(program.end != .exited(0))
    #expect(program.errors.contains("no daemon listens at \(user.socket)"), "\(program.errors)")
  }

  @Test func `the examples are as short as the README says`() throws {
    for example in [Example.daemon, .client] {
      let lines = try Readme.block(after: example.heading, "swift").split(separator: "\n")
      #expect(lines.count <= 25)
    }
  }
}
