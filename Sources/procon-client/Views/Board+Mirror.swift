internal import Client
internal import Wire

extension Board {
  /// The board of a topic, as far as its boxes are there and are what they should be.
  init(of topic: TopicName, in mirror: Mirror) {
    let summary = mirror["topics.\(topic).summary"]
    let pros = BoardSide(.pro, of: topic, in: mirror)
    let cons = BoardSide(.con, of: topic, in: mirror)
    self.init(
      title: summary?["title"]?.string ?? topic.text,
      pros: summary?["pros"]?.integer ?? pros.arguments.count,
      cons: summary?["cons"]?.integer ?? cons.arguments.count,
      score: summary?["score"]?.integer ?? 0,
      leaning: summary?["leaning"]?.string ?? "",
      proArguments: pros.arguments, conArguments: cons.arguments,
      alerts: [pros.alert, cons.alert].compactMap { $0?.message },
      notice: mirror.boxes.isEmpty ? "There is no topic \(topic) yet; waiting for it." : nil,
      isFetching: pros.isFetching || cons.isFetching)
  }
}

/// The boxes of one side of a board.
private struct BoardSide {
  let arguments: [Board.Argument]
  let alert: Alert?
  let isFetching: Bool

  init(_ side: Side, of topic: TopicName, in mirror: Mirror) {
    arguments = (mirror[topic.path(side, "items").text]?.elements ?? []).compactMap { item in
      guard let text = item["text"]?.string else { return nil }
      return Board.Argument(text: text, weight: item["weight"]?.integer ?? 1)
    }
    let errorPath = topic.path(side, "isErrorFree").text
    alert = mirror[errorPath].flatMap { Alert(path: errorPath, value: $0) }
    isFetching = mirror[topic.path(side, "isFetching").text]?.boolean ?? false
  }
}
