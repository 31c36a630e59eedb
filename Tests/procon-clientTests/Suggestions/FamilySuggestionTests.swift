import BoxClient
import BoxWire
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import procon_client

/// Suggestions from the paths of many scenes that are created on demand.
@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct FamilySuggestionTests {
  /// A few topics are described one by one, more are described by a pattern.
  private static let counts = [10, 150]

  @LoopActor
  private func suggestions(of server: TopicsServer) async throws -> Suggestions {
    Suggestions(
      connection: try await Connection.connect(to: server.socket), patience: .patience)
  }

  @LoopActor
  @Test(arguments: counts)
  func `similar boxes are suggested without creating scenes`(count: Int) async throws {
    let server = try TopicsServer(topics: count)
    let suggestions = try await suggestions(of: server)
    for (mistyped, meant) in [
      ("topics.t7.pros.itmes", ["topics.t7.pros.items"]),
      ("topics.t7.pors.items", ["topics.t7.pros.items"]),
      ("topic.t7.cons.items", ["topics.t7.cons.items"]),
      ("topics.t7.cons", ["topics.t7.cons.items"]),
      ("topics.t7.sumary", ["topics.t7.summary"]),
      ("topics.t7.summary.title", ["topics.t7.summary"]),
      ("topics.x7.pros.items", ["topics.t7.pros.items"]),
      ("topics.t7.summary", []), ("shared.something", []),
    ] {
      let path = try require(Path(mistyped))
      expect(await suggestions.boxes(like: path), equals: meant, "\(mistyped)")
    }
    expect(server.made.events, equals: [])
  }

  @LoopActor
  @Test func `the shared box is suggested, unless the policy refuses`() async throws {
    let suggestions = try await suggestions(of: try TopicsServer(topics: 1))
    let parameters = Parameters([Parameters.Member(name: "box", value: JSONText("sharde.x"))])
    for (fact, question) in [
      (nil, " (did you mean 'shared.x'?)"), (RequestError.Fact.reason("policy"), ""),
    ] {
      let error = RequestError(.notAllowed, "x", fact)
      expect(await suggestions.question(for: error, SetBox.method, parameters), equals: question)
    }
  }

  @LoopActor
  @Test(arguments: counts)
  func `similar intents are suggested without creating scenes`(count: Int) async throws {
    let server = try TopicsServer(topics: count)
    let suggestions = try await suggestions(of: server)
    let error = RequestError(.noMethod, "x")
    for mistyped in ["topics.t7.pros.ad", "topics.t7.prso.add", "topics.x7.pros.add"] {
      let question = await suggestions.question(for: error, mistyped, Parameters())
      expect(question, equals: " (did you mean 'topics.t7.pros.add'?)", "\(mistyped)")
    }
    expect(server.made.events, equals: [])
  }
}
