import Expectations
import SystemTestSupport
import Testing

/// The script for releases, with a compiler and a package script that only copy what they are given.
@Suite(.blocking) struct ReleaseTests {
  private let tree: InstallationTree
  private let commands: String
  private let environment = [
    "DEBFULLNAME": "Ada Lovelace", "DEBEMAIL": "ada@debian.org", "GIT_CONFIG_GLOBAL": "/dev/null",
  ]

  init() throws { try self.init(program: "cat program") }

  /// Makes a repository whose build has what `program` prints.
  private init(program: String) throws {
    tree = try InstallationTree()
    commands = try tree.makeCommand(
      "swift",
      """
      set -e
      mkdir -p .build/release
      echo '#!/bin/sh\necho procond 1.2.3' > .build/release/procond
      chmod +x .build/release/procond
      (\(program)) > .build/release/contents
      [ -e Package.resolved ] || echo "resolved in $PWD" > Package.resolved
      cat Package.resolved >> .build/release/contents
      """)
    let made = try tree.run(
      """
      cat > Sources/Install/package <<'END'
      #!/bin/sh
      cp .build/release/contents "$1/procon_1.2.3_amd64.deb"
      END
      echo 'the program' > program
      printf '.build\\nPackage.resolved\\n' > .gitignore
      git init -q && git add -A
      git -c user.name=Ada -c user.email=ada@debian.org commit -qm first
      """, environment: environment)
    try require(made.end == .exited(0), "\(made.errors)")
  }

  private func release(
    _ environment: [String: String]
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try tree.run(
      "Sources/Install/release \"$DESTDIR\"", commands: commands, environment: environment)
  }

  @Test func `the packages, their sums and the versions of libraries are written`() throws {
    let result = try release(environment)
    try require(result.end == .exited(0), "\(result.errors)")
    let commit = try tree.run("git rev-parse HEAD").output
    expect(result.output.hasSuffix("git tag --sign v1.2.3 \(commit)"), "\(result.output)")
    let check = try tree.run(
      "cd \"$DESTDIR\" && sha256sum --check SHA256SUMS && cat procon_1.2.3_amd64.deb && cat Package.resolved"
    )
    // Both builds have the libraries of the first.
    expect(
      check.output.hasPrefix("procon_1.2.3_amd64.deb: OK\nthe program\nresolved in "),
      "\(check.output)")
  }

  @Test func `builds that differ are refused`() throws {
    let tree = try Self(program: "pwd")
    let result = try tree.release(environment)
    expect(result.end, equals: .exited(1))
    expect(
      result.errors.hasSuffix(
        "Sources/Install/release: another build has not made the same procon_1.2.3_amd64.deb\n"),
      "\(result.errors)")
    expect(try tree.tree.files(), equals: ["/usr/local/bin/other"])
  }

  @Test func `a build that fails says why`() throws {
    let tree = try Self(program: "echo 'it does not compile' >&2; exit 1")
    let result = try tree.release(environment)
    expect(result.end, equals: .exited(1))
    expect(result.errors.contains("it does not compile"), "\(result.errors)")
  }

  @Test func `changes without a commit are refused`() throws {
    _ = try tree.run("echo changed > program")
    let result = try release(environment)
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: "Sources/Install/release: there are changes without a commit:  M program\n")
  }

  @Test func `a missing name of the maintainer is an error`() throws {
    let result = try release(["GIT_CONFIG_GLOBAL": "/dev/null"])
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: """
        Sources/Install/release: set DEBFULLNAME to your name, and DEBEMAIL to your address, for the package

        """)
  }
}
