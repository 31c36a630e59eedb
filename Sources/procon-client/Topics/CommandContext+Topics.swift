internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

extension CommandContext {
  /// Calls a method that is about a topic.
  ///
  /// - Throws: `Failure.noTopic` if the daemon refuses it because there is no such topic.
  func call(
    _ method: String, about topic: TopicName, _ parameters: Parameters,
    over connection: Connection
  ) async throws(Failure) -> JSONText {
    do throws(Failure) {
      return try await call(method, parameters, over: connection)
    } catch {
      guard case .refused(let refusal, _, _) = error,
        [.noMethod, .notFound].contains(RequestError.Code(rawValue: refusal.code)),
        let topics = try? await topics(over: connection),
        !topics.contains(where: { $0.name == topic })
      else { throw error }
      throw .noTopic(topic.text, near: topics.nearest(to: topic.text))
    }
  }

  func call(
    _ intent: String, about topic: TopicName, _ members: KeyValuePairs<ParameterName, JSONText?>,
    over connection: Connection
  ) async throws(Failure) -> JSONText {
    try await call(intent, about: topic, Parameters(members), over: connection)
  }

  /// The topics of all stores, in order of creation.
  ///
  /// - Throws: `Failure.unexpected` if the summary of one cannot be read.
  func topicList(over connection: Connection) async throws(Failure) -> TopicList {
    let get = Get(patterns: [TopicName.summaries])
    let state = try await call(Get.method, get.parameters, over: connection)
    let list = TopicList(
      summaries: (state["boxes"]?.members ?? []).map { ($0.name, $0.value) })
    if let fault = list.faults.first { throw .unexpected(fault) }
    return list
  }

  /// What the daemon says of an intent, as an OpenRPC method object; nil if nothing.
  func description(
    of intent: String, over connection: Connection
  ) async throws(Failure) -> JSONText? {
    guard let pattern = Pattern(intent) else { return nil }
    let described = try await call(
      Discover.method, Discover(patterns: [pattern]).parameters, over: connection)
    return described["methods"]?.elements?.first { $0["name"]?.string == intent }
  }

  /// What the daemon wants to be asked before an intent; nil for nothing, and for one that it does not
  /// have.
  func question(
    before intent: String, over connection: Connection
  ) async throws(Failure) -> String? {
    do {
      return try await description(of: intent, over: connection)?["x-confirm"]?.string
    } catch  where error.isRefusal(.notFound) || error.isRefusal(.noMethod) {
      return nil
    }
  }

  /// Asks the user on the terminal; without a terminal, `--yes` is required.
  func confirm(_ question: String, isConfirmed: Bool, command: String) async throws(Failure) {
    guard !isConfirmed else { return }
    guard StandardInput.isTerminal, StandardError.isTerminal else {
      throw .usage("without a terminal to ask on, this needs --yes", command: command)
    }
    StandardError.prompt("\(question) [y/N] ")
    let answer = await BlockingWork.run { StandardInput.readLine() } ?? ""
    guard ["y", "yes"].contains(answer.lowercased()) else {
      throw .nothingDone("nothing was removed")
    }
  }
}
