public import Boxes
public import Domain

/// Everything that is shown of one topic.
public final class TopicViewModel {
  /// As it was given; changes of the topic itself are not followed.
  public let topic: Topic
  /// Empty until it is fetched, like `cons`.
  public let pros: ArgumentsViewModel
  public let cons: ArgumentsViewModel
  /// The topic in a few figures, assigned in the same turn as the list of either side.
  public var summary: Output<Summary> { Output(summaryBox) }

  private let summaryBox: Box<Summary>
  private let summaryFollowsSides: [Binding]

  /// Reads nothing yet: fetch `pros` and `cons`.
  public init(
    topic: Topic, list: ListArguments, add: AddArgument, change: ChangeArgument,
    remove: RemoveArgument
  ) {
    func arguments(_ side: Side) -> ArgumentsViewModel {
      ArgumentsViewModel(
        topic: topic.id, side: side, list: list, add: add, change: change, remove: remove)
    }
    self.topic = topic
    pros = arguments(.pro)
    cons = arguments(.con)
    let (pros, cons) = (pros.list, cons.list)
    let summary = Box(Summary(topic, pros: pros.value, cons: cons.value))
    summaryBox = summary
    summaryFollowsSides = [pros, cons].map { list in
      list.bind { _ in summary.value = Summary(topic, pros: pros.value, cons: cons.value) }
    }
  }
}
