internal import BoxClient
internal import BoxWire

extension Board {
  /// The board of a topic, as far as its boxes are there and are what they should be.
  init(of topic: TopicName, in mirror: Mirror) {
    self.init(at: "topics.\(topic)", name: topic.text) { mirror[$0] }
    if mirror.boxes.isEmpty { notice = "There is no topic \(topic) yet; waiting for it." }
  }

  /// - Parameters:
  ///   - root: the path under which the topic's boxes are.
  ///   - name: stands for a title that is not there.
  ///   - value: tells the value of the box at a path.
  init(at root: String, name: String, _ value: (String) -> JSONText?) {
    let summary = value("\(root).summary")
    let pros = BoardSide(at: "\(root).pros", value)
    let cons = BoardSide(at: "\(root).cons", value)
    self.init(
      title: summary?["title"]?.string ?? name,
      pros: summary?["pros"]?.integer ?? pros.arguments.count,
      cons: summary?["cons"]?.integer ?? cons.arguments.count,
      score: summary?["score"]?.integer ?? 0,
      leaning: summary?["leaning"]?.string ?? "",
      proArguments: pros.arguments, conArguments: cons.arguments,
      alerts: [pros.alert, cons.alert].compactMap { $0?.message },
      isFetching: pros.isFetching || cons.isFetching)
  }
}

/// The boxes of one side of a board.
private struct BoardSide {
  let arguments: [Board.Argument]
  let alert: Alert?
  let isFetching: Bool

  init(at root: String, _ value: (String) -> JSONText?) {
    arguments = (value("\(root).items")?.elements ?? []).compactMap { item in
      guard let text = item["text"]?.string else { return nil }
      return Board.Argument(text: text, weight: item["weight"]?.integer ?? 1)
    }
    let errorPath = "\(root).isErrorFree"
    alert = value(errorPath).flatMap { Alert(path: errorPath, value: $0) }
    isFetching = value("\(root).isFetching")?.boolean ?? false
  }
}
