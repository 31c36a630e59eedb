import Expectations
import Glibc
import SystemTestSupport
import Testing

@Suite(.blocking) struct InstallTests {
  private let tree: InstallationTree
  private let programs = ["procond", "procon-client", "procon-tui", "procon-web"]

  init() throws {
    tree = try InstallationTree()
    let unit = "[Service]\nExecStart=-/usr/bin/procond --x\nExecReload=/bin/kill -HUP $MAINPID"
    let made = try tree.run(
      "mkdir -p systemd/system && printf '%s\\n' '\(unit)' > systemd/system/example.service")
    try require(made.end == .exited(0), "\(made.errors)")
  }

  @Test func `a second installation changes nothing, and removal restores the original state`()
    throws
  {
    let before = try tree.state()
    let first = try tree.install()
    expect(first.end, equals: .exited(0), "\(first.errors)")
    expect(first.errors, equals: "")
    let installed = try tree.state()
    expect(installed != before)
    expect(try tree.install().end, equals: .exited(0))
    expect(try tree.state().sameFiles, equals: installed.sameFiles)
    let removal = try tree.run("Sources/Install/install --remove")
    expect(removal.end, equals: .exited(0), "\(removal.errors)")
    expect(try tree.state(), equals: before)
  }

  @Test(arguments: ["/usr", "/opt/procon-1"])
  func `units contain the paths of the programs`(prefix: String) throws {
    expect(try tree.install(["PREFIX": prefix]).end, equals: .exited(0))
    let unit = contents(of: "\(tree.root)\(prefix)/lib/systemd/system/example.service")
    expect(
      unit,
      equals: """
        [Service]
        ExecStart=-\(prefix)/bin/procond --x
        ExecReload=/bin/kill -HUP $MAINPID

        """)
    expect(access("\(tree.root)\(prefix)/bin/procond", X_OK), equals: 0)
  }

  @Test func `the printed command removes the installation, wherever it is`() throws {
    let before = try tree.state()
    for prefix in ["/usr/local", "/opt/procon-1"] {
      let installation = try tree.install(["PREFIX": prefix])
      expect(installation.end, equals: .exited(0), "\(installation.errors)")
      expect(!installation.output.contains("next:"))
      let said = try require(installation.output.firstMatch(of: /to remove it: (.+)\n/)?.output.1)
      let removal = try tree.run("unset DESTDIR; \(said)")
      expect(removal.end, equals: .exited(0), "\(said): \(removal.errors)")
      expect(try tree.state(), equals: before)
    }
  }

  @Test func `files of others in the same directories are kept`() throws {
    let before = try tree.state()
    expect(try tree.install().end, equals: .exited(0))
    let folder = "\(tree.root)/usr/local/share/fish/vendor_completions.d"
    expect(try tree.run("echo other > \(folder)/other.fish").end, equals: .exited(0))
    expect(try tree.run("Sources/Install/install --remove").end, equals: .exited(0))
    expect(contents(of: "\(folder)/other.fish"), equals: "other\n")
    expect(entries(of: "\(tree.root)/usr/local/bin"), equals: ["other"])
    expect(try tree.run("rm -r \(tree.root)/usr/local/share/fish").end, equals: .exited(0))
    expect(try tree.state(), equals: before)
  }

  @Test func `files of an older version that this one does not have are removed`() throws {
    let before = try tree.state()
    expect(try tree.install().end, equals: .exited(0))
    expect(try tree.run("rm systemd/system/example.service").end, equals: .exited(0))
    expect(try tree.install().end, equals: .exited(0))
    expect(!(try tree.files()).contains { $0.hasSuffix("/example.service") })
    expect(try tree.run("Sources/Install/install --remove").end, equals: .exited(0))
    expect(try tree.state(), equals: before)
  }

  @Test func `an installation that fails is undone`() throws {
    // A file in the place of a directory.
    expect(
      try tree.run("echo other > \(tree.root)/usr/local/share/man/man8").end, equals: .exited(0))
    let before = try tree.state()
    let result = try tree.install()
    expect(result.end, equals: .exited(1))
    expect(result.errors.contains("Sources/Install/install: cannot create"), "\(result.errors)")
    expect(try tree.state(), equals: before)
  }

  @Test func `an interrupted installation removes what it installed`() throws {
    let before = try tree.state()
    // mv interrupts the installer, the parent of its parent, after installing the first file.
    let commands = try tree.makeCommand(
      "mv",
      """
      /bin/mv "$@"
      kill -TERM $(ps -o ppid= $PPID)
      """)
    let path = "\(commands):/usr/bin:/bin"
    let result = try tree.install(["PATH": path])
    expect(result.end, equals: .exited(1), "\(result.errors)")
    expect(result.output, equals: "")
    expect(try tree.state(), equals: before)
  }

  @Test(arguments: ["bin/procon", "share/man/man1/procon-client.1"])
  func `a file that it has not installed is not replaced`(path: String) throws {
    let file = "\(tree.root)/usr/local/\(path)"
    let refusal = """
      Sources/Install/install: \(file) exists and is not a part of procon: remove it, or set PREFIX

      """
    expect(try tree.run("echo other > \(file)").end, equals: .exited(0))
    let before = try tree.state()
    let first = try tree.install()
    expect(first.end, equals: .exited(1))
    expect(first.errors, equals: refusal)
    expect(try tree.state(), equals: before)

    // It refuses to replace a file, too, that the installed version does not have.
    expect(try tree.run("rm \(file)").end, equals: .exited(0))
    expect(try tree.install().end, equals: .exited(0))
    let list = "\(tree.root)/usr/local/share/procon/installed"
    let older = try tree.run(
      "sed -i '\\|^file .*/\(path)$|d' \(list) && rm \(file) && echo other > \(file)")
    expect(older.end, equals: .exited(0), "\(older.errors)")
    let installed = try tree.state()
    let second = try tree.install()
    expect(second.end, equals: .exited(1))
    expect(second.errors, equals: refusal)
    expect(try tree.state(), equals: installed)
  }

