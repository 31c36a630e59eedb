import Domain
import SystemTestSupport
import UVLoop

@testable import NetworkPlatform

/// What a gateway reports, noted as it comes.
final class Followed: Sendable {
  let boards = Journal<Stored<Board?>>()
  let overviews = Journal<Stored<TopicOverview?>>()
  let posts = Journal<Stored<[PostOverview]?>>()
  let faults = Journal<[String]>()
  let freshness = Journal<(part: StorePart, freshness: Freshness)>()
  private let tasks: [Task<Void, Never>]

  init(_ gateway: NetworkGateway) {
    let (boards, overviews, posts) = (boards, overviews, posts)
    let (faults, freshness) = (faults, freshness)
    let boardChanges: AsyncStream<StoreChange<Board>> = gateway.changes()
    let overviewChanges: AsyncStream<StoreChange<TopicOverview>> = gateway.changes()
    let postChanges: AsyncStream<StoreChange<[PostOverview]>> = gateway.changes()
    let (faultChanges, freshnessChanges) = (gateway.faults(), gateway.freshness())
    tasks = [
      LoopActor.task { for await change in boardChanges { boards.note(change) } },
      LoopActor.task { for await change in overviewChanges { overviews.note(change) } },
      LoopActor.task { for await change in postChanges { posts.note(change) } },
      LoopActor.task { for await sentences in faultChanges { faults.note(sentences) } },
      LoopActor.task { for await report in freshnessChanges { freshness.note(report) } },
    ]
  }

  deinit {
    for task in tasks { task.cancel() }
  }

  /// The versions of all lists that were reported.
  var versions: [Int] {
    (boards.events.map(\.version) + posts.events.map(\.version)).sorted()
  }
}

extension Journal {
  /// Notes the value of a change, which must be about a topic.
  fileprivate func note<Value>(_ change: StoreChange<Value>) where Event == Stored<Value?> {
    guard case .topic(_, let stored) = change else { preconditionFailure("\(change)") }
    note(stored)
  }
}
