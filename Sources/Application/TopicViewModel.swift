public import Domain

/// Everything that is shown of one topic.
public final class TopicViewModel {
  /// As it was given; changes of the topic itself are not followed.
  public let topic: Topic
  /// Empty until it is fetched; so is `cons`.
  public let pros: ArgumentsViewModel
  public let cons: ArgumentsViewModel
  /// Follows `pros` and `cons`.
  public let summary: SummaryViewModel

  /// Reads nothing yet: `pros` and `cons` are fetched one by one.
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