  @Test func `installed programs have no symbols, and those of the build keep theirs`() throws {
    expect(try tree.install().end, equals: .exited(0))
    for program in programs {
      let installed = try sections(of: tree.program(program))
      expect(installed.contains(" .text "))
      expect(!installed.contains(" .symtab ") && !installed.contains(" .debug"))
      let built = "\(try InstallationTree.programs.get())/\(program)"
      expect(try sections(of: built).contains(" .symtab "))
      let help = try tree.run("'\(tree.program(program))' --help")
      expect(help.end, equals: .exited(0), "\(help.errors)")
    }
    expect(!(try tree.files()).contains { $0.hasSuffix(".debug") })
  }

  @Test func `with --debug, the symbols are where debuggers look for them`() throws {
    let before = try tree.state()
    let result = try tree.install(option: "--debug")
    expect(result.end, equals: .exited(0), "\(result.errors)")
    for program in programs {
      expect(!(try sections(of: tree.program(program))).contains(" .symtab "))
      let symbols = tree.program(".debug/\(program).debug")
      expect(try sections(of: symbols).contains(" .symtab "))
      expect(try sections(of: symbols).contains(" .debug_info "))
      let id = try buildID(of: symbols)
      expect(try id.contains("Build ID: ") && buildID(of: tree.program(program)) == id)
      expect(
        try link(in: tree.program(program)), equals: "\(program).debug \(try checksum(of: symbols))"
      )
    }

    expect(try tree.run("Sources/Install/install --remove").end, equals: .exited(0))
    expect(try tree.state(), equals: before)
  }

  @Test(arguments: [
    ("help2man", "makes manual pages", "help2man"), ("lowdown", "makes manual pages", "lowdown"),
    ("strip", "makes programs smaller", "binutils"),
  ])
  func `a missing tool is reported with its package`(
    tool: String, use: String, package: String
  ) throws {
    let before = try tree.state()
    let made = try tree.run("mkdir ../tools && ln -s /usr/bin/* ../tools && rm ../tools/\(tool)")
    try require(made.end == .exited(0), "\(made.errors)")
    let result = try tree.install(["PATH": "\(tree.package)/../tools"])
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: """
        Sources/Install/install: \(tool), which \(use), is not installed; run: apt-get install \
        \(package)

        """)
    expect(try tree.state(), equals: before)
  }

  @Test func `without a build it prints how to build`() throws {
    let before = try tree.state()
    let result = try tree.run("Sources/Install/install")
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: """
        Sources/Install/install: there is no .build/release/procond; build it with: swift build \
        -c release --static-swift-stdlib

        """)
    expect(try tree.state(), equals: before)
  }

  @Test(arguments: ["local", "/", "/usr/", "/usr/../x", "/a b", "/a|b", "/a\nfile /etc/passwd"])
  func `an impossible prefix is refused`(prefix: String) throws {
    let before = try tree.state()
    let result = try tree.install(["PREFIX": prefix])
    expect(result.end, equals: .exited(1))
    expect(result.errors.hasPrefix("Sources/Install/install: PREFIX must be an absolute path"))
    expect(try tree.state(), equals: before)
  }

  @Test func `removal without an installation is refused`() throws {
    let before = try tree.state()
    let result = try tree.run("Sources/Install/install --remove")
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: "Sources/Install/install: nothing is installed under \(tree.root)/usr/local\n")
    expect(try tree.state(), equals: before)
  }

  @Test(arguments: ["--nonsense", "remove", "--debug --remove", "--remove --remove"])
  func `unknown arguments are refused`(arguments: String) throws {
    let before = try tree.state()
    let result = try tree.install(option: arguments)
    expect(result.end, equals: .exited(1))
    expect(
      result.errors,
      equals: """
        Sources/Install/install: unknown arguments '\(arguments)': give --debug, --remove, or none

        """)
    expect(result.output, equals: "")
    expect(try tree.state(), equals: before)
  }

  private func sections(of file: String) throws -> String {
    try output("readelf -WS '\(file)'")
  }

  private func buildID(of file: String) throws -> String {
    try output("readelf -n '\(file)' | grep 'Build ID'")
  }

  /// The name and the checksum of the file with its symbols, as a program states them.
  private func link(in file: String) throws -> String {
    try output(
      """
      objcopy -O binary --only-section=.gnu_debuglink --set-section-flags .gnu_debuglink=alloc \
      '\(file)' ../link && python3 -c '
      link = open("../link", "rb").read()
      print(link.split(b"\\0")[0].decode(), int.from_bytes(link[-4:], "little"))'
      """)
  }

  private func checksum(of file: String) throws -> String {
    try output(
      "python3 -c 'import sys, zlib; print(zlib.crc32(open(sys.argv[1], \"rb\").read()))' '\(file)'"
    )
  }

  /// What a script prints, without the line feed at its end.
  private func output(_ script: String) throws -> String {
    let result = try tree.run(script)
    try require(result.end == .exited(0), "\(result.errors)")
    return String(result.output.dropLast())
  }
}

extension String {
  /// Without the dates of pages, which may differ around midnight.
  fileprivate var sameFiles: [Substring] {
    split(separator: "\n").filter { !$0.contains("/share/man/") }
  }
}
