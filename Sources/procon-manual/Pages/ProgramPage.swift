/// The page of a program: what it says of itself, and what `--help` has no room for.
struct ProgramPage {
  private let program: CommandHelp
  private let section: Int
  private let supplement: Supplement

  init(_ program: CommandHelp, section: Int, _ supplement: Supplement) {
    self.program = program
    self.section = section
    self.supplement = supplement
  }

  /// The page in mdoc(7).
  func text(date: String) -> String {
    var page = MdocText(
      name: program.name, section: section, summary: program.abstract.asSummary, date: date)
    page.section("SYNOPSIS")
    synopsis(of: program, in: &page)
    page.section("DESCRIPTION")
    page.blocks(program.discussion.beginning.filter { !$0.isExitStatus })
    options(program.options, in: &page)
    commands(in: &page)
    page.blocks(program.discussion.sections(without: Self.exitHeadings))
    variables(in: &page)
    files(in: &page)
    page.section("EXIT STATUS")
    page.blocks(exitStatus)
    page.section("EXAMPLES")
    for example in supplement.examples {
      page.paragraph([.text(example.text)])
      page.literal(example.lines)
    }
    page.seeAlso(supplement.seeAlso)
    return page.text
  }

  /// What every command takes; of a program without commands, nothing.
  private var common: [ArgumentHelp] {
    let commands = program.subcommands
    return commands.first?.options.filter { option in
      commands.allSatisfy { $0.options.contains(option) }
    } ?? []
  }

  private func synopsis(of command: CommandHelp, in page: inout MdocText) {
    guard command.subcommands.isEmpty else {
      for subcommand in command.subcommands { synopsis(of: subcommand, in: &page) }
      return
    }
    page.macros(".Nm")
    if command.name != program.name { page.macros(".Cm \(Roff.line(command.name))") }
    for option in command.options where !common.contains(option) { page.macros(option.usage) }
    if !common.isEmpty { page.macros(".Op Ar option ...") }
    for positional in command.positionals {
      if positional.isAfterTerminator { page.macros(".Fl -") }
      page.macros(positional.usage)
    }
  }

  private func options(_ options: [ArgumentHelp], in page: inout MdocText) {
    guard !options.isEmpty else { return }
    page.list(options.map { ($0.head, [.text($0.text)]) })
  }

  private func commands(in page: inout MdocText) {
    guard !program.subcommands.isEmpty else { return }
    page.section("COMMANDS")
    for command in program.subcommands {
      page.part(command.name)
      page.paragraph([.text(command.abstract)])
      page.blocks(command.discussion.blocks)
      options(command.positionals, in: &page)
      options(command.options.filter { !common.contains($0) }, in: &page)
    }
    page.part("Options of every command")
    options(common, in: &page)
  }

  private func variables(in page: inout MdocText) {
    page.section("ENVIRONMENT")
    page.list(supplement.variables.map { ("Ev \($0.name)", [.text($0.text)]) })
  }

  private func files(in page: inout MdocText) {
    page.section("FILES")
    page.list(supplement.files.map { ("Pa \(Roff.line($0.name))", [.text($0.text)]) })
  }

  private static let exitHeadings = ["EXIT CODES", "EXIT STATUS"]

  /// What the discussion says of it, under a heading or in a paragraph that begins so.
  private var exitStatus: [Block] {
    let blocks = Self.exitHeadings.flatMap(program.discussion.section)
    return blocks.isEmpty ? program.discussion.blocks.filter(\.isExitStatus) : blocks
  }
}

extension ArgumentHelp {
  /// As a list of options names it.
  fileprivate var head: String {
    let value = kind == .flag || kind == .positional ? "" : " Ar \(Roff.line(valueName))"
    guard kind != .positional else { return "Ar \(Roff.line(valueName))" }
    return names.map { "Fl \(Roff.line(String($0.dropFirst())))\(value)" }.joined(separator: " , ")
  }

  /// As a synopsis names it.
  fileprivate var usage: String {
    let name = names.last.map { "Fl \(Roff.line(String($0.dropFirst())))" } ?? ""
    let value = kind == .flag ? "" : "Ar \(Roff.line(valueName))"
    let repetition = isRepeating ? " ..." : ""
    let words = [name, value].filter { !$0.isEmpty }.joined(separator: " ")
    return isOptional ? ".Op \(words)\(repetition)" : ".\(words)\(repetition)"
  }
}

extension Block {
  /// Whether it is a paragraph that tells how a program ends.
  fileprivate var isExitStatus: Bool {
    guard case .paragraph(let phrases) = self, case .text(let text) = phrases.first else {
      return false
    }
    return text.hasPrefix("Exit status:")
  }
}

extension String {
  /// A sentence as the summary of a page: without its capital and full stop.
  fileprivate var asSummary: String {
    let words = hasSuffix(".") ? dropLast() : self[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
