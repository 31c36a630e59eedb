import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's instructions for installing, followed word for word in a clean tree.
///
/// Two commands are replaced: `apt-get`, and `swift`, which provides the programs beside the tests,
/// because a release build takes minutes. `.ci/run` uses the real commands.
@Suite(.blocking) struct ReadmeInstallTests {
  private let user = TestUser()

  @Test func `everything is installed, works, and is removed as the README says`() throws {
    let tree = try InstallationTree()
    let commands = try tree.makeCommand(
      "swift",
      """
      [ "$*" = "build -c release --static-swift-stdlib" ] || exit 64
      mkdir .build && ln -s '\(builtProgram("").dropLast())' .build/release
      """)
    _ = try tree.makeCommand("apt-get", "")
    let before = try tree.state()
    let install = try Readme.block(after: "## Install", "sh")
    let result = try tree.run(install, commands: commands)
    try require(result.end == .exited(0), "\(result.output)\(result.errors)")
    expect(result.errors, equals: "")
    expect(try tree.files(), equals: (installed + units).sorted())
    try tryOut(tree.root + "/usr/local")

    let remove = try Readme.block(after: "## Remove", "sh", number: 2)
    let removal = try tree.run(remove)
    expect(removal.end, equals: .exited(0), "\(removal.errors)")
    expect(try tree.state(), equals: before)
  }

  @Test func `the enabled and disabled units are installed`() throws {
    let enable = try Readme.block(after: "## As a service", "sh")
    let disable = try Readme.block(after: "## Remove", "sh")
    for unit in "\(enable) \(disable)".matches(of: /procond\.\w+/) {
      expect(SourceTree.text(of: "systemd/system/\(unit.output)") != nil, "\(unit.output)")
    }
  }

  /// Expects that a daemon and a client in this directory work together.
  private func tryOut(_ place: String) throws {
    let socket = user.directory.file("s")
    let daemon = try user.start("\(place)/bin/procond", ["--socket", socket, "--idle-exit", "60"])
    try daemon.wait { daemon.errors.contains("listening on \(socket)") }
    for name in ["procon-client", "procon"] {
      let client = try user.start(
        "\(place)/bin/\(name)", ["get", "topics.ai.summary", "--socket", socket])
      expect(try client.waitForEnd(), equals: .exited(0), "\(client.errors)")
      expect(client.output.hasPrefix("topics.ai.summary\t{"))
    }
    let pages = try user.start("\(place)/bin/procon-tui", ["--plain", "--socket", socket])
    expect(try pages.waitForEnd(), equals: .exited(0), "\(pages.errors)")
    expect(pages.output.hasPrefix("Topics (1)\n"))
    for (shell, scripts) in [
      ("bash", "bash-completion/completions/procon*"), ("zsh", "zsh/site-functions/_procon*"),
      ("fish", "fish/vendor_completions.d/procon*"),
    ] {
      let check = try user.shell(
        "for script in \(place)/share/\(scripts); do \(shell) -n $script && echo $script; done")
      expect(try check.waitForEnd(), equals: .exited(0), "\(check.errors)")
      expect(check.output.split(separator: "\n").count, equals: 5, "\(check.errors)")
    }
    for shell in Shell.allCases {
      let line = try ShellLine(shell, of: TestUser(), socket: socket, installedUnder: place)
      try line.complete("procon get --format json topics.ai.su", to: " topics.ai.summary")
      expect(try line.output()["boxes"]?.names, equals: ["topics.ai.summary"])
      let screen = try ShellLine(
        shell, of: TestUser(), socket: socket, installedUnder: place, command: "procon-tui")
      try screen.complete("procon-tui --no-s", to: "procon-tui --no-start")
    }
    for (page, name) in [
      ("procon", "PROCON-CLIENT"), ("procon-client", "PROCON-CLIENT"), ("procon-tui", "PROCON-TUI"),
    ] {
      let manual = try user.shell("cd \(place)/share/man && groff -s -man -T utf8 man1/\(page).1")
      expect(try manual.waitForEnd(), equals: .exited(0), "\(manual.errors)")
      expect(manual.output.hasPrefix("\(name)(1)"), "\(manual.errors)")
    }
  }

  private var installed: [String] {
    let commands = ["procon", "procon-client", "procon-tui", "procon-web", "procond"]
    let scripts = commands.flatMap { command in
      Shell.allCases.map { $0.installedScript(of: command) }
    }
    let others = [
      "bin/other", "share/man/man1/procon-client.1", "share/man/man1/procon-tui.1",
      "share/man/man1/procon-web.1",
      "share/man/man1/procon.1", "share/man/man5/procond.json.5", "share/man/man8/procond.8",
      "share/procon/installed",
    ]
    let articles = ["protocol", "recipes", "stores", "users", "programs"].map {
      "share/man/man7/procon-\($0).7"
    }
    return (commands.map { "bin/\($0)" } + scripts + others + articles).map { "/usr/local/\($0)" }
  }

  /// The paths of systemd's files.
  private var units: [String] {
    [("system", "systemd/system"), ("user", "systemd/user"), ("sysusers.d", "sysusers.d")]
      .flatMap { folder, place in
        SourceTree.names(in: "systemd/\(folder)").map { "/usr/local/lib/\(place)/\($0)" }
      }
  }
}
