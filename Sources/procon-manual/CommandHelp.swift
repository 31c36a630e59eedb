internal import BoxWire

/// What a program says of one of its commands, or of itself, to `--experimental-dump-help`.
struct CommandHelp {
  let name: String
  let abstract: String
  let discussion: HelpText
  /// Those that `--help` shows.
  let arguments: [ArgumentHelp]
  /// Those that `--help` shows; without `help` itself.
  let subcommands: [CommandHelp]

  /// - Throws: when the text is no dump, or one of another version.
  init(dump: String) throws(HelpError) {
    guard let json = try? JSONText(parsing: dump.utf8), json["serializationVersion"]?.integer == 0,
      let command = json["command"].flatMap(CommandHelp.init(json:))
    else { throw .noDump }
    self = command
  }

  private init?(json: JSONText) {
    guard let name = json["commandName"]?.string else { return nil }
    self.name = name
    abstract = json["abstract"]?.string ?? ""
    discussion = HelpText(json["discussion"]?.string ?? "")
    arguments = (json["arguments"]?.elements ?? []).compactMap(ArgumentHelp.init(json:))
    subcommands = (json["subcommands"]?.elements ?? []).compactMap(CommandHelp.init(json:))
      .filter { $0.name != "help" }
  }

  var positionals: [ArgumentHelp] { arguments.filter { $0.kind == .positional } }
  var options: [ArgumentHelp] { arguments.filter { $0.kind != .positional } }
}
