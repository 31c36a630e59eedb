import Domain
import DomainTestSupport
import EtcdTestSupport
import Expectations
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5)))
struct EtcdGatewayTests {
  @Test func `what one gateway changes, another one reports, and finds when it begins`()
    async throws
  {
    let stage = try await EtcdStage()
    let (one, two) = (try await stage.gateway(), try await stage.gateway())
    _ = try await two.topics()
    var reports = StoreReports(two)
    let (board, _) = try await GatewayContract.update("ai", in: one) { board throws(BoardError) in
      try board.add(.pro, text: "Cafés: 👩‍🚀", weight: 3, author: "ada", at: GatewayContract.later)
    }
    expect(try await reports.nextChange(), equals: .board(board))
    expect(try await two.board(of: "ai").value, equals: board)
    let three = try await stage.gateway()
    expect(try await three.board(of: "ai").value, equals: board)
    expect(try await three.history(of: "ai", before: nil, limit: 9).map(\.id), equals: [1])
    expect(try await three.topics().value, equals: [board.overview])
    for gateway in [one, two, three] { await gateway.close() }
  }

  @Test func `two gateways that begin with an empty prefix make one topic`() async throws {
    let stage = try await EtcdStage()
    let gateways = [try await stage.gateway(), try await stage.gateway()]
    let found = try await withThrowingTaskGroup(of: [Topic.ID].self) { group in
      for gateway in gateways {
        group.addTask { try await gateway.topics().value.map(\.id) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    expect(found, equals: [["ai"], ["ai"]])
    for gateway in gateways { await gateway.close() }
  }

  @Test func `changes by several gateways at once are all made, once`() async throws {
    let stage = try await EtcdStage()
    let gateways = [
      try await stage.gateway(), try await stage.gateway(), try await stage.gateway(),
    ]
    let added = await withTaskGroup(of: [String].self) { group in
      for (number, gateway) in gateways.enumerated() {
        group.addTask {
          var added: [String] = []
          for step in 0..<20 {
            let text = "\(number) \(step)"
            let isMade =
              (try? await gateway.update("ai") { board throws(BoardError) in
                _ = try board.add(.pro, text: text, author: "ada", at: GatewayContract.later)
              }) != nil
            if isMade { added.append(text) }
          }
          return added
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    // Of two that change the same, at least one has made it.
    expect(added.count >= 20)
    for (number, gateway) in gateways.enumerated() {
      // Then it has seen what the others did before.
      _ = try await gateway.update("ai") { board throws(BoardError) in
        try board.support(.pro, id: "1", by: "person \(number)", at: GatewayContract.later)
      }
      let texts = try await gateway.board(of: "ai").value.pros.arguments.dropFirst(4).map(\.text)
      expect(texts.sorted(), equals: added.sorted())
      let entries = try await gateway.history(of: "ai", before: nil, limit: 1000)
      expect(entries.map(\.id), equals: Array((1...added.count + number + 1).reversed()))
      await gateway.close()
    }
  }

  @Test func `100 topics with full sides are imported together, and undone removals come back`()
    async throws
  {
    let stage = try await EtcdStage()
    let (one, two) = (try await stage.gateway(), try await stage.gateway())
    _ = try await two.topics()
    var reports = StoreReports(two)
    let full: [TopicDraft.ArgumentDraft] = (1...Limits.argumentsPerSide).map {
      TopicDraft.ArgumentDraft(text: "Argument \($0)")
    }
    let drafts = (1...100).map { TopicDraft(title: "Topic \($0)", pros: $0 == 1 ? full : []) }
    let topics = StoreTopics(gateway: one) { GatewayContract.later }
    let added = try await topics.importTopics(drafts, author: "ada")
    expect(added.value.count, equals: 100)
    // All of them at once.
    let step = try await reports.next()
    expect(step.changes.compactMap(\.overview?.id), equals: added.value)
    expect(try await two.topics().value, equals: try await one.topics().value)
    expect(try await two.board(of: "topic-1").value.pros.arguments.count, equals: full.count)

    let whole = try await GatewayContract.update("topic-1", in: one) { board throws(BoardError) in
      try board.convert(to: "First", by: "ada", at: GatewayContract.later)
    }.board
    expect(whole.options.elements[0].pros.arguments.count, equals: full.count)
    let option = whole.options.elements[0].id
    _ = try await one.update("topic-1") { board throws(BoardError) in
      try board.removeOption(option, by: "ada", at: GatewayContract.later)
    }
    _ = try await topics.undo("topic-1", author: "ada")
    let undone = try await one.board(of: "topic-1").value
    expect(undone.options.elements[0].pros.arguments.map(\.text), equals: full.map(\.text))
    let three = try await stage.gateway()
    expect(try await three.board(of: "topic-1").value, equals: undone)
    for gateway in [one, two, three] { await gateway.close() }
  }

  @Test func `500 arguments of a topic are changed in one step`() async throws {
    let stage = try await EtcdStage()
    let (one, two) = (try await stage.gateway(), try await stage.gateway())
    _ = try await two.topics()
    var reports = StoreReports(two)
    let board = try await GatewayContract.update("ai", in: one) { board throws(BoardError) in
      for number in 1...500 {
        _ = try board.add(
          .pro, text: "Argument \(number)", author: "ada", at: GatewayContract.later)
      }
    }.board
    expect(try await reports.nextChange(), equals: .board(board))
    let changed = try await GatewayContract.update("ai", in: one) { board throws(BoardError) in
      for argument in board.pros.arguments {
        _ = try board.change(
          .pro, id: argument.id, weight: 5, by: "bob", at: GatewayContract.later)
      }
    }.board
    expect(try await reports.nextChange(), equals: .board(changed))
    for gateway in [one, two] { await gateway.close() }
  }

  @LoopActor
  @Test func `changes of many topics at once are made while old entries of the feed are dropped`()
    async throws
  {
    let stage = try await EtcdStage()
    let (gateway, cluster) = (try stage.gateway(), try stage.cluster())
    let topics = StoreTopics(gateway: gateway) { GatewayContract.later }
    let ids = try await topics.importTopics(
      (1...50).map { TopicDraft(title: "Topic \($0)") }, author: "ada"
    ).value
    let add = { @Sendable (topic: Topic.ID, text: String) in
      _ = try await gateway.update(topic) { board throws(BoardError) in
        _ = try board.add(.pro, text: text, author: "ada", at: GatewayContract.later)
      }
    }
    try await add("ai", "One")
    // As a gateway leaves it that has dropped none: many old values with one entry, and others with 50.
    let entries = try await cluster.list("\(stage.prefix)feed/").pairs.sorted {
      $0.created < $1.created
    }
    expect(entries.count, equals: 2)
    let tooMany = 500
    let values =
      Array(repeating: entries[1].value, count: tooMany)
      + Array(repeating: entries[0].value, count: Limits.feedEntries / 50)
    for start in stride(from: 0, to: values.count, by: 100) {
      let changes = (start..<start + 100).map {
        EtcdTransaction.Change.put(key: "\(stage.prefix)feed/\($0)", value: values[$0])
      }
      let revision = try await cluster.makeUntilDone(changes)
      expect(await gateway.follower.reach(revision))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in ids { group.addTask { try await add(id, "One") } }
      try await group.waitForAll()
    }
    let deadline = Deadline()
    while gateway.mirror.contents.feed.excess != nil, !deadline.hasPassed {
      await Pause.wait(for: .milliseconds(10))
    }
    expect(try await cluster.list("\(stage.prefix)feed/").pairs.count < Limits.feedEntries + 64)
    let feed = try await gateway.feed(before: nil, limit: 2 * Limits.feedEntries)
    expect(feed.count, equals: Limits.feedEntries)
    // The 50 topics were imported with one entry each.
    expect(feed.first?.id, equals: 50 + 1 + Limits.feedEntries + tooMany + 50)
    gateway.close()
    cluster.close()
  }

  @Test func `values that are stored in parts are read by a gateway that begins later`()
    async throws
  {
    let stage = try await EtcdStage()
    let one = try await stage.gateway()
    let board = try await GatewayContract.update("ai", in: one) { board throws(BoardError) in
      for number in 1...900 {
        let text = "\(number) \(String(repeating: "x", count: 400))"
        _ = try board.change(.pro, id: "1", text: text, by: "ada", at: GatewayContract.later)
      }
    }.board
    let pairs = try await stage.cluster().list(stage.prefix).pairs
    expect(pairs.count { $0.key.contains("/parts/") } > 2)
    let two = try await stage.gateway()
    expect(try await two.board(of: "ai").value, equals: board)
    let entries = try await one.history(of: "ai", before: nil, limit: 1000)
    expect(entries.count, equals: 900)
    expect(try await two.history(of: "ai", before: nil, limit: 1000), equals: entries)
    expect(
      try await two.feed(before: nil, limit: 1000),
      equals: try await one.feed(before: nil, limit: 1000))
    // They can go on, and the parts go with the value.
    _ = try await two.update("ai") { board throws(BoardError) in
      for _ in 0..<1000 {
        for isSupporting in [true, false] {
          _ = try board.support(
            .pro, id: "1", isSupporting, by: "bob", at: GatewayContract.later)
        }
      }
    }
    let left = try await stage.cluster().list(stage.prefix).pairs
    expect(!left.contains { $0.key.hasSuffix("history/0000000001") })
    for gateway in [one, two] { await gateway.close() }
  }

  @Test func `a record that cannot be read keeps its number`() async throws {
    let stage = try await EtcdStage()
    let gateway = try await stage.gateway()
    let support = { (person: String) in
      _ = try await gateway.update("ai") { board throws(BoardError) in
        try board.support(.pro, id: "1", by: person, at: GatewayContract.later)
      }
    }
    try await support("ada")
    let cluster = try await stage.cluster()
    let key = try require(
      try await cluster.list(stage.prefix).pairs.first { $0.key.hasSuffix("history/0000000001") })
    let put = EtcdTransaction.Change.put(key: key.key, value: [0x7B])
    _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: [put]))
    try await support("bob")
    try await support("cy")
    expect(try await gateway.history(of: "ai", before: nil, limit: 9).map(\.id), equals: [3, 2])
    await gateway.close()
  }

  @Test func `what an import has left that was cut off is not shown, and is removed after an hour`()
    async throws
  {
    let stage = try await EtcdStage()
    let name = UUIDv7.make(at: GatewayContract.start, from: (1, 2))
    let other = UUIDv7.make(at: GatewayContract.start, from: (3, 4))
    let cluster = try await stage.cluster()
    let gateway = try await stage.gateway()
    _ = try await gateway.topics()
    let values = [
      EtcdKey.topic("left"): TopicPlace(data: other, place: 9, source: name).value,
      EtcdKey.board("todos/1", in: other): Array("{}".utf8),
      EtcdKey.part(0, of: name): [1],
    ]
    let changes = values.map { EtcdTransaction.Change.put(key: stage.prefix + $0, value: $1) }
    _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: changes))
    let left = { try await cluster.list(stage.prefix).pairs.count { $0.key.hasSuffix("left") } }
    let early = try await stage.gateway()
    expect(try await early.topics().value.map(\.id), equals: ["ai"])
    expect(try await left(), equals: 1)
    let date = Timestamp(millisecondsSince1970: 1000 + 3_600_001)
    let late = try await stage.gateway(at: date)
    expect(try await late.topics().value.map(\.id), equals: ["ai"])
    // It also does so by itself.
    try await late.removeRemains()
    let keys = try await cluster.list(stage.prefix).pairs.map(\.key)
    expect(!keys.contains { $0.contains(name) || $0.contains(other) })
    for gateway in [gateway, early, late] { await gateway.close() }
    await cluster.close()
  }

  @Test func `nothing is removed while something cannot be read that may refer to it`() async throws
  {
    let stage = try await EtcdStage()
    let cluster = try await stage.cluster()
    let early = try await stage.gateway()
    _ = try await early.topics()
    // As a program leaves it that has made a mistake.
    let put = EtcdTransaction.Change.put(
      key: stage.prefix + EtcdKey.topic("ai"), value: Array("{".utf8))
    _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: [put]))
    let before = try await cluster.list(stage.prefix).pairs
    let date = Timestamp(millisecondsSince1970: 1000 + 3_600_001)
    let late = try await stage.gateway(at: date)
    expect(try await late.topics().value, equals: [])
    try await late.removeRemains()
    expect(try await cluster.list(stage.prefix).pairs, equals: before)
    for gateway in [early, late] { await gateway.close() }
    await cluster.close()
  }

