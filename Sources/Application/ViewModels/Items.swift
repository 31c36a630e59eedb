public import BoardValues
public import Domain

extension ArgumentItem {
  /// Makes the item of `argument`, with its times as texts.
  public init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, label: argument.label,
      links: Links.orNil(in: argument.text), weight: argument.weight, author: argument.author,
      created: argument.created.known?.rfc3339,
      supporters: argument.supporters.isEmpty ? nil : argument.supporters,
      updated: argument.updated.known?.rfc3339, updatedBy: argument.updatedBy)
  }
}

extension Links {
  /// The URLs in a text; nil if there are none.
  static func orNil(in text: String) -> [String]? {
    let links = find(in: text)
    return links.isEmpty ? nil : links
  }
}

extension Summary {
  public init(_ overview: TopicOverview) {
    let (balance, last) = (Balance(overview), overview.lastChange)
    let leaning = balance.map { Leaning($0.leaning) }
    let prosText = overview.pros.map { Side.pro.counted($0.count) }
    let consText = overview.cons.map { Side.con.counted($0.count) }
    let score = balance.map(\.score)
    let decisionText = overview.topic.decision?.words
    let texts = [
      decisionText, prosText, consText, score.map { "score \($0.signed)" }, leaning?.words,
    ].compactMap(\.self)
    self.init(
      title: overview.topic.title, decisionText: decisionText, pros: overview.pros?.count,
      cons: overview.cons?.count,
      score: score, leaning: leaning, prosPercentage: balance?.prosPercentage, prosText: prosText,
      consText: consText, scoreText: score?.signed, leaningText: leaning?.words,
      line: texts.isEmpty ? Self.unknown : texts.joined(separator: Self.separator),
      created: overview.topic.created.known?.rfc3339, updated: last.date.known?.rfc3339,
      updatedBy: last.editor)
  }
}

extension Summary.Leaning {
  fileprivate init(_ side: Side?) {
    switch side {
    case .pro: self = .pro
    case .con: self = .con
    case nil: self = .even
    }
  }
}

extension PostItem {
  public init(_ post: PostOverview) {
    let words = post.beginning.split { $0.isWhitespace }
    self.init(
      id: post.id, title: post.title.uppercased(),
      subtitle: String(words.joined(separator: " ").prefix(Self.subtitleCharacters)),
      author: post.author, created: post.created.known?.rfc3339,
      updated: post.updated.known?.rfc3339,
      updatedBy: post.updatedBy,
      dates: post.created.words(editedAt: post.updated, by: post.updatedBy))
  }
}

extension PostText {
  public init(_ post: Post) {
    self.init(
      id: post.id, title: post.title, content: post.content, links: Links.orNil(in: post.content),
      author: post.author,
      created: post.created.known?.rfc3339, updated: post.updated.known?.rfc3339,
      updatedBy: post.updatedBy,
      dates: post.created.words(editedAt: post.updated, by: post.updatedBy))
  }
}

extension HistoryItem {
  /// - Parameter namesTopic: whether it is an item of the history of the store.
  public init(_ entry: HistoryEntry, namesTopic: Bool = false) {
    let (record, event) = (entry.record, entry.record.event)
    self.init(
      id: entry.id, topic: namesTopic ? entry.topic : nil, date: record.date.rfc3339,
      author: record.author, action: Action(event),
      text: record.undoes == nil ? event.words : "\(event.words), to undo a change",
      item: event.item, undoes: record.undoes)
  }
}

extension TopicEvent {
  fileprivate var item: String? {
    switch self {
    case .created, .renamed, .removed, .restored: nil
    case .argumentAdded(let argument, _), .argumentRemoved(let argument, _),
      .argumentChanged(_, let argument), .argumentMoved(_, _, let argument, _),
      .argumentSupported(let argument, _):
      "\(argument.side.rawValue)s.\(argument.id)"
    case .positionTaken, .positionWithdrawn: "positions"
    case .ruleChanged, .decided, .reopened: "decision"
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post):
      "posts.\(post.id)"
    }
  }
}

extension HistoryItem.Action {
  fileprivate init(_ event: TopicEvent) {
    self =
      switch event {
      case .created: .created
      case .renamed: .renamed
      case .argumentAdded: .added
      case .argumentChanged: .changed
      case .argumentMoved: .moved
      case .removed, .argumentRemoved, .postRemoved: .removed
      case .restored: .restored
      case .argumentSupported(_, let isSupporting): isSupporting ? .supported : .withdrew
      case .positionTaken: .voted
      case .positionWithdrawn: .withdrew
      case .ruleChanged: .ruled
      case .decided: .decided
      case .reopened: .reopened
      case .postWritten: .wrote
      case .postEdited: .edited
      }
  }
}

extension TrashItem {
  public init(_ entry: TrashEntry) {
    self.init(
      id: entry.id, topic: entry.item.topic, post: entry.item.post, title: entry.item.title,
      author: entry.removal.author, date: entry.removal.date.rfc3339)
  }
}

extension FreshnessItem {
  /// Without arguments: nothing was read yet.
  public init(_ freshness: Freshness = Freshness(fetched: nil, confirmed: nil)) {
    self.init(fetched: freshness.fetched?.rfc3339, isStale: freshness.isStale)
  }
}

extension TopicDocument {
  public init(_ content: TopicContent) {
    let (topic, pros, cons) = (content.board.topic, content.board.pros, content.board.cons)
    let positions = content.board.positions
    self.init(
      id: topic.id, title: topic.title, created: topic.created.known?.rfc3339,
      pros: pros.arguments.map(ArgumentRecord.init), cons: cons.arguments.map(ArgumentRecord.init),
      positions: positions.isEmpty ? nil : positions.map(PositionRecord.init),
      decision: topic.decision.map(DecisionRecord.init), rule: topic.rule.map(RuleRecord.init),
      round: topic.round == 1 ? nil : topic.round,
      posts: content.posts.map(PostRecord.init))
  }
}

extension TopicDocument.ArgumentRecord {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created.known?.rfc3339, updated: argument.updated.known?.rfc3339,
      updatedBy: argument.updatedBy,
      supporters: argument.supporters.isEmpty ? nil : argument.supporters)
  }
}

extension TopicDocument.PositionRecord {
  fileprivate init(_ position: Position) {
    self.init(
      person: position.person, position: PositionName(position.choice),
      sentence: position.sentence, date: position.date.known?.rfc3339)
  }
}

extension TopicDocument.DecisionRecord {
  fileprivate init(_ decision: Decision) {
    self.init(
      status: decision.outcome == nil ? .dropped : .decided,
      outcome: decision.outcome.map { OutcomeName($0) }, reason: decision.reason,
      author: decision.author, date: decision.date.known?.rfc3339,
      authority: AuthorityName(decision.authority), digest: decision.digest)
  }
}

extension TopicDocument.RuleRecord {
  fileprivate init(_ rule: DecisionRule) {
    self.init(
      asked: rule.asked.isEmpty ? nil : rule.asked, quorum: rule.quorum?.text,
      deadline: rule.deadline?.rfc3339, autoClose: rule.autoClose ? true : nil)
  }
}

extension TopicDocument.PostRecord {
  fileprivate init(_ post: Post) {
    self.init(
      id: post.id, title: post.title, content: post.content, author: post.author,
      created: post.created.known?.rfc3339, updated: post.updated.known?.rfc3339,
      updatedBy: post.updatedBy)
  }
}
