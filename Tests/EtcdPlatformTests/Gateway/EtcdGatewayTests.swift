import Domain
import DomainTestSupport
import EtcdTestSupport
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
    #expect(try await reports.nextChange() == .board(board))
    #expect(try await two.board(of: "ai").value == board)
    let three = try await stage.gateway()
    #expect(try await three.board(of: "ai").value == board)
    #expect(try await three.history(of: "ai", before: nil, limit: 9).map(\.id) == [1])
    #expect(try await three.topics().value == [board.overview])
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
    #expect(found == [["ai"], ["ai"]])
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
    #expect(added.count >= 20)
    for (number, gateway) in gateways.enumerated() {
      // Then it has seen what the others did before.
      _ = try await gateway.update("ai") { board throws(BoardError) in
        try board.support(.pro, id: "1", by: "person \(number)", at: GatewayContract.later)
      }
      let texts = try await gateway.board(of: "ai").value.pros.arguments.dropFirst(4).map(\.text)
      #expect(texts.sorted() == added.sorted())
      let entries = try await gateway.history(of: "ai", before: nil, limit: 1000)
      #expect(entries.map(\.id) == Array((1...added.count + number + 1).reversed()))
      await gateway.close()
    }
  }
}