  @Test func `30 topics are erased together, with their posts in the trash`() async throws {
    let stage = try await EtcdStage()
    let gateway = try await stage.gateway()
    let (topics, posts) = (
      StoreTopics(gateway: gateway) { GatewayContract.later },
      StorePosts(gateway: gateway) { GatewayContract.later }
    )
    let ids = try await topics.importTopics(
      (1...30).map { TopicDraft(title: "Topic \($0)") }, author: "ada"
    ).value
    for number in 1...8 {
      let post = try await posts.write(
        in: ids[0], title: "\(number)", content: "Text", author: "ada"
      ).value
      _ = try await posts.remove(post.id, of: ids[0], author: "ada")
    }
    expect(try await gateway.trash().count, equals: 8)
    for id in ids { _ = try await gateway.remove(id) }
    let entries = try await gateway.trash()
    expect(entries.count, equals: 30)
    try await gateway.erase(Set(entries.map(\.id)))
    expect(try await gateway.trash(), equals: [])
    try await gateway.removeRemains()
    let keys = try await stage.cluster().list(stage.prefix).pairs.map(\.key)
    expect(!keys.contains { $0.hasPrefix("\(stage.prefix)trash/") })
    expect(
      Set(keys.filter { $0.contains("/data/") }.map { $0.split(separator: "/")[2] }).count,
      equals: 1)
    await gateway.close()
  }

