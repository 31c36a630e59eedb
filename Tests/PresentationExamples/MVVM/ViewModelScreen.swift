import Application
import BoardValues
import Boxes
import Domain
import DomainTestSupport

/// The view of the view models in `Sources/Application`.
final class ViewModelScreen: BoardScreen {
  let display = Display()
  private let road: StoreRoad
  private let topics: TopicsViewModel
  private let pros: ArgumentsViewModel
  private let cons: ArgumentsViewModel
  private var bindings: [Binding] = []

  init(
    _ store: GatewayContract.Gateway, arguments: any BoardsGateway, _ road: StoreRoad
  ) async throws {
    self.road = road
    topics = TopicsViewModel(store, arguments: arguments, road)
    try await topics.fetch()
    guard let topic = topics.topic(BuiltInTopic.id) else { throw TopicError.notFound(id: "ai") }
    pros = topic.arguments(.pro)
    cons = topic.arguments(.con)
    bindings = [
      topic.summary.bind { [display] summary in display.draw { $0.summary = summary } },
      topics.ids.bind { [display] ids in
        display.draw { $0.isClosed = !ids.contains(BuiltInTopic.id) }
      },
    ]
    for viewModel in [pros, cons] { bind(viewModel) }
  }

  private func bind(_ viewModel: ArgumentsViewModel) {
    let side = viewModel.column.side
    bindings += [
      viewModel.items.bind { [display] items in display.draw { $0[side].items = items } },
      viewModel.isErrorFree.bind { [display] content in
        display.draw { $0[side].alert = content.status ? nil : content.message }
      },
      viewModel.isFetching.bind { [display] isFetching in
        display.draw { $0[side].isFetching = isFetching }
      },
    ]
  }

  func fetch(_ side: Side) async {
    // A failure is also in `isErrorFree`.
    try? await viewModel(side).fetch()
  }

  func add(_ text: String, weight: Int, to side: Side) async {
    await call { () async throws(BoardError) in
      _ = try await viewModel(side).add(text: text, weight: weight, author: user)
    }
  }

  func change(_ id: Argument.ID, text: String?, weight: Int?, on side: Side) async {
    await call { () async throws(BoardError) in
      _ = try await viewModel(side).change(id: id, text: text, weight: weight, author: user)
    }
  }

  func remove(_ id: Argument.ID, from side: Side) async {
    await call { () async throws(BoardError) in
      try await viewModel(side).remove(id: id, author: user)
    }
  }

  func follow(_ step: StoreStep) async {
    if road.follow(step) { await topics.refresh() }
  }

  private func viewModel(_ side: Side) -> ArgumentsViewModel { side == .pro ? pros : cons }

  /// Calls an intent. Shows why it was refused; a failure of the store is also in `isErrorFree`.
  private func call(_ intent: () async throws(BoardError) -> Void) async {
    display.draw { $0.refusal = nil }
    do throws(BoardError) {
      try await intent()
    } catch {
      if error.alert == nil { display.draw { $0.refusal = error.message } }
    }
  }
}

extension TopicsViewModel {
  /// Makes the view models with the use cases of one store.
  fileprivate convenience init(
    _ store: GatewayContract.Gateway, arguments: any BoardsGateway,
    _ road: StoreRoad
  ) {
    let now: CurrentTime = { start }
    let parts = TopicParts(
      StoreArguments(gateway: arguments, now: now), StorePosts(gateway: store, now: now),
      StoreDecisions(gateway: arguments, now: now), StoreOptions(gateway: arguments, now: now),
      StoreTodos(gateway: arguments, now: now), road: road, now: now)
    self.init(StoreTopics(gateway: store, now: now), road: road) { overview in
      TopicViewModel(overview, parts: parts)
    }
  }
}
