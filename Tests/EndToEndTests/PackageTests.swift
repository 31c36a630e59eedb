import Expectations
import SystemTestSupport
import Testing

/// The Debian package, built from small programs.
@Suite(.blocking) struct PackageTests {
  private let environment = [
    "DEBFULLNAME": "Ada Lovelace", "DEBEMAIL": "ada@debian.org", "SOURCE_DATE_EPOCH": "1700000000",
  ]

  private func run(
    _ script: String, in tree: InstallationTree, _ environment: [String: String] = [:]
  ) throws -> String {
    let given = ["BUILD": try InstallationTree.programs.get()].merging(environment) { $1 }
    let result = try tree.run(script, environment: given)
    try require(result.end == .exited(0), "\(result.output)\(result.errors)")
    return result.output
  }

  @Test func `the package has no faults, is the same in each directory, and enables one socket`()
    throws
  {
    let trees = try (0..<2).map { _ in try InstallationTree() }
    _ = try run("Sources/Install/package \"$DESTDIR\"", in: trees[0], environment)
    let elsewhere =
      "cp -R . '../another place' && '../another place/Sources/Install/package' \"$DESTDIR\""
    _ = try run(elsewhere, in: trees[1], environment)
    let sums = try trees.map { try run("cd \"$DESTDIR\" && cksum *.deb", in: $0) }
    expect(sums[0], equals: sums[1])
    expect(sums[0].contains(/procon_1\.2\.3_\w+\.deb/))
    expect(sums[0].contains(/procon-dbgsym_1\.2\.3_\w+\.deb/))

    let tree = trees[0]
    let lint = "cd \"$DESTDIR\" && lintian --allow-root --fail-on error,warning *.deb"
    expect(try run(lint, in: tree), equals: "")
    let contents = try run("cd \"$DESTDIR\" && dpkg-deb --contents procon_*.deb", in: tree)
    for path in [
      "./usr/bin/procond", "./usr/bin/procon -> procon-client",
      "./lib/systemd/system/procond.socket",
      "./usr/lib/sysusers.d/procon.conf", "./usr/share/man/man8/procond.8.gz",
      "./usr/share/zsh/vendor-completions/_procon", "./usr/share/doc/procon/Protocol.md",
    ] {
      expect(contents.contains(path), "\(path)\n\(contents)")
    }
    expect(!contents.contains("/usr/local") && !contents.contains("share/procon/installed"))

    // Of the units, the first installation enables the socket of the system's daemon. It is not restarted.
    let script = try run(
      "cd \"$DESTDIR\" && dpkg-deb --control procon_*.deb control && cat control/postinst", in: tree
    )
    let first = script.split(separator: "# End automatically added section")
      .filter { $0.contains("was-enabled defaults to true") }
    expect(first.count, equals: 1)
    expect(first.first?.contains("enable 'procond.socket'"), equals: true)
    let actions = script.matches(of: /deb-systemd-invoke (.*) >/).map { String($0.output.1) }
    expect(
      actions, equals: ["start 'procond.socket'", "restart procond.service procon-web.service"])
    expect(script.contains("systemd-sysusers"))
  }

  @Test func `what is missing is said in one line`() throws {
    let tree = try InstallationTree()
    let result = try tree.run(
      "Sources/Install/package", environment: ["BUILD": try InstallationTree.programs.get()])
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: """
        Sources/Install/package: set DEBFULLNAME to your name, and DEBEMAIL to your address, for the package

        """)
  }
}
