import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

extension DaemonProcess {
  /// The hash of "enchantress", made once.
  private static let hash: Result<String, any Error> = Result {
    let secret = try ChildProcess(
      "/bin/sh", ["-c", "printf enchantress | '\(builtProgram("procond"))' --hash-secret"])
    try require(try secret.waitForEnd() == .exited(0))
    return secret.standardOutput.filter { !$0.isNewline }
  }

  /// A daemon with the user ada, whose password is "enchantress", and the token sensor, whose secret
  /// is the same.
  static func withUsers(
    _ arguments: [String] = [], in directory: TemporaryDirectory
  ) throws -> DaemonProcess {
    let hash = try hash.get()
    mkdir(directory.file("procon"), 0o700)
    try write(
      #"{"users":"\#(directory.file("users.json"))","mounts":{"topics":{"memory":true}}}"#,
      to: directory.file("procon/procond.json"))
    try write(
      #"{"users":{"ada":{"password":"\#(hash)","groups":["staff"]}},"tokens":{"sensor":{"hash":"\#(hash)"}}}"#,
      to: directory.file("users.json"))
    chmod(directory.file("users.json"), 0o600)
    return try DaemonProcess(arguments, in: directory)
  }
}
