import ArgumentParser
import BoxClient
import BoxWire
import Expectations
import TerminalClient
import Testing

@testable import procon_client

struct CommandLineTests {
  @Test func `subscribe without arguments names no topic and no format`() throws {
    let command = try parsed(SubscribeCommand.self, "subscribe")
    expect(command.patterns.isEmpty)
    expect(command.about.topic == nil)
    expect(command.format == nil)
    expect(!command.once)
    expect(command.common.color, equals: .auto)
    expect(!command.common.noStart)
  }

  @Test func `subscribe accepts patterns and a format`() throws {
    let command = try parsed(
      SubscribeCommand.self, "subscribe", "a.**", "b.*.c", "--format", "json", "--once",
      "--socket", "/s", "--no-start", "--color", "never")
    expect(command.patterns.map(\.text), equals: ["a.**", "b.*.c"])
    expect(command.format, equals: .json)
    expect(command.once)
    expect(try command.common.place, equals: DaemonPlace("/s"))
    expect(command.common.noStart)
    expect(command.common.color, equals: .never)
  }

  @Test(arguments: [
    ["set", "shared.a", #"{"a":"#], ["set", "shared.a", "1", "shared.b", " [1"],
    ["set", "shared.a", "\"x"], ["get", "a.b", "--json", "--format", "value"],
    ["subscribe", "a.b", "--format", "board"], ["subscribe", "a.b", "--topic", "ai"],
    ["subscribe", "a..b"], ["subscribe", "--topic", ""], ["subscribe", "--format", "xml"],
    ["get"], ["get", "a.**.b"], ["set", "a"],
    ["set", "a b", "1"], ["delete"], ["delete", "a.**.b"], ["set", "shared.a", "1", "shared.b"],
    ["set", "shared.a", "1", "b c", "2"], ["set", "shared.a", "1", "shared.a", "2"],
    ["set", "shared.a", "-", "shared.b", "-"], ["update", "shared.a"], ["lock", "shared.a"],
    ["subscribe", "a.**", "--since", "5"], ["subscribe", "--replay", "5"],
    ["subscribe", "a", "--replay", "0"], ["subscribe", "a", "--replay", "1", "--since", "e:1"],
    ["call"], ["call", "a.b", "text"],
    ["call", "a.b", "=1"], ["call", "a.b", "--json", "[1]"], ["call", "a.b", "--json", "{"],
    ["call", "a.b", "x=1", "--json", "{}"], ["add", "pro"], ["add", "maybe", "x"],
    ["add", "pro", "x", "--weight", "much"], ["remove", "con"], ["ping", "pong"],
    ["describe", "a..b"],
    ["ping", "--socket", ""], ["ping", "--color", "blue"], ["nonsense", "more"], ["--nonsense"],
    ["ping", "--login", ""], ["ping", "--password-file", "f"], ["ping", "--login"],
    ["ping", "--login", "a", "--token-file", "f"], ["set", "a", "-", "--token-file", "-"],
    ["call", "a.b", "--json", "-", "--token-file", "-"], ["import", "-", "--token-file", "-"],
    ["post", "--token-file", "-"], ["lock", "shared.a", "--token-file", "-", "--", "true"],
    ["remove", "topic", "a", "--token-file", "-"], ["session", "--token-file", "-"],
  ])
  func `a wrong command line is reported in one line that mentions the help`(arguments: [String]) {
    let failure = #expect(throws: Failure.self) {
      _ = try ProconClient.command(from: arguments)
    }
    expect(failure?.exitCode, equals: 64)
    let sentence = failure?.sentence ?? ""
    expect(!sentence.contains("\n"))
    expect(sentence.contains("--help'"))
  }

  @Test func `options of every command may come before it, with or without an equals sign`() throws
  {
    for words in [
      ["--login", "ada", "--password-file", "f", "get", "a"],
      ["--login=ada", "--password-file=f", "--no-start", "-v", "get", "a"],
    ] {
      let command = try parsed(GetCommand.self, words)
      expect(command.common.secret, equals: .passwordFile(name: "ada", "f"))
    }
    let ping = try require(try ProconClient.command(from: ["--token-file", "-", "ping"]))
    expect(ping.common.secret, equals: .tokenFile("-"))
    let set = try parsed(SetCommand.self, "set", "a", "1", "--token-file", "-")
    expect(set.common.secret?.isStandardInput, equals: true)
  }

