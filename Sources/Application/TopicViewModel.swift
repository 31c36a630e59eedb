public import Domain

/// Everything that is shown of one topic.
public final class TopicViewModel {
  public let topic: Topic
  public let pros: ArgumentsViewModel
  public let cons: ArgumentsViewModel
  public let summary: SummaryViewModel

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
    summary = SummaryViewModel(topic: topic, pros: pros, cons: cons)
  }
}
