public import BoardValues
public import Domain

extension ArgumentItem {
  /// Makes the item of `argument`, with its times as texts.
  public init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, label: argument.label,
      links: Links.orNil(in: argument.text), weight: argument.weight, author: argument.author,
      comments: argument.comments.map(CommentItem.init).orNil,
      created: argument.created.known?.rfc3339,
      supporters: argument.supporters.orNil,
      updated: argument.updated.known?.rfc3339, updatedBy: argument.updatedBy)
  }
}

extension CommentItem {
  public init(_ comment: Comment) {
    self.init(
      id: comment.id, text: comment.text, links: Links.orNil(in: comment.text),
      author: comment.author, created: comment.created.known?.rfc3339)
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
    let (options, last) = (overview.options.count, overview.lastChange)
    // Arguments of several options do not weigh against each other.
    let balance = options == 0 ? Balance(overview) : nil
    let leaning = balance.map { Leaning($0.leaning) }
    let prosText = overview.pros.map { Side.pro.counted($0.count) }
    let consText = overview.cons.map { Side.con.counted($0.count) }
    let score = balance.map(\.score)
    let decisionText = overview.topic.decision?.line
    let optionsText = options == 0 ? nil : options == 1 ? "1 option" : "\(options) options"
    let texts = [
      decisionText, optionsText, prosText, consText, score.map { "score \($0.signed)" },
      leaning?.words,
    ]
    self.init(
      title: overview.topic.title, decisionText: decisionText,
      options: options == 0 ? nil : options, pros: overview.pros?.count,
      cons: overview.cons?.count,
      score: score, leaning: leaning, prosPercentage: balance?.prosPercentage, prosText: prosText,
      consText: consText, scoreText: score?.signed, leaningText: leaning?.words,
      line: texts.contains { $0 != nil }
        ? texts.compactMap(\.self).joined(separator: Self.separator) : Self.unknown,
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
      id: post.id, title: post.title,
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
      argument.path
    case .commentAdded(_, let argument, _), .commentRemoved(_, let argument, _): argument.path
    case .optionAdded(let option, _), .optionChanged(_, let option), .optionMoved(let option, _, _),
      .converted(let option):
      "options.\(option.id)"
    case .optionRemoved(let board, _): "options.\(board.id)"
    case .positionTaken, .positionWithdrawn: "positions"
    case .objectionChanged(_, let objection): "objections.\(objection.id)"
    case .ruleChanged, .decided, .reopened, .superseded: "decision"
    case .todoAdded(let todo, _), .todoChanged(_, let todo), .todoMoved(let todo, _, _),
      .todoRemoved(let todo, _):
      "todos.\(todo.id)"
    case .postWritten(let post), .postEdited(_, let post), .postRemoved(let post):
      "posts.\(post.id)"
    }
  }
}

extension TopicEvent {
  /// The boxes in which what it is about is or was shown, by their paths under the topic. Who may not read
  /// one of them does not learn of it.
  public var boxes: [String] {
    switch self {
    case .created, .renamed, .removed, .restored: ["summary"]
    case .argumentAdded(let argument, _), .argumentRemoved(let argument, _),
      .argumentChanged(_, let argument), .argumentSupported(let argument, _),
      .commentAdded(_, let argument, _), .commentRemoved(_, let argument, _):
      [argument.box]
    case .argumentMoved(let old, _, let new, _): [old.box, new.box]
    case .optionAdded, .optionChanged, .optionMoved, .converted: ["options.items"]
    case .optionRemoved(let board, _):
      ["options.items"] + [board.pros, board.cons].flatMap(\.arguments).prefix(1).map(\.box)
    case .positionTaken, .positionWithdrawn: ["positions.items"]
    case .objectionChanged: ["objections.items"]
    case .ruleChanged: namesPeople ? ["decision", "positions.items"] : ["decision"]
    case .decided, .reopened, .superseded: ["decision"]
    case .todoAdded, .todoChanged, .todoMoved, .todoRemoved: ["todos.items"]
    case .postWritten, .postEdited, .postRemoved: ["posts.items"]
    }
  }
}

extension Argument {
  /// The box that shows it, by its path under the topic.
  fileprivate var box: String { "\(column.path).items" }

  /// Its path under the topic.
  fileprivate var path: String { "\(column.path).\(id)" }
}

extension Column {
  /// The path of its scene under the topic, such as `pros` or `options.1.cons`.
  public var path: String { option.map { "options.\($0).\(side.plural)" } ?? side.plural }
}

extension Side {
  /// The last segment of the paths of its scenes.
  public var plural: String { "\(rawValue)s" }
}

