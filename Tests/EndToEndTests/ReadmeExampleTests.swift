import BoxWireTestSupport
import Expectations
import Glibc
import HTTPTestSupport
import SystemTestSupport
import Testing

/// The Swift programs in the README's articles: a daemon with a view model of your own, a client, and
/// a program that fetches.
@Suite(.blocking) struct ReadmeExampleTests {
  private let user = TestUser()

  @Test func `the daemon compiles, is shown and counts as in the README`() throws {
    let socket = user.directory.file("counter.sock")
    let program = try ReadmeExample.daemon.compile(for: user) {
      $0.replacing("/tmp/counter.sock", with: socket)
    }
    let daemon = try user.start(program)
    try waitUntil("it listens") { (try? Peer.connect(to: socket)) != nil }
    for command in [
      "procon subscribe '**' --socket /tmp/counter.sock",
      "procon call counter.increase by=2 --socket /tmp/counter.sock",
    ] {
      expect(Readme.text.contains("`\(command)`"))
    }
    let client = try user.client("subscribe", "**", "--socket", socket)
    expect(try client.nextLine(), equals: "counter.count\t0")
    let call = try user.client("call", "counter.increase", "by=2", "--socket", socket)
    expect(try call.waitForEnd(), equals: .exited(0), "\(call.errors)")
    expect(try client.nextLine(), equals: "counter.count\t2")
    let describe = try user.client("describe", "**", "--socket", socket)
    expect(try describe.waitForEnd(), equals: .exited(0))
    expect(describe.output.contains("\ncounter.count  whole number\n"))
    expect(describe.output.contains("\n  by          whole number          default 1\n"))
    let wrong = try user.client("call", "counter.increase", "by=x", "--socket", socket)
    expect(try wrong.waitForEnd(), equals: .exited(65))
    expect(daemon.end == nil)

    let second = try user.start(program)
    expect(try second.waitForEnd(), equals: .exited(1))
    expect(second.errors, equals: "counterd: another daemon listens on \(socket)\n")
  }

  @Test func `the client compiles, prints each score, and continues with the next daemon`() throws {
    // Also on a machine with a daemon of the system's.
    _ = try user.save(#"{"daemon":"own"}"#, as: ".config/procon/procond.json")
    mkdir(user.directory.file("run/procon"), 0o700)
    let first = try DaemonProcess(in: user.directory, socket: user.socket)
    let compiled = try ReadmeExample.compiledClient.get()
    // The client writes each line at once, also to a pipe.
    let program = try user.start(compiled)
    expect(try program.nextLine(), equals: "topics.ai.summary 3")
    expect(program.errors, equals: "")
    let again = try user.start(compiled)
    expect(try again.nextLine(), equals: "topics.ai.summary 3")
    expect(again.errors, equals: "scores: \"Written in Swift\" is already there\n")
    try first.connect().call("topics.ai.cons.add", #"{"text":"Young","weight":5}"#)
    expect(try program.nextLine(), equals: "topics.ai.summary -2")
    try first.terminate()
    let second = try DaemonProcess(in: user.directory, socket: user.socket)
    expect(try program.nextLine(), equals: "topics.ai.summary 1")
    expect(program.end == nil)
    expect(program.errors, equals: "")
    withExtendedLifetime(second) {}
  }

  @Test(.enabled(if: !systemDaemonListens))
  func `without a daemon the client reports that and exits`() throws {
    let program = try user.start(try ReadmeExample.compiledClient.get())
    expect(try program.waitForEnd(), equals: .exited(1))
    expect(program.errors, equals: "scores: no daemon listens at \(user.socket)\n")
  }

  @Test func `the program that fetches prints the list also without the service, and what is lost`()
    async throws
  {
    let service = try await HTTPService(.board)
    try service.control(
      #"{"put":{"/topics/articles.json":[{"title":"Tea or coffee?"},{"name":"no title"}]}}"#)
    let expire = #"copies: "headlines.copies", configure: { $0.expiry = .zero }"#
    let program = try ReadmeExample.fetcher.compile(for: user) {
      $0.replacing("http://127.0.0.1:8080/", with: service.url("/topics/"))
        .replacing(#"copies: "headlines.copies""#, with: expire)
    }
    let start = { [user] in try user.shell("cd \(user.directory.path) && \(program)") }
    let first = try start()
    expect(try first.waitForEnd(), equals: .exited(0), "\(first.errors)")
    expect(first.output, equals: "Tea or coffee?\n")
    let left = "headlines: GET /articles.json: an element cannot be used: "
    expect(first.errors.hasPrefix(left), "\(first.errors)")
    try await service.kill()
    let second = try start()
    expect(try second.waitForEnd(), equals: .exited(0))
    expect(second.output, equals: "Tea or coffee?\n")
    expect(second.errors, equals: "headlines: GET /articles.json: connection refused\n")
    let copies = user.directory.file("headlines.copies")
    for copy in entries(of: copies) { try write("damaged", to: "\(copies)/\(copy)") }
    let third = try start()
    expect(try third.waitForEnd(), equals: .exited(1))
    expect(third.output, equals: "")
    expect(
      third.errors,
      equals: """
        headlines: GET /articles.json: its file is damaged
        headlines: connection refused

        """)
  }

  @Test(arguments: [ReadmeExample.daemon, .client, .fetcher])
  func `a manifest links libraries that this package has`(example: ReadmeExample) throws {
    let libraries = try example.libraries(for: user)
    expect(!libraries.isEmpty)
    let manifest = try require(SourceTree.text(of: "Package.swift"))
    for name in libraries { expect(manifest.contains(".library(name: \"\(name)\"")) }
    let imports = try example.source.matches(of: /(?m)^import (\w+)/).map { String($0.output.1) }
    for name in imports where manifest.contains(".library(name: \"\(name)\"") {
      expect(libraries.contains(name))
    }
  }

  @Test(.long, arguments: [ReadmeExample.daemon, .client])
  func `a package outside the repository is built and reports errors`(
    example: ReadmeExample
  ) throws {
    expect(Readme.text.contains("`\(example.file)`"))
    // A path at which no socket can exist.
    let socket = "/dev/null/s"
    let program = try example.build(for: user) { $0.replacing("/tmp/counter.sock", with: socket) }
    let process = try user.start(program, environment: ["PROCON_SOCKET": socket])
    expect(try process.waitForEnd(), equals: .exited(1))
    expect(process.errors.hasPrefix("\(example.name): "))
    expect(process.errors.contains("/dev/null"))
    expect(process.errors.filter { $0 == "\n" }.count, equals: 1, "\(process.errors)")
  }

  @Test(arguments: [ReadmeExample.daemon, .client])
  func `the examples are short`(example: ReadmeExample) throws {
    expect(try example.source.split(separator: "\n").count <= 35)
    expect(try example.manifest.split(separator: "\n").count <= 15)
  }
}
