import Expectations
import Glibc
import SystemTestSupport
import Testing

/// A clean copy of what an installation needs from this package, and a root directory to install
/// to.
///
/// It installs small programs in place of those that are built here, which are copied, stripped and
/// asked for their help and completion each time. `ReadmeInstallTests` installs the real ones.
final class InstallationTree {
  /// The path of the copy.
  let package: String
  /// The directory for `DESTDIR`, which contains another program's files.
  let root: String
  private let user = TestUser()

  init() throws {
    package = user.directory.file("package")
    root = user.directory.file("root")
    let copy = try user.shell(
      """
      mkdir -p '\(package)' '\(root)/usr/local/bin' '\(root)/usr/local/share/man/man1' &&
      cd '\(Readme.root)' &&
      cp -R --parents README.md Sources/Install Sources/*/*.docc systemd '\(package)' &&
      echo other > '\(root)/usr/local/bin/other'
      """)
    try require(try copy.waitForEnd() == .exited(0), "\(copy.errors)")
  }

  /// Runs a shell script in the copy, with `DESTDIR` set.
  ///
  /// - Parameters:
  ///   - commands: a directory to put first in `PATH`; nil for none.
  ///   - environment: variables in addition to `DESTDIR`.
  func run(
    _ script: String, commands: String? = nil, environment: [String: String] = [:]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let path = "\(commands.map { "\($0):" } ?? "")\(user.environment["PATH"] ?? "/usr/bin:/bin")"
    let given = ["DESTDIR": root, "PATH": path].merging(environment) { $1 }
    let shell = try user.start(
      "/bin/sh", ["-euc", "cd '\(package)'\n\(script)"], environment: given)
    return (try shell.waitForEnd(), shell.output, shell.errors)
  }

  /// The directory of small programs with the names of the real ones. Each has symbols, and prints
  /// the daemon's version, or a short help whatever else it is asked.
  static let programs: Result<String, any Error> = Result {
    let directory = "\(Readme.root)/.build/installation"
    let compiler = try TestUser().shell(
      #"""
      mkdir -p '\#(directory)' && cd '\#(directory)' && clang -g -Wl,--build-id -x c - -o procond <<'END'
      #include <stdio.h>
      #include <string.h>
      int main(int count, char **words) {
        if (count == 2 && !strcmp(words[1], "--version")) return puts("procond 1.2.3") < 0;
        return puts("OVERVIEW: Do nothing.\n\nUSAGE: example") < 0;
      }
      END
      for name in procon-client procon-tui procon-web; do cp procond $name; done
      """#)
    try require(try compiler.waitForEnd() == .exited(0), "\(compiler.errors)")
    return directory
  }

  /// Installs the small programs.
  ///
  /// - Parameters:
  ///   - environment: variables in addition to `DESTDIR`.
  ///   - option: an option of the script; empty for none.
  func install(
    _ environment: [String: String] = [:], option: String = ""
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    let programs = ["BUILD": try Self.programs.get()]
    return try run(
      "Sources/Install/install \(option)", environment: programs.merging(environment) { $1 })
  }

  /// The path of a file that is installed beside the programs, or of a program.
  func program(_ name: String) -> String {
    "\(root)/usr/local/bin/\(name)"
  }

  /// Every file and directory under the root, with contents and permissions.
  func state() throws -> String {
    let state = try run(
      "cd \"$DESTDIR\" && find . -printf '%p %y %m %l\\n' | sort && find . -type f -exec cksum {} + | sort"
    )
    try require(state.end == .exited(0), "\(state.errors)")
    return state.output
  }

  /// The sorted paths of the files under the root.
  func files() throws -> [String] {
    let files = try run("cd \"$DESTDIR\" && find . ! -type d | sort")
    return files.output.split(separator: "\n").map { String($0.dropFirst()) }
  }

  /// A directory of commands that replace others.
  func makeCommand(_ name: String, _ script: String) throws -> String {
    let made = try run(
      """
      mkdir -p ../commands && cat > ../commands/\(name) <<'END'
      #!/bin/sh
      \(script)
      END
      chmod +x ../commands/\(name)
      """)
    try require(made.end == .exited(0), "\(made.errors)")
    return user.directory.file("commands")
  }
}