extension HistoryItem.Action {
  fileprivate init(_ event: TopicEvent) {
    self =
      switch event {
      case .created: .created
      case .renamed: .renamed
      case .argumentAdded, .optionAdded, .todoAdded: .added
      case .argumentChanged, .optionChanged, .converted: .changed
      case .argumentMoved, .optionMoved, .todoMoved: .moved
      case .removed, .argumentRemoved, .postRemoved, .optionRemoved, .todoRemoved, .commentRemoved:
        .removed
      case .commentAdded: .commented
      case .objectionChanged(nil, _): .objected
      case .objectionChanged(let old?, let new): Self(from: old, to: new)
      case .superseded: .superseded
      case .todoChanged(let old, let new): !old.isDone && new.isDone ? .checked : .changed
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

extension HistoryItem.Action {
  /// What was done to an objection that was raised before; it is changed if that was undone.
  fileprivate init(from old: Objection, to new: Objection) {
    self =
      switch new.closing?.kind {
      case .withdrawn: .withdrew
      case .resolved: .resolved
      case nil: old.closing == nil && new.answer != nil ? .answered : .changed
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
      options: content.board.options.elements.map(OptionRecord.init).orNil,
      pros: pros.arguments.map(ArgumentRecord.init), cons: cons.arguments.map(ArgumentRecord.init),
      positions: positions.map(PositionRecord.init).orNil,
      objections: content.board.objections.elements.map(ObjectionRecord.init).orNil,
      decision: topic.decision.map(DecisionRecord.init), rule: topic.rule.map(RuleRecord.init),
      round: topic.round == 1 ? nil : topic.round,
      todos: content.board.todos.elements.map(TodoRecord.init).orNil,
      posts: content.posts.map(PostRecord.init))
  }
}

extension TopicDocument.ArgumentRecord {
  fileprivate init(_ argument: Argument) {
    self.init(
      id: argument.id, text: argument.text, weight: argument.weight, author: argument.author,
      created: argument.created.known?.rfc3339, updated: argument.updated.known?.rfc3339,
      updatedBy: argument.updatedBy, supporters: argument.supporters.orNil,
      comments: argument.comments.map { comment in
        TopicDocument.CommentRecord(
          id: comment.id, text: comment.text, author: comment.author,
          created: comment.created.known?.rfc3339)
      }.orNil)
  }
}

extension Array {
  /// nil if it is empty.
  fileprivate var orNil: Self? { isEmpty ? nil : self }
}

extension TopicDocument.OptionRecord {
  fileprivate init(_ board: OptionBoard) {
    let option = board.option
    self.init(
      id: option.id, title: option.title, text: option.text, author: option.author,
      created: option.created.known?.rfc3339, updated: option.updated.known?.rfc3339,
      updatedBy: option.updatedBy,
      pros: board.pros.arguments.map(TopicDocument.ArgumentRecord.init),
      cons: board.cons.arguments.map(TopicDocument.ArgumentRecord.init))
  }
}

extension TopicDocument.ObjectionRecord {
  fileprivate init(_ objection: Objection) {
    self.init(
      id: objection.id, text: objection.text, author: objection.author,
      created: objection.created.known?.rfc3339,
      answer: objection.answer.map { answer in
        TopicDocument.AnswerRecord(
          text: answer.text, author: answer.author, date: answer.date.known?.rfc3339)
      },
      closing: objection.closing.map { closing in
        TopicDocument.ClosingRecord(
          kind: closing.kind == .withdrawn ? .withdrawn : .resolved, author: closing.author,
          date: closing.date.known?.rfc3339)
      })
  }
}

extension TopicDocument.TodoRecord {
  fileprivate init(_ todo: Todo) {
    self.init(
      id: todo.id, text: todo.text, done: todo.isDone, assignee: todo.assignee,
      due: todo.due?.text, author: todo.author, created: todo.created.known?.rfc3339,
      updated: todo.updated.known?.rfc3339, updatedBy: todo.updatedBy)
  }
}

extension TopicDocument.PositionRecord {
  fileprivate init(_ position: Position) {
    self.init(
      person: position.person, position: ChoiceName(position.choice),
      sentence: position.sentence, date: position.date.known?.rfc3339)
  }
}

extension TopicDocument.DecisionRecord {
  fileprivate init(_ decision: Decision) {
    self.init(
      status: decision.successor != nil
        ? .superseded : decision.outcome == nil ? .dropped : .decided,
      outcome: decision.outcome.map { ChoiceName($0) }, title: decision.title,
      reason: decision.reason,
      author: decision.author, date: decision.date.known?.rfc3339,
      authority: AuthorityName(decision.authority), digest: decision.digest,
      successor: decision.successor)
  }
}

extension TopicDocument.RuleRecord {
  fileprivate init(_ rule: DecisionRule) {
    self.init(
      asked: rule.asked.isEmpty ? nil : rule.asked, quorum: rule.quorum?.text,
      deadline: rule.deadline?.rfc3339, autoClose: rule.autoClose ? true : nil,
      objectionsBlock: rule.objectionsBlock ? true : nil,
      decidersResolve: rule.decidersResolve ? true : nil)
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
