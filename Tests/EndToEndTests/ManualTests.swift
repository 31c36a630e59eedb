import Expectations
import SystemTestSupport
import Testing

/// The manual pages, generated from the programs that are built here.
@Suite(.blocking) struct ManualTests {
  private let user = TestUser()
  private static let pages =
    ["procond", "procon-client", "procon-tui", "procon-web", "procond.json", "procon-protocol"]
    + articles
  private static let articles = [
    "procon-recipes", "procon-stores", "procon-users", "procon-programs",
  ]

  /// The command that generates a page.
  private static func make(_ page: String) -> String {
    "BUILD='\(builtProgram("").dropLast())' '\(Readme.root)/Sources/Install/manual' \(page)"
  }

  /// The text of each page, generated once, with the date 1970-01-02.
  private static let made: Result<[String: String], any Error> = Result {
    var texts: [String: String] = [:]
    for page in pages {
      let shell = try TestUser().shell(make(page), environment: ["SOURCE_DATE_EPOCH": "86400"])
      try require(try shell.waitForEnd() == .exited(0), "\(shell.errors)")
      expect(shell.errors, equals: "", "\(page)")
      texts[page] = shell.output
    }
    return texts
  }

  /// A file with the page.
  private func file(_ page: String) throws -> String {
    let file = user.directory.file(page)
    try write(try require(Self.made.get()[page]), to: file)
    return file
  }

  private func output(of script: String) throws -> String {
    let shell = try user.shell(script)
    expect(try shell.waitForEnd(), equals: .exited(0), "\(script): \(shell.errors)")
    expect(shell.errors, equals: "", "\(script)")
    return shell.output
  }

  /// A page as shown to a reader, without bold print.
  private func text(_ page: String) throws -> String {
    try output(of: "mandoc -T utf8 -O width=100 \(file(page))").replacing(/.\u{8}/, with: "")
  }

  @Test(arguments: pages)
  func `mandoc and groff report no warnings about a page`(page: String) throws {
    let file = try file(page)
    // As standard input: it would take what follows a dot in the path for the section.
    expect(try output(of: "mandoc -T lint -W warning < \(file)"), equals: "")
    // groff prints warnings to standard error.
    expect(try output(of: "groff -k -man -T utf8 -ww \(file)").isEmpty, equals: false)
  }

  @Test(arguments: ["procond", "procon-client", "procon-tui", "procon-web"])
  func `a program's page has the sections that readers expect`(page: String) throws {
    let text = try text(page)
    let lines = text.split(separator: "\n")
    for section in [
      "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
      "SEE ALSO",
    ] {
      expect(lines.contains(Substring(section)), "\(section)")
    }
    let variables = lines.drop { $0 != "ENVIRONMENT" }.prefix { $0 != "FILES" }
    let help = try output(of: "\(page) --help")
    let all = try output(of: "\(page) --experimental-dump-help")
    for name in all.matches(of: /[A-Z]+_[A-Z_]+[A-Z]/).map(\.output) {
      expect(variables.contains { $0.drop(while: \.isWhitespace) == name }, "\(name)")
    }
    for code in help.matches(of: /\b(?:6|7)\d\b/).map(\.output) {
      expect(lines.drop { $0 != "EXIT STATUS" }.joined().contains(code), "\(code)")
    }
  }

  @Test func `every option and command in the help is on the page`() throws {
    for program in ["procond", "procon-tui", "procon-web"] {
      let page = try text(program)
      for option in try options(in: "\(program) --help") {
        expect(page.contains(option), "\(program) \(option)")
      }
    }

    let page = try text("procon-client")
    let help = try output(of: "procon-client --help")
    let list = help.split(separator: "\n").drop { $0 != "SUBCOMMANDS:" }.dropFirst()
    let commands = list.prefix { $0.hasPrefix("  ") }.compactMap {
      $0.wholeMatch(of: /\ \ ([a-z-]+)(?:\ .*)?/).map { String($0.output.1) }
    }
    expect(commands.count >= 8)
    for command in commands {
      expect(page.contains("\n   \(command)\n"), "\(command)")
      for option in try options(in: "procon-client help \(command)") {
        expect(page.contains(option), "\(command) \(option)")
      }
    }
    expect(page.contains(" <pattern> -- <command> ...\n"))
  }

  @Test func `the page of procon-tui has the directory of edited texts`() throws {
    let lines = try text("procon-tui").split(separator: "\n")
    let variables = lines.drop { $0 != "ENVIRONMENT" }.prefix { $0 != "FILES" }
    expect(variables.contains { $0.drop(while: \.isWhitespace).hasPrefix("TMPDIR ") })
  }

  private func options(in help: String) throws -> Set<Substring> {
    let options = Set(try output(of: help).matches(of: /--[a-z][a-z-]+/).map(\.output))
    expect(options.contains("--socket"))
    return options
  }

  @Test func `the protocol's page has every section, list and code block of its text`() throws {
    let page = try text("procon-protocol")
    let source = try require(SourceTree.text(of: "Sources/BoxWire/BoxWire.docc/Protocol.md"))
    for heading in source.matches(of: /(?m)^##+ (.+)$/).map(\.output.1) {
      expect(page.contains("\n\(heading.uppercased())\n") || page.contains("   \(heading)\n"))
    }
    let bullets = source.matches(of: /(?m)^- |^\| -/).count
    expect(page.matches(of: #/(?m)^\ *• /#).count, equals: bullets)
    for code in source.matches(of: /-32\d\d\d/).map(\.output) { expect(page.contains(code)) }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    expect(
      words.contains(#"{"id":9,"method":"topics.ai.pros.add","params":{"text":"No breaks"}}"#))
    expect(
      words.contains(
        "A pattern is a path in which up to three segments may be * (exactly one segment)"))
  }

  @Test(
    arguments: zip(
      ["procond.json"] + articles, ["Running", "Recipes", "Stores", "Users", "Programs"]))
  func `an article's page has its sections and blocks of code`(page: String, name: String) throws {
    let path = try require(Readme.articles.first { $0.hasSuffix("/\(name).md") })
    let source = try require(SourceTree.text(of: path))
    let text = try text(page)
    expect(text.hasPrefix("\(page.uppercased())("))
    let parts = source.split(separator: "```", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let lines = part.split(separator: "\n")
      if index.isMultiple(of: 2) {
        for line in lines where line.hasPrefix("## ") {
          expect(text.contains("\n\(line.dropFirst(3).uppercased())\n"), "\(line)")
        }
      } else if let line = lines.dropFirst().first(where: { $0.count < 60 }) {
        expect(text.contains(line.trimmingPrefix(while: \.isWhitespace)), "\(line)")
      }
    }
    expect(!text.contains(".md)"))
  }

  @Test(arguments: pages)
  func `a page has the date in SOURCE_DATE_EPOCH`(page: String) throws {
    let text = try require(try Self.made.get()[page])
    let header = text.split(separator: "\n").first { $0.hasPrefix(".TH ") }
    expect(header?.contains("\"1970-01-02\""), equals: true)
  }

  @Test func `an unknown page is refused`() throws {
    let shell = try user.shell(Self.make("nonsense"))
    expect(try shell.waitForEnd(), equals: .exited(1))
    expect(shell.output, equals: "")
    expect(shell.errors.hasPrefix("Sources/Install/manual: unknown page 'nonsense'"))
  }
}
