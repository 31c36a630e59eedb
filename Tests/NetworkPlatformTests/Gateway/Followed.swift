import Domain
import SystemTestSupport
import UVLoop

@testable import NetworkPlatform

/// What a gateway reports, noted as it comes, except for what it repeats.
final class Followed: Sendable {
  let boards = Journal<Stored<Board?>>()
  let overviews = Journal<Stored<TopicOverview?>>()
  let posts = Journal<Stored<[PostOverview]>>()
  let faults = Journal<[StoreFault]>()
  let freshness = Journal<(part: StorePart, freshness: Freshness)>()
  private let tasks: [Task<Void, Never>]

  init(_ gateway: NetworkGateway) {
    let (boards, overviews, posts) = (boards, overviews, posts)
    let (faults, freshness) = (faults, freshness)
    let (changes, faultChanges) = (gateway.changes().steps, gateway.faults())
    let freshnessChanges = gateway.freshness()
    tasks = [
      LoopActor.task {
        var last = Reported()
        for await step in changes {
          for change in step.changes {
            let version = step.version
            switch change {
            case .overview(let overview):
              if last.overviews.updateValue(overview, forKey: overview.id) != overview {
                overviews.note(Stored(overview, version: version))
              }
            case .board(let board):
              last.overviews[board.id] = board.overview
              if last.boards.updateValue(board, forKey: board.id) != board {
                boards.note(Stored(board, version: version))
              }
            case .posts(let topic, let newest, _):
              if last.posts.updateValue(newest, forKey: topic) != newest {
                posts.note(Stored(newest, version: version))
              }
            case .removal(let id):
              (last.overviews[id], last.boards[id]) = (nil, nil)
              boards.note(Stored(nil, version: version))
              overviews.note(Stored(nil, version: version))
            case .unknown: preconditionFailure("nobody else changes its copies")
            }
          }
        }
      },
      LoopActor.task { for await all in faultChanges { faults.note(all) } },
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

/// What was reported last of each topic.
private struct Reported {
  var overviews: [Topic.ID: TopicOverview] = [:]
  var boards: [Topic.ID: Board] = [:]
  var posts: [Topic.ID: [PostOverview]] = [:]
}
