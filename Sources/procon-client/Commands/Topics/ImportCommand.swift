internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Glibc
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct ImportCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Create topics from an export or from Markdown: all of them, or none.",
    usage: "procon-client import [<options>] <file>",
    discussion: """
      Reads the output of 'export', or Markdown in which each topic begins with '# Title' and \
      lists its arguments under '## Pros' and '## Cons', or a Markdown Architectural Decision Record \
      (MADR), which has '## Considered Options' or '## Decision Outcome'; what is left out of it or \
      converted is named on standard error. A topic keeps its id if that is free, \
      otherwise it gets one made from its title; no topic is replaced. The import is one request \
      of at most limits.line bytes. In a pipe, prints the result as one line of JSON, with the ids:
        procon-client import topics.json
        procon-client import notes.md
        procon-client export which-editor | procon-client import - --root wiki
      """)

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  @Option(help: "The root path of the store to create them in.")
  var root = RootName.standard

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  var readsStandardInput: Bool { file == "-" }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let bytes: [UInt8]?
    do throws(LoopError) {
      bytes = try await BlockingWork.run { [file] in
        Result { () throws(LoopError) in try StandardInput.readAll(from: file, atMost: Self.longest)
        }
      }.get()
    } catch {
      throw .unreadable(file, error)
    }
    guard let bytes else {
      throw usage("it is larger than \(Self.longest >> 20) MiB")
    }
    do throws(Failure) {
      let parameters = try parameters(bytes)
      let connection = try await context.connect()
      let result = try await context.call("\(root).import", parameters, over: connection)
      let names = result[AnswerKey.ids]?.elements?.compactMap(\.string).map(root.name) ?? []
      context.print(result, as: "Imported \(names.joined(separator: ", ")).")
      for note in result[AnswerKey.notes]?.elements?.compactMap(\.string) ?? [] {
        StandardError.report(note)
      }
    } catch {
      guard case .refused(let refusal, _, _) = error,
        refusal.code == RequestError.Code.lineTooLong.rawValue
      else { throw error }
      throw usage("\(refusal.message); import topics one by one, or raise the daemon's limits.line")
    }
  }

  /// JSON begins with a brace or a bracket; no Markdown that can be imported does.
  private func parameters(_ bytes: [UInt8]) throws(Failure) -> Parameters {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw usage("it is neither JSON nor Markdown in UTF-8")
      }
      return Parameters([.markdown: JSONText(text)])
    }
    let content: JSONText
    do throws(JSONError) {
      content = try JSONText(parsing: bytes)
    } catch {
      throw usage("\(error)")
    }
    guard let topics = content[ParameterName.topics.rawValue] else {
      throw usage("it is not an object with topics, as 'export' prints it")
    }
    return Parameters([.topics: topics])
  }

  /// In bytes: the longest request that a daemon can be configured to accept, with room for white
  /// space.
  private static let longest = 64 << 20

  private func usage(_ fault: String) -> Failure {
    let name = file == "-" ? "standard input" : file.excerpt
    return .usage("\(name) cannot be imported: \(fault)", command: Self._commandName)
  }
}
