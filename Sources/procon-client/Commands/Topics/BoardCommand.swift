internal import ArgumentParser
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// What a topic in place of a command means: its board, which `procon` opens on the whole terminal.
struct BoardCommand: RequestCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Show the board of a topic.",
    usage: "procon-client [<options>] <topic>", shouldDisplay: false)

  @Argument(help: "The topic: its id, the beginning of one, or its title.", completion: .topics)
  var topic: TopicArgument

  @Flag(help: "Show the newest posts under the board, too.")
  var posts = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// A mistyped command starts no daemon, nor does a script's, which names a topic with --topic.
  var mayStart: Bool {
    !common.noStart && StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1
      && ProconClient.names.nearest(to: topic.text).isEmpty
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let name = try await name(in: context)
    if CommandName.current == .short, context.isOnTerminal, !posts {
      FullScreenProgram.run(common.words + [name.text])
      // It is not installed.
    }
    let words =
      ["subscribe", "--topic", name.text] + (posts ? ["--posts"] : [])
      + (context.output.isTerminal ? [] : ["--format", "board", "--once"])
    guard let command = try? ProconClient.parseAsRoot(words) as? SubscribeCommand else {
      preconditionFailure("these words are a valid command line")
    }
    try await command.run(in: context)
  }

  /// - Throws: `.usage` if there is no such topic, or no daemon that could have it.
  @LoopActor
  private func name(in context: CommandContext) async throws(Failure) -> TopicName {
    let near: [String]
    do throws(Failure) {
      let connection = try await context.connect()
      defer { connection.close() }
      let known = try await context.topic(
        topic, under: nil, command: SubscribeCommand._commandName, over: connection)
      if known.title != nil { return known.name }
      near = try await context.topics(over: connection).nearest(to: topic.text)
    } catch {
      switch error {
      case .noTopic(_, let topics): near = topics
      case .unconnected(.nobodyListens), .noExecutable: near = []
      default: throw error
      }
    }
    throw ProconClient.unknownCommand(topic.text, orTopics: near)
  }
}
