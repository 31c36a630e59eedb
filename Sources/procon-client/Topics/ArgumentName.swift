internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// An argument on the command line: its id, a whole number, or its text, ignoring case.
struct ArgumentName: ExpressibleByArgument, Equatable, Sendable {
  let text: String

  init(argument: String) {
    text = argument
  }

  static let help = "The argument: its id, a whole number, or its text, ignoring case."

  private var isID: Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns its id, for which the daemon may have to be asked.
  @LoopActor
  func id(
    _ side: SideName, of topic: TopicName, in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> String {
    if isID { return text }
    let path = topic.path(side, "items")
    let get = Get(patterns: Pattern(path.text).map { [$0] } ?? [])
    let state = try await context.call(
      Get.method, about: topic, get.parameters, over: connection)
    var boxes = BoxReader { state["boxes"]?[$0] }
    let items = boxes.read(path.text, as: [ArgumentItem].self) ?? []
    if let fault = boxes.faults.first { throw .unexpected(fault) }
    let found =
      items.first { $0.text == text } ?? items.first { $0.text.lowercased() == text.lowercased() }
    guard let id = found?.id else {
      throw .noArgument(side, text: text, topic: topic, near: items.map(\.text).nearest(to: text))
    }
    return id
  }
}
