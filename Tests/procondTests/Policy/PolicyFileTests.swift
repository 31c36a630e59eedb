import Expectations
import Glibc
import SystemTestSupport
import Testing

@testable import procond

@Suite struct PolicyFileTests {
  private let directory = TemporaryDirectory()
  private var path: String { directory.file("policy.json") }

  private func read(
    sockets: [String] = [], logins: Set<Principal> = []
  ) throws(StartError) -> PolicyFile {
    try PolicyFile(path, sockets: sockets, logins: logins, lookup: .fake)
  }

  private func failure() -> StartError? {
    do throws(StartError) {
      _ = try read()
      return nil
    } catch {
      return error
    }
  }

  private func write(_ rules: String) throws {
    try SystemTestSupport.write("{\"rules\":[\n\(rules)]}", to: path)
  }

  @Test func `a file is read with its names`() throws {
    try write([rule("user:ada"), rule("socket:kiosk"), rule("user:bob")].joined(separator: ",\n"))
    let file = try read(sockets: ["kiosk"])
    expect(file.path, equals: path)
    expect(file.rules.count, equals: 3)
    expect(file.rules.matching(.user(1001), groups: { [] }), equals: [0])
    expect(
      file.warnings,
      equals: [
        "\(path):4: there is no user bob; this matches only clients that log in as bob",
        "\(path): no rule lets anyone call daemon.reload: only SIGHUP reloads the daemon",
      ])
  }

  @Test func `a login with the name of a user of the system is a warning`() throws {
    try write(rule("user:ada"))
    let logins: Set<Principal> = [.user(.name("ada"))]
    expect(
      try read(logins: logins).warnings.first?.hasPrefix("\(path):2: user:ada matches the"),
      equals: true)
    expect(try read().warnings.count, equals: 1)
  }

  @Test(arguments: ["daemon.reload", "daemon.*", "daemon.**"])
  func `a rule that allows a reload is no warning`(pattern: String) throws {
    try write(#"{"who":["anyone"],"may":["read","call"],"at":["\#(pattern)"]}"#)
    expect(try read().warnings.isEmpty)
  }

  @Test func `a mistake names file and line`() throws {
    try write(rule("ada"))
    let error = try require(failure())
    expect(error.status, equals: .configuration)
    expect(error.description.hasPrefix("\(path):2: who cannot contain \"ada\": it must be "))
  }

  @Test func `a name that cannot be looked up is an error of the system`() throws {
    try write(rule("user:lost"))
    let error = try require(failure())
    expect(error.status, equals: .system)
    expect(error.description.hasPrefix("\(path):2: \"user:lost\" cannot be looked up: "))
  }

  @Test func `a missing file is an error`() throws {
    expect(failure()?.status, equals: .configuration)
    expect(failure()?.description, equals: "\(path) cannot be read: it does not exist")
  }

  @Test func `a file has at most a mebibyte`() throws {
    try write(rule("anyone") + String(repeating: " ", count: PolicyFile.longest - 57))
    var status = stat()
    try require(stat(path, &status) == 0)
    expect(Int(status.st_size), equals: PolicyFile.longest)
    expect(failure() == nil)
    try write(rule("anyone") + String(repeating: " ", count: PolicyFile.longest - 56))
    expect(
      failure()?.description, equals: "\(path) cannot be read: it is longer than 1048576 bytes")
  }

  @Test func `a file that others can write is refused`() throws {
    try write(rule("anyone"))
    chmod(path, 0o660)
    expect(failure()?.status, equals: .notAllowed)
    expect(
      failure()?.description,
      equals: "\(path) is not used: others can write to it; run: chmod go-w \(path)")
    chmod(path, 0o644)
    expect(failure() == nil)
  }

  @Test func `a file in a directory that others can write is refused`() throws {
    try write(rule("anyone"))
    chmod(directory.path, 0o770)
    expect(
      failure()?.description,
      equals:
        "\(path) is not used: others can write to \(directory.path); run: chmod go-w \(directory.path)"
    )
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file of another user is refused`() throws {
    try write(rule("anyone"))
    chown(path, 12345, 0)
    expect(
      failure()?.description,
      equals: "\(path) is not used: it belongs to neither root nor the user "
        + "who runs this program")
  }
}
