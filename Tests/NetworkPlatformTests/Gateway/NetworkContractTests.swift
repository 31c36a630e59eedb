import DomainTestSupport
import SystemTestSupport
import Testing
import UVLoopTestSupport

@testable import NetworkPlatform

@Suite(.blocking, .enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5)))
struct NetworkContractTests {
  @Test(arguments: GatewayContract.sentences)
  func `a gateway on a service fulfils the contract`(sentence: GatewayContract) async throws {
    let stage = try await ServiceStage()
    try await sentence.check(stage.gateway())
  }

  @Test(arguments: GatewayContract.sentences)
  func `a gateway on a service whose topics contain their lists fulfils the contract`(
    sentence: GatewayContract
  ) async throws {
    let stage = try await ServiceStage()
    try await stage.control(#"{"whole":true,"tags":false}"#)
    try await sentence.check(stage.gateway())
  }
}
