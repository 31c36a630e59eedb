internal import BoxClient
internal import BoxWire
internal import Terminal
internal import UVLoop

extension CommandContext {
  /// Calls an intent of one side of a topic, and prints its result.
  func printResult(
    of intent: String, _ side: Side, of topic: TopicName, _ parameters: [Parameters.Member],
    over connection: Connection
  ) async throws(Failure) {
    let method = topic.path(side, intent).text
    do throws(Failure) {
      try await printResult(of: method, Parameters(parameters), over: connection)
    } catch {
      throw await explain(error, about: topic, over: connection)
    }
  }

  /// The failure, or that there is no such topic if that is its reason.
  func explain(
    _ failure: Failure, about topic: TopicName, over connection: Connection
  ) async -> Failure {
    guard case .refused(let error, _, _) = failure,
      [.noMethod, .notFound].contains(RequestError.Code(rawValue: error.code)),
      let names = try? await topicNames(over: connection), !names.contains(topic)
    else { return failure }
    return .noTopic(topic, near: names.map(\.text).nearest(to: topic.text))
  }

  /// The topics of all stores.
  func topicNames(over connection: Connection) async throws(Failure) -> [TopicName] {
    let get = Get(patterns: [TopicName.summaries])
    let state = try await call(Get.method, get.parameters, over: connection)
    return (state["boxes"]?.members ?? []).compactMap { TopicName(summary: $0.name) }
  }

  /// Asks on the terminal; without one, `--yes` has to answer.
  func confirm(_ question: String, isConfirmed: Bool, command: String) async throws(Failure) {
    guard !isConfirmed else { return }
    guard StandardInput.isTerminal, StandardError.isTerminal else {
      throw .usage("without a terminal to ask on, this needs --yes", command: command)
    }
    StandardError.prompt("\(question) [y/N] ")
    let answer = await BlockingWork.run { StandardInput.readLine() } ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else { throw .declined }
  }
}
