internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct AwaitingCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "awaiting",
    abstract: "List what waits for you.",
    usage: "procon-client awaiting [<options>]",
    discussion: """
      Prints one line for each position that you are asked for, each answered objection that you can \
      resolve, and each todo that is yours, in all stores, the soonest deadline first: kind, topic, text \
      and deadline, in columns on a terminal and separated by tabs in a pipe. For a status bar, or as it \
      changes:
        procon-client awaiting
        procon-client get --format '{session.awaiting.summary.line}'
        procon-client subscribe 'session.awaiting.*' --format waybar
      """)

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    // A constant path.
    let path = Path(AwaitingItem.box)!
    let value = try await context.value(of: path, over: connection).value
    let items: [AwaitingItem]
    do throws(ValueFault) {
      items = try value?.decoded() ?? []
    } catch {
      throw .unexpected("\(path): \(error)")
    }
    let rows = items.map { item in
      [
        item.kind.rawValue, TopicName(argument: item.at)?.text ?? item.at, item.text ?? item.title,
        item.until ?? "",
      ].map(\.printable)
    }
    context.print(table: rows, json: value)
  }
}
