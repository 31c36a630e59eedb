public import Boxes
public import Domain

/// A topic in a few figures, always there, and the arguments of its sides while a client needs them.
public final class TopicViewModel {
  public var topic: Topic { overview.value.topic }
  /// The topic in a few figures: those of the store at first, then changed in the same turn as the
  /// list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  private let overview: Box<TopicOverview>
  private let summaryBox: Box<Summary>
  private let summaryFollowsOverview: Binding
  private let makeArguments: (Side) -> ArgumentsViewModel

  /// - Parameter arguments: makes the view model of a side's arguments.
  public init(_ overview: TopicOverview, arguments: @escaping (Side) -> ArgumentsViewModel) {
    let summary = Box(Summary(overview))
    summaryBox = summary
    self.overview = Box(overview)
    summaryFollowsOverview = self.overview.bind { summary.value = Summary($0) }
    makeArguments = arguments
  }

  /// Shows what the store has, but no figures that are older than those shown.
  func show(_ new: TopicOverview) {
    var shown = overview.value
    shown.topic = new.topic
    for side in Side.allCases where isNewer(new[side].updated, than: shown[side].updated) {
      shown[side] = new[side]
    }
    if shown != overview.value { overview.value = shown }
  }

  private func isNewer(_ moment: Timestamp?, than shown: Timestamp?) -> Bool {
    guard let shown else { return moment != nil }
    return moment.map { $0 > shown } ?? false
  }

  /// The arguments of one side, not read yet. The summary follows them for as long as they are kept.
  /// Keep one view model of each side.
  public func arguments(_ side: Side) -> ArgumentsViewModel {
    let viewModel = makeArguments(side)
    // Before the first fetch the list is empty, which says nothing of the store.
    var isLoaded = false
    viewModel.keep(
      viewModel.list.bind { [overview] list in
        if isLoaded, overview.value[side] != list.figures { overview.value[side] = list.figures }
      })
    isLoaded = true
    return viewModel
  }
}