  @Test func `the hint names the command, if it is one`() {
    let get = #expect(throws: Failure.self) { _ = try ProconClient.command(from: ["get"]) }
    expect(get?.sentence?.hasSuffix("; see 'procon-client get --help'"), equals: true)
    let none = #expect(throws: Failure.self) { _ = try ProconClient.command(from: ["gett", "a"]) }
    expect(none?.sentence?.hasSuffix("; see 'procon-client --help'"), equals: true)
  }

  @Test func `an unknown format is reported with the formats of the command`() {
    for (command, names) in [
      ("get", "lines, json, value, waybar"), ("subscribe", "board, lines, json, value, waybar"),
    ] {
      let failure = #expect(throws: Failure.self) {
        _ = try ProconClient.command(from: [command, "a.b", "--format", "xml"])
      }
      expect(failure?.sentence?.contains("it must be \(names) or a template such as"), equals: true)
    }
    let board = #expect(throws: Failure.self) {
      _ = try ProconClient.command(from: ["get", "a.b", "--format", "board"])
    }
    expect(
      board?.sentence?.contains("a board is live: use 'procon-client subscribe'"), equals: true)
  }

  @Test func `the number of patterns is limited only by the daemon`() throws {
    let command = try parsed(GetCommand.self, ["get"] + (1...1000).map { "a.b\($0)" })
    expect(command.patterns.count, equals: 1000)
  }

  @Test(arguments: [
    ["get", "a.b", "--json"], ["subscribe", "a.b", "--json"], ["status", "--json"],
    ["set", "shared.a", "{", "--string"], ["set", "shared.a", "a {"],
  ])
  func `a correct command line is accepted`(words: [String]) throws {
    expect(try ProconClient.command(from: words) != nil)
  }

  @Test func `every command that lists or changes something takes --json`() {
    let others = ProconClient.configuration.subcommands.filter { !($0 is any ResultCommand.Type) }
    expect(
      others.map { $0._commandName },
      equals: [
        "subscribe", "use", "export", "get", "lock", "wait", "watch-exec", "call", "describe",
        "session", "status", "top", "ping", "web", "board",
      ])
  }

  @Test func `no line of the help is wider than 80 columns`() {
    let commands: [any ParsableCommand.Type] =
      [ProconClient.self] + ProconClient.configuration.subcommands
    for command in commands {
      let lines = ProconClient.helpMessage(for: command, columns: 80).split(separator: "\n")
      expect(lines.filter { $0.count > 80 }, equals: [], "\(command)")
    }
  }

  @Test func `set reads its value as JSON if it is valid JSON, else as a string`() throws {
    let command = try parsed(SetCommand.self, "set", "shared.a", "--", "-4")
    expect(command.value, equals: "-4")
    expect(JSONText(argument: "-4").description, equals: "-4")
    expect(JSONText(argument: " {\"a\": 1.50} ").description, equals: #"{"a":1.50}"#)
    expect(JSONText(argument: "\"x\"").description, equals: #""x""#)
    expect(JSONText(argument: "rather blue").description, equals: #""rather blue""#)
    expect(JSONText(argument: "").description, equals: #""""#)
    expect(JSONText(argument: "01").description, equals: #""01""#)
  }

  @Test func `parameters are name=value, the value as JSON or a string`() throws {
    let command = try parsed(CallCommand.self, "call", "a.b", "text=x=y", "weight=2", "note=")
    expect(command.members.map(\.name), equals: ["text", "weight", "note"])
    expect(command.members.map(\.value.description), equals: [#""x=y""#, "2", #""""#])
  }

  @Test func `a side and a topic form the path of an intent`() throws {
    let command = try parsed(AddCommand.self, "add", "con", "x", "--topic", "tea", "--weight", "3")
    let name = try require(command.about.topic?.name(under: nil))
    expect(name.path(command.side, "add").text, equals: "topics.tea.cons.add")
    expect(command.weight, equals: 3)
  }

  private func parsed<Command>(_ type: Command.Type, _ arguments: String...) throws -> Command {
    try parsed(type, arguments)
  }

  private func parsed<Command>(_ type: Command.Type, _ arguments: [String]) throws -> Command {
    try require(try ProconClient.command(from: arguments) as? Command)
  }
}
