import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_client

/// Completion of the paths of many scenes that are created on demand.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct FamilyCompletionTests {
  /// A few topics are described one by one, more are described by a pattern.
  private static let counts = [10, 150]

  /// Repeats until there is an answer: a busy machine may be too slow at first.
  @LoopActor
  private func candidates(
    _ word: String, of server: TopicsServer, _ paths: (LiveNames) -> DescribedPaths
  ) async -> [String] {
    for _ in 1...50 {
      let words = ["procon-client", "get", "--socket", server.socket, word]
      let found = await CompletedWord(words, at: 4, prefix: word).candidates(among: paths)
      if !found.isEmpty { return found }
    }
    return []
  }

  @LoopActor
  @Test(arguments: counts)
  func `names of topics are completed without creating scenes`(count: Int) async throws {
    let server = try TopicsServer(topics: count)
    let topics = (0..<count).map { "topics.t\($0)." }.sorted()
    expect(await candidates("", of: server, \.boxes), equals: topics)
    expect(await candidates("topics.", of: server, \.boxes), equals: topics)
    expect(await candidates("topics.", of: server, \.all), equals: topics)
    expect(await candidates("topics.t", of: server, \.methods), equals: topics)
    expect(server.made.events, equals: [])
  }

  @LoopActor
  @Test(arguments: counts)
  func `boxes and intents of a topic are completed without creating scenes`(count: Int) async throws
  {
    let server = try TopicsServer(topics: count)
    let all = ["topics.t7.cons.", "topics.t7.pros.", "topics.t7.summary"]
    expect(await candidates("topics.t7.", of: server, \.boxes), equals: all)
    expect(await candidates("topics.t7.", of: server, \.all), equals: all)
    expect(await candidates("topics.t7.", of: server, \.methods), equals: Array(all[...1]))
    expect(await candidates("topics.t7.p", of: server, \.boxes), equals: ["topics.t7.pros.items"])
    expect(
      await candidates("topics.t7.pros.", of: server, \.methods), equals: ["topics.t7.pros.add"])
    expect(
      await candidates("topics.t7.pros.", of: server, \.all),
      equals: ["topics.t7.pros.add", "topics.t7.pros.items"])
    expect(await candidates("topics.*.s", of: server, \.boxes), equals: ["topics.*.summary"])
    expect(server.made.events, equals: [])
  }

  @LoopActor
  @Test(arguments: counts)
  func `the parameters of an intent are completed without creating scenes`(count: Int) async throws
  {
    let server = try TopicsServer(topics: count)
    let words = ["procon-client", "call", "--socket", server.socket, "topics.t7.pros.add", ""]
    let word = CompletedWord(words, at: 5, prefix: "")
    let path = try require(word.intentBefore)
    var parameters: [JSONText] = []
    for _ in 1...50 where parameters.isEmpty {
      let pattern = try require(Pattern(path.text))
      parameters = await LiveNames(for: word, [pattern]).parameters(of: path)
    }
    expect(ParameterCompletion(of: word).candidates(among: parameters), equals: ["text="])
    expect(server.made.events, equals: [])
  }

  @LoopActor
  @Test(arguments: counts)
  func `names that depend on earlier ones are completed without creating scenes`(
    count: Int
  ) async throws {
    let server = try TopicsServer(topics: count, options: 2)
    let options = ["topics.t7.options.0.", "topics.t7.options.1."]
    expect(await candidates("topics.t7.o", of: server, \.boxes), equals: options)
    expect(await candidates("topics.t7.options.", of: server, \.all), equals: options)
    expect(
      await candidates("topics.t7.options.1.", of: server, \.boxes),
      equals: ["topics.t7.options.1.votes.count"])
    expect(
      await candidates("topics.*.options.", of: server, \.boxes),
      equals: ["topics.*.options.0.", "topics.*.options.1."])
    expect(server.made.events, equals: [])
  }

  @LoopActor
  @Test func `a scene is created when it is read`() async throws {
    let server = try TopicsServer(topics: 2)
    let connection = try await Connection.connect(to: server.socket)
    let patterns = [try require(Pattern("topics.t1.pros.items"))]
    _ = try await connection.call(Get.method, Get(patterns: patterns).parameters)
    expect(server.made.events, equals: ["t1.pros"])
  }
}
