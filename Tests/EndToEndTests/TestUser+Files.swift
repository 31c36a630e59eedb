import Glibc
import SystemTestSupport

extension TestUser {
  /// Saves a text in the home directory.
  ///
  /// - Parameter name: its path there.
  /// - Returns: its whole path.
  func save(_ text: String, as name: String) throws -> String {
    var path = directory.file("home")
    for folder in name.split(separator: "/").dropLast() {
      path += "/\(folder)"
      mkdir(path, 0o700)
    }
    path = directory.file("home/\(name)")
    try write(text + "\n", to: path)
    return path
  }

  /// Makes a command for the user's shell scripts.
  ///
  /// - Parameter script: for the shell; or a whole script with the name of its interpreter.
  func install(_ name: String, _ script: String) throws {
    let path = directory.file("programs/\(name)")
    try write(script.hasPrefix("#!") ? script + "\n" : "#!/bin/sh\n\(script)\n", to: path)
    chmod(path, 0o700)
  }
}