  @Test func `a layout of a newer version is not read`() async throws {
    let stage = try await EtcdStage()
    let cluster = try await stage.cluster()
    let put = EtcdTransaction.Change.put(
      key: stage.prefix + EtcdKey.layout, value: Array(#"{"version":2}"#.utf8))
    _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: [put]))
    let gateway = try await stage.gateway()
    let error = await #expect(throws: TopicError.self) { try await gateway.topics() }
    guard case .store(.unavailable(let reason)) = error else { throw StageFailure() }
    expect(reason.hasPrefix("\(stage.prefix)layout: version 2 is of a newer procon"))
    await gateway.close()
    await cluster.close()
  }

  @Test func `a value that breaks a rule is left out, reported and shown again when it is mended`()
    async throws
  {
    let stage = try await EtcdStage()
    let gateway = try await stage.gateway()
    let board = try await gateway.board(of: "ai").value
    var faults = gateway.faults().makeAsyncIterator()
    expect(await faults.next(isolation: #isolation), equals: [])
    let cluster = try await stage.cluster()
    let key = try require(
      try await cluster.list(stage.prefix).pairs.first { $0.key.hasSuffix("/pro/2") })
    let put = { (value: [UInt8]) in
      let change = EtcdTransaction.Change.put(key: key.key, value: value)
      _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: [change]))
    }
    try await put(Array(#"{"text":"","weight":1}"#.utf8))
    let found = await faults.next(isolation: #isolation)
    expect(found?.map(\.sentence), equals: ["\(key.key): text is empty"])
    expect(found?.map(\.part), equals: [.board("ai")])
    expect(
      try await gateway.board(of: "ai").value.pros.arguments.map(\.id), equals: ["1", "3", "4"])
    try await put(key.value)
    expect(await faults.next(isolation: #isolation), equals: [])
    expect(try await gateway.board(of: "ai").value, equals: board)
    await gateway.close()
    await cluster.close()
  }

  @Test func `a change made by another program in between is kept`() async throws {
    let stage = try await EtcdStage()
    let gateway = try await stage.gateway()
    _ = try await gateway.topics()
    let cluster = try await stage.cluster()
    let pairs = try await cluster.list(stage.prefix).pairs
    let key = try require(pairs.first { $0.key.hasSuffix("/topic") }?.key.dropLast(5))
    // The gateway may not have seen it when it makes its change.
    let todo = EtcdTransaction.Change.put(
      key: "\(key)todos/7", value: Array(#"{"text":"Ask","author":"ada"}"#.utf8))
    _ = try await cluster.commit(EtcdTransaction(conditions: [], changes: [todo]))
    let board = try await GatewayContract.update("ai", in: gateway) { board throws(BoardError) in
      try board.addTodo("Next", by: "ada", at: GatewayContract.later)
    }.board
    expect(board.todos.elements.map(\.id), equals: ["7", "8"])
    await gateway.close()
    await cluster.close()
  }
}

private struct StageFailure: Error {}
