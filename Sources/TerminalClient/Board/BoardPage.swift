package import BoardValues
package import BoxClient
package import BoxWire
package import Terminal

/// A decision as the board shows it, in the state that the daemon last sent.
package struct BoardPage: Page, Sendable {
  package var title: String
  /// The number of pros.
  package var pros: Int
  /// The number of cons.
  package var cons: Int
  /// nil until it has arrived.
  package var summary: Summary?
  /// Where the decision stands, in words; nil while nobody has answered, and until it has arrived.
  package var decision: String?
  /// The labels of the pros, in order of addition, such as "No breaks ×2".
  package var proLabels: [String]
  /// The labels of the cons, in order of addition.
  package var conLabels: [String]
  /// The options, in their order.
  package var options: [BoardOption] = []
  /// The open objections, in words.
  package var objections: [String] = []
  /// What follows from the decision, in words.
  package var todos: [String] = []
  /// The newest posts, newest first; nil if they are not shown.
  package var posts: [PostItem]?
  /// The URLs in all texts.
  package var links: Set<String> = []
  /// The messages of failures, without the word "Alert".
  package var alerts: [String]
  /// A message from the client itself, such as that the connection is lost.
  package var notice: String?
  /// Whether the daemon is fetching what is shown.
  package var isFetching: Bool

  package func lines(width: Int, height: Int?, palette: Palette) -> [String] {
    BoardRenderer(width: width, height: height, palette: palette).lines(self)
  }
}

extension BoardPage {
  /// Creates the board of a topic from those of its boxes that exist.
  ///
  /// - Parameter showsPosts: whether the board includes the posts.
  package init(of topic: TopicName, in mirror: Mirror, showsPosts: Bool = false) {
    self.init(at: topic.path, name: topic.text, showsPosts: showsPosts) { mirror[$0] }
    if mirror.boxes.isEmpty { notice = "There is no topic \(topic) yet; waiting for it." }
  }

  /// - Parameters:
  ///   - root: the path under which the topic's boxes are.
  ///   - name: the title until the summary has arrived.
  ///   - showsIDs: whether each label ends in the argument's id, such as `[1]`.
  ///   - alerts: the messages of failures; nil for those in the topic's error boxes.
  ///   - value: returns the value of the box at a path.
  package init(
    at root: String, name: String, showsIDs: Bool = false, showsPosts: Bool = false,
    alerts: [String]? = nil, _ value: @escaping (String) -> JSONText?
  ) {
    var boxes = BoxReader(value)
    let summary = boxes.read("\(root).summary", as: Summary.self)
    let decision = boxes.read("\(root).decision", as: DecisionItem.self)
    var links = Set(decision?.links ?? [])
    let labels = SideName.allCases.map {
      boxes.labels(of: $0, at: root, showsIDs: showsIDs, &links)
    }
    let objections = boxes.read("\(root).objections.items", as: [ObjectionItem].self) ?? []
    let todos = boxes.read("\(root).todos.items", as: [TodoItem].self) ?? []
    links.formUnion((objections.map(\.links) + todos.map(\.links)).compactMap(\.self).joined())
    let posts = showsPosts ? boxes.read("\(root).posts.items") ?? [PostItem]() : nil
    let parts = SideName.allCases.map(\.plural) + (showsPosts ? ["posts"] : [])
    let fetching = parts.map { boxes.read("\(root).\($0).isFetching", as: Bool.self) }
    let failures = parts.map { "\(root).\($0).isErrorFree" }.compactMap { path in
      value(path).flatMap { Alert(path: path, value: $0)?.message }
    }
    self.init(
      title: summary?.title ?? name, pros: summary?.pros ?? labels[0].count,
      cons: summary?.cons ?? labels[1].count, summary: summary,
      decision: decision?.shownLine,
      proLabels: labels[0], conLabels: labels[1],
      options: (boxes.read("\(root).options.items", as: [OptionItem].self) ?? []).map { item in
        BoardOption(item, at: "\(root).options.\(item.id)", showsIDs: showsIDs, &boxes, &links)
      },
      objections: objections.filter { $0.status == .open }.map(\.line), todos: todos.map(\.line),
      posts: posts, alerts: (alerts ?? failures) + boxes.faults,
      isFetching: fetching.contains(true))
    self.links = links
  }
}

/// An option as the board shows it, with its arguments.
package struct BoardOption: Equatable, Sendable {
  /// Title and figures, such as "Postgres: 3 pros · 1 con · score +2".
  package var line: String
  /// What it means; nil if nobody has said.
  package var text: String?
  package var proLabels: [String]
  package var conLabels: [String]

  /// - Parameters:
  ///   - root: the path under which its boxes are.
  ///   - links: the URLs of its texts are added to them.
  init(
    _ item: OptionItem, at root: String, showsIDs: Bool, _ boxes: inout BoxReader,
    _ links: inout Set<String>
  ) {
    links.formUnion(item.links ?? [])
    line = showsIDs ? "\(item.line) [\(item.id)]" : item.line
    text = item.text
    proLabels = boxes.labels(of: .pro, at: root, showsIDs: showsIDs, &links)
    conLabels = boxes.labels(of: .con, at: root, showsIDs: showsIDs, &links)
  }
}

extension BoxReader {
  /// The labels of arguments.
  ///
  /// - Parameters:
  ///   - root: the path under which the boxes of both sides are.
  ///   - showsIDs: whether each label ends in the argument's id, such as `[1]`.
  ///   - links: the URLs of the arguments are added to them.
  fileprivate mutating func labels(
    of side: SideName, at root: String, showsIDs: Bool, _ links: inout Set<String>
  ) -> [String] {
    (read("\(root).\(side.plural).items", as: [ArgumentItem].self) ?? []).map { item in
      links.formUnion(item.links ?? [])
      let comments = item.comments.map { " 💬\($0.count)" } ?? ""
      return "\(item.label)\(comments)\(showsIDs ? " [\(item.id)]" : "")"
    }
  }
}

extension DecisionItem {
  /// The line; nil if nobody has answered, in the first round.
  package var shownLine: String? {
    status == .open && answered ?? 0 == 0 && round == 1 ? nil : line
  }
}
