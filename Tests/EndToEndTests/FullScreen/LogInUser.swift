import BoxWireTestSupport
import Glibc
import SystemTestSupport

/// A user with a daemon that only those can read who have logged in.
///
/// In the user's home are the files `password` of ada, `token` of sensor, and `wrong`.
final class LogInUser {
  let user = TestUser()
  let files: PolicyFiles
  let daemon: DaemonProcess
  static let rules = [
    rule("user:ada", "read", "topics.**"), rule("user:ada", "call", "topics.**"),
    rule("token:sensor", "read", "topics.**"),
  ]
  /// Options that do not log in, with what is said about them, and the exit code.
  static let refusals: [(options: String, sentence: String, code: Int32)] = [
    ("--login ada --password-file wrong", "check the name, and the password or token", 77),
    ("--token-file wrong", "check the name, and the password or token", 77),
    ("--login ada --password-file none", "none cannot be read", 66),
    ("--login ada --password-file -", "name a file with --password-file", 64),
    ("--token-file -", "name a file with --token-file", 64),
    ("--password-file password", "--password-file needs --login", 64),
  ]

  init() throws {
    files = try PolicyFiles(Self.rules)
    daemon = try files.start()
    for (secret, name) in [
      ("enchantress", "password"), ("wrong", "wrong"), ("sensor.enchantress", "token"),
    ] {
      chmod(try user.save(secret, as: name), 0o600)
    }
  }
}
