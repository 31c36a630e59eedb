import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing
import procondTestSupport

/// `subscribe` continues where its connection was cut.
@Suite(.blocking) struct ResumeTests {
  private let user = TestUser()

  /// Runs a client whose connection is cut 100 times, at arbitrary bytes, while boxes are set and
  /// deleted.
  ///
  /// - Returns: the changes, and the client's output.
  private func cutOften(
    _ options: String..., seed: UInt64
  ) throws -> (sets: [SharedChange], output: [String], errors: String) {
    let daemon = try DaemonInProcess()
    let setter = try SharedSetter(daemon, SeededGenerator(seed: seed))
    try setter.setNext()
    let proxy = try CuttingProxy(at: user.directory.file("proxy.sock"), to: daemon.socket)
    // Output to a file, so that the client never waits for its reader.
    let file = user.directory.file("output")
    let client = try user.start(
      "procon-client", ["subscribe", "shared.**", "--socket", proxy.path] + options,
      output: .file(file))
    try proxy.cutOften(while: setter)
    try waitUntil("it has printed all") { contents(of: file)?.contains("shared.end") == true }
    client.signal(SIGTERM)
    try client.waitForEnd()
    let lines = contents(of: file)?.split(separator: "\n").map(String.init)
    return (setter.changes, lines ?? [], client.errors)
  }

  @Test func `every prints each set once and in order, wherever the connection is cut`() throws {
    let (sets, output, errors) = try cutOften("--every", seed: 1)
    expect(output, equals: sets.map(\.line))
    expect(!errors.contains("missed"))
  }

  @Test func `every does the same as json, with the revisions of the sets`() throws {
    let (sets, output, errors) = try cutOften("--every", "--format", "json", seed: 2)
    expect(output, equals: sets.map(\.json))
    expect(!errors.contains("missed"))
  }

  @Test func `without every, nothing is printed twice and the newest value comes last`() throws {
    let (sets, output, errors) = try cutOften(seed: 3)
    let printed = output.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    // A value is set only once, so a box never shows the same or an older one again.
    for (box, all) in Dictionary(grouping: printed, by: { $0[0] }) {
      let values = all.compactMap { Int($0[1]) }
      expect(zip(values, values.dropFirst()).allSatisfy(<), "\(box): \(values)")
      let last = sets.last { $0.box == box }
      expect(all.last.map { $0.joined(separator: "\t") }, equals: last?.line)
    }
    expect(Set(printed.map { String($0[0]) }), equals: Set(sets.map(\.box)))
    expect(!errors.contains("missed"))
  }

  @Test func `a catch-up that is cut after its removals is not complete`() throws {
    let daemon = try DaemonInProcess()
    let setter = try SharedSetter(daemon, SeededGenerator(seed: 4))
    try setter.set("shared.gone", "1")
    let proxy = try CuttingProxy(at: user.directory.file("proxy.sock"), to: daemon.socket)
    let file = user.directory.file("output")
    let client = try user.client(
      "subscribe", "shared.**", "--socket", proxy.path, output: .file(file))
    try proxy.accept()
    try proxy.pass(until: #""synced""#)
    try waitUntil("it prints") { contents(of: file) == "shared.gone\t1\n" }
    proxy.cut()
    // Too much for one line, but not for the daemon's memory.
    let text = String(repeating: "x", count: 700_000)
    for box in ["shared.a", "shared.b"] { try setter.set(box, "\"\(text)\"") }
    try setter.delete("shared.gone")
    try proxy.accept()
    var passed: [UInt8] = []
    let removals = Array(#""removed":["shared.gone"]}}"#.utf8) + [0x0A]
    while !passed.suffix(removals.count).elementsEqual(removals) {
      passed += try proxy.pass(atMost: 1)
    }
    expect(String(decoding: passed, as: UTF8.self).contains(#""resumed":true"#))
    try waitUntil("it prints") { contents(of: file)?.hasSuffix("shared.gone\t\n") == true }
    proxy.cut()
    try proxy.accept()
    try proxy.pass(until: #""synced""#)
    let lines = ["gone\t1", "gone\t", "a\t\"\(text)\"", "b\t\"\(text)\""]
    let expected = lines.map { "shared.\($0)\n" }.joined()
    try waitUntil("it prints all") { contents(of: file) == expected }
    withExtendedLifetime(client) {}
  }
}
