public import Boxes
public import Domain

/// A topic in a few figures, always in step with both of its lists.
public final class SummaryViewModel {
  /// Assigned in the same turn as either list, equal values too.
  public let summary: Output<Summary>
  private var bindings: [Binding] = []

  /// Follows the lists of `pros` and `cons` for as long as it is kept.
  public init(topic: Topic, pros: ArgumentsViewModel, cons: ArgumentsViewModel) {
    let summary = Box(Summary(topic, pros: pros.list.value, cons: cons.list.value))
    self.summary = Output(summary)
    bindings = [
      pros.list.bind { [cons = cons.list] pros in
        summary.value = Summary(topic, pros: pros, cons: cons.value)
      },
      cons.list.bind { [pros = pros.list] cons in
        summary.value = Summary(topic, pros: pros.value, cons: cons)
      },
    ]
  }
}
