public import Boxes
public import Domain

/// A topic in a few figures, always there, and the arguments of its sides while somebody needs them.
public final class TopicViewModel {
  /// As it was given; changes of the topic itself are not followed.
  public let topic: Topic
  /// The topic in a few figures: those of the store at first, then assigned in the same turn as the
  /// list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  private var overview: TopicOverview
  private let summaryBox: Box<Summary>
  private let makeArguments: (Side) -> ArgumentsViewModel
  private var pros = FollowedSide()
  private var cons = FollowedSide()

  private struct FollowedSide {
    weak var viewModel: ArgumentsViewModel?
    var binding: Binding?
  }

  /// - Parameter arguments: makes the view model of a side's arguments.
  public init(_ overview: TopicOverview, arguments: @escaping (Side) -> ArgumentsViewModel) {
    topic = overview.topic
    self.overview = overview
    summaryBox = Box(Summary(overview))
    makeArguments = arguments
  }

  /// The arguments of one side. The summary follows them for as long as they are kept; while they
  /// are, there is one view model of each side.
  public func arguments(_ side: Side) -> ArgumentsViewModel {
    let followed = side == .pro ? pros : cons
    if let viewModel = followed.viewModel { return viewModel }
    let viewModel = makeArguments(side)
    var isLoaded = false
    let binding = viewModel.list.bind { [weak self] list in
      // Before the first fetch the list is empty, which says nothing of the store.
      if isLoaded { self?.show(list) }
    }
    isLoaded = true
    let new = FollowedSide(viewModel: viewModel, binding: binding)
    if side == .pro { pros = new } else { cons = new }
    return viewModel
  }

  private func show(_ list: ArgumentList) {
    overview[list.side] = list.figures
    summaryBox.value = Summary(overview)
  }
}
