import Domain
import DomainTestSupport
import Expectations
import HTTPTestSupport
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import NetworkPlatform

/// Clients and services that name what would lead a request away from the elements of a list.
@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(10)))
struct InventedNameTests {
  /// Also encoded: as what an empty name, `..` and `../x` would be.
  private static let names = [
    "", ".", "..", "../x", "../../x", "a/b", "a\\b", "id_", "id_Lg", "id_Li4", "id_Li4veA",
    "id_YS9i", "idx_0123456789abcdef0123456789abcdef",
  ]

  /// Expects that these requests read elements of lists only, by names that need no encoding.
  private func expectHarmless(
    _ requests: [String], at location: SourceLocation = #_sourceLocation
  ) {
    for request in requests {
      expect(
        request.wholeMatch(of: /GET \/topics(\/[A-Za-z0-9_-]+)*(\?[a-z=0-9&A-Z_.%-]*)?/) != nil,
        "\(request)", sourceLocation: location)
    }
  }

  @LoopActor
  @Test(arguments: names)
  func `a topic that a client invents is neither read elsewhere nor changed`(
    id: String
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    _ = try await gateway.topics()
    await #expect(throws: BoardError.noTopic(id: id)) { try await gateway.board(of: id) }
    await #expect(throws: BoardError.noTopic(id: id)) {
      try await gateway.update(id) { board throws(BoardError) in
        try board.add(.pro, text: "New", author: "ada", at: later)
      }
    }
    await #expect(throws: TopicError.notFound(id: id)) {
      try await gateway.update(id, by: "ada") { topic throws(TopicError) in
        try topic.rename(to: "New", by: "ada", at: later)
      }
    }
    await #expect(throws: TopicError.notFound(id: id)) {
      try await gateway.remove(id)
    }
    await #expect(throws: PostError.noTopic(id: id)) {
      try await gateway.posts(of: id, before: nil, limit: 50)
    }
    await #expect(throws: PostError.noTopic(id: id)) { try await gateway.post("1", of: id) }
    await #expect(throws: PostError.noTopic(id: id)) { try await gateway.write("New", in: id) }
    expectHarmless(stage.requests)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: names)
  func `a post that a client invents is neither read elsewhere nor changed`(
    id: String
  ) async throws {
    let stage = try await ServiceStage()
    let gateway = try stage.gateway()
    await #expect(throws: PostError.notFound(id: id)) { try await gateway.post(id, of: "ai") }
    await #expect(throws: PostError.notFound(id: id)) { try await gateway.edit(id, in: "ai") }
    await #expect(throws: PostError.notFound(id: id)) { try await gateway.remove(id, in: "ai") }
    _ = try await gateway.posts(of: "ai", before: id, limit: 50)
    expectHarmless(stage.requests)
    await gateway.close()
  }

  @LoopActor
  @Test func `an answer about something else is neither shown nor changed`() async throws {
    let stage = try await ServiceStage()
    try await stage.control(
      #"""
      {"put":{"/topics/x":{"id":"ai","title":"Other"},"/topics/y":{"title":"No name"},
      "/topics/y/pros":[],"/topics/y/cons":[],"/topics/y/posts":[],
      "/topics/ai/posts/x":{"id":"1","title":"Other","content":"c"},
      "/topics/ai/posts/y":{"title":"No name","content":"c"}}}
      """#)
    let gateway = try stage.gateway()
    _ = try await gateway.topics()
    await #expect(throws: BoardError.self) { try await gateway.board(of: "x") }
    for id in ["x", "y"] {
      await #expect(throws: TopicError.self) {
        try await gateway.update(id, by: "ada") { topic throws(TopicError) in
          try topic.rename(to: "New", by: "ada", at: later)
        }
      }
      await #expect(throws: TopicError.self) {
        try await gateway.remove(id)
      }
      await #expect(throws: BoardError.self) {
        try await gateway.update(id) { board throws(BoardError) in
          try board.add(.pro, text: "New", author: "ada", at: later)
        }
      }
      await #expect(throws: PostError.self) { try await gateway.write("New", in: id) }
      await #expect(throws: PostError.self) { try await gateway.post(id, of: "ai") }
      await #expect(throws: PostError.self) { try await gateway.edit(id, in: "ai") }
      await #expect(throws: PostError.self) { try await gateway.remove(id, in: "ai") }
    }
    expectHarmless(stage.requests)
    await gateway.close()
  }

  @LoopActor
  @Test(arguments: ["", ".", "..", "a/b", "a\\\\b"])
  func `elements that a service names so are left out and reported`(name: String) async throws {
    let stage = try await ServiceStage()
    try await stage.control(
      #"""
      {"whole":true,"topics":[{"id":"\#(name)","title":"Left out","pros":{"items":[]},
      "cons":{"items":[]},"posts":[]},{"id":"tea","title":"Tea?",
      "pros":{"items":[{"id":"\#(name)","text":"Left out"},{"id":"2","text":"Good"}]},
      "cons":{"items":[]},"posts":[{"id":"\#(name)","title":"Left out","content":"c"},
      {"id":"2","title":"Good","content":"c"}]}]}
      """#)
    let gateway = try stage.gateway()
    let followed = Followed(gateway)
    expect(try await gateway.topics().value.map(\.id), equals: ["tea"])
    expect(try await gateway.board(of: "tea").value.pros.arguments.map(\.id), equals: ["2"])
    expect(
      try await gateway.posts(of: "tea", before: nil, limit: 50).map(\.id), equals: ["2"])
    try await followed.faults.wait(count: 3)
    let faults = followed.faults.events.last ?? []
    expect(faults.count, equals: 3)
    for fault in faults {
      expect(fault.sentence.contains("its identifier cannot be part of a path"), "\(fault)")
    }
    await gateway.close()
  }
}

extension NetworkGateway {
  fileprivate func write(_ title: String, in topic: Topic.ID) async throws(PostError) {
    _ = try await update(nil, of: topic) { discussion throws(PostError) in
      try discussion.write(title: title, content: "c", author: "ada", at: later)
    }
  }

  fileprivate func edit(_ id: Post.ID, in topic: Topic.ID) async throws(PostError) {
    _ = try await update(id, of: topic) { discussion throws(PostError) in
      try discussion.edit(
        id: id, title: "New", content: nil, ifUpdated: nil, by: "ada", at: later)
    }
  }

  fileprivate func remove(_ id: Post.ID, in topic: Topic.ID) async throws(PostError) {
    _ = try await update(id, of: topic) { discussion throws(PostError) in
      try discussion.remove(id: id, ifUpdated: nil, by: "ada", at: later)
    }
  }
}
