import Domain
import DomainTestSupport
import EtcdTestSupport
import LoopHTTP
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import EtcdPlatform

@Suite(.enabled(if: LoopThread.isRunning), .timeLimit(.minutes(5)))
struct EtcdContractTests {
  @Test(
    arguments: GatewayContract.sentences + GatewayContract.historySentences
      + GatewayContract.trashSentences)
  func `a gateway on etcd fulfils the contract`(sentence: GatewayContract) async throws {
    let stage = try await EtcdStage()
    let gateway = try await stage.gateway()
    try await sentence.check(gateway)
    await gateway.close()
  }
}

/// A prefix of its own in the cluster that tests share.
struct EtcdStage {
  let members: EtcdMembers
  let prefix = "/\(UInt64.random(in: 0 ... .max))/"

  init() async throws {
    members = try await EtcdMembers.shared()
  }

  /// A gateway on the prefix, which begins with the built-in topic.
  @LoopActor func gateway(at now: Timestamp = GatewayContract.start) throws -> EtcdGateway {
    EtcdGateway(
      try cluster(), prefix: prefix, now: { now },
      initial: { [BuiltInTopic.board(at: GatewayContract.start)] })
  }

  @LoopActor func cluster() throws -> EtcdCluster {
    let urls = try members.urls.map { try HTTPURL($0) }
    return EtcdCluster(EtcdSetting(members: urls, prefix: prefix), log: { _ in })
  }
}
