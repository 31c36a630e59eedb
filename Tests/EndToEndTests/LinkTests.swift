import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing

/// What the built daemon is linked with.
@Suite(.blocking) struct LinkTests {
  @Test func `the daemon has neither Foundation nor ICU`() throws {
    let program = builtProgram("procond")
    expect(try count("SQLitePlatform", in: "nm '\(program)'") ?? 0 > 0)
    // The symbols of FoundationEssentials have another prefix, of its longer name.
    for mark in ["\\$s10Foundation", "_FoundationICU", "FoundationInternationalization"] {
      expect(try count(mark, in: "nm '\(program)'"), equals: 0, "\(mark)")
    }
    for library in ["libFoundation\\.so", "FoundationInternationalization", "ICU", "libicu"] {
      expect(try count(library, in: "readelf --dynamic '\(program)'"), equals: 0, "\(library)")
    }
  }

  /// libcurl brings some thirty other libraries, and is loaded only for a service over HTTP.
  @Test func `the daemon starts without libcurl`() throws {
    let program = builtProgram("procond")
    expect(try count("NEEDED", in: "readelf --dynamic '\(program)'") ?? 0 > 5)
    expect(try count("libcurl", in: "readelf --dynamic '\(program)'"), equals: 0)
  }

  @Test func `a service over HTTP needs libcurl, and nothing else does`() throws {
    let directory = TemporaryDirectory()
    // What the system finds first cannot be loaded.
    try write("", to: directory.file("libcurl.so.4"))
    let environment = ["LD_LIBRARY_PATH": directory.path]
    let daemon = try DaemonProcess(environment: environment)
    expect(try daemon.connect().call("ping")["result"] != nil)
    let file = directory.file("services.json")
    try write(#"{"mounts":{"news":{"http":"http://127.0.0.1:1/"}}}"#, to: file)
    let process = try ChildProcess(
      builtProgram("procond"),
      ["--socket", directory.file("socket"), "--state-dir", directory.path, "--config", file],
      environment: environment)
    expect(try process.waitForEnd(), equals: .exited(78))
    expect(
      process.standardError.contains(
        "services.json:1: http cannot be used: libcurl cannot be loaded, install libcurl4: "))
  }

  /// Returns the number of lines of a command's output that have a mark.
  private func count(_ mark: String, in command: String) throws -> Int? {
    let process = try ChildProcess(
      "/bin/sh", ["-c", "\(command) | grep --count '\(mark)' || true"])
    expect(try process.waitForEnd(), equals: .exited(0))
    expect(process.standardError, equals: "")
    return Int(process.standardOutput.trimmingPrefix { $0.isWhitespace }.prefix { $0.isNumber })
  }
}
