internal import BoardValues
internal import Terminal

/// A row of a list: something of a topic, or what was done in one.
struct ListRow {
  /// The id of the item; of a person's position, their name.
  let id: String
  /// As people read it, without its age.
  let words: String
  /// What somebody has made of it, as it is compared to find what others have changed.
  let thing: String
  /// When it was made or ended; nil if that is not known, or does not matter.
  var date: String?
  /// When it was done, if it is listed by day.
  private var done: String?
  /// The path under the topic of what it is about; nil if it is about itself.
  var item: String?
  var style = Style.plain
  /// Whether nothing is to be done about it any longer, or it does not count.
  let isDim: Bool
  /// Whether it is a person who has not answered, and no item.
  var isAwaited = false
  /// When it last changed; nil if that does not matter.
  var updated: String?
  /// The URLs in it; nil if there are none.
  var links: [String]?
  /// What the fields of forms about it begin with.
  var fields: [ParameterName: String] = [:]

  init(_ position: PositionItem) {
    (id, date) = (position.person, position.date)
    thing = "\(position.person) \(position.position.rawValue) \(position.sentence ?? "")"
    let isCounted = position.counts != false
    words = Self.joined(
      position.line, position.isChangedSince == true ? "changed since" : "",
      isCounted ? "" : "does not count")
    isDim = !isCounted
    links = position.links
  }

  /// A person who has not answered.
  init(awaited person: String) {
    (id, isAwaited) = ("awaited \(person)", true)
    (words, thing, isDim) = ("\(person.visibleName): not answered yet", "", true)
  }

  init(_ objection: ObjectionItem) {
    (id, date) = (objection.id, objection.closed ?? objection.created)
    let closing = objection.closedBy.map { "\(objection.status) by \($0)" }
    let state = objection.status == .open ? "open" : closing ?? objection.status.rawValue
    words = Self.joined(objection.line, state)
    thing = words
    (style, isDim) = (.con, objection.status != .open)
    links = objection.links
    if let answer = objection.answer { fields[.text] = answer }
  }

  init(_ todo: TodoItem) {
    (id, words, thing) = (todo.id, todo.line, todo.line)
    (isDim, updated) = (todo.done, todo.updated)
    links = todo.links
    fields[.text] = todo.text
    if let assignee = todo.assignee { fields[.assignee] = assignee }
    if let due = todo.due { fields[.due] = due }
  }

  init(_ post: PostItem) {
    (id, words) = (post.id, Self.joined(post.title.visibleName, post.author.visibleName))
    (thing, isDim, date, item) = ("", false, post.created, "posts.\(post.id)")
  }

  /// A change of the topic.
  ///
  /// - Parameter topic: what precedes it where there are several topics; nil for nothing.
  init(_ change: HistoryItem, in topic: String? = nil) {
    id = String(change.id)
    let time = Age.clock(of: change.date)
    let topic = topic.map { "\($0.visibleName.cut(to: TopicsView.longestTitle)): " } ?? ""
    words = "\(time) \(topic)\(change.author.visibleName) \(change.text.visibleName)"
    (thing, isDim, item, done) = ("", false, change.item, change.date)
  }

  private static func joined(_ facts: String...) -> String {
    facts.filter { !$0.isEmpty }.joined(separator: Summary.separator)
  }

  /// The day under which it is listed; nil if it is not listed by day.
  var day: String? { done.map { Age.day(of: $0) } }

  /// The words and the age.
  var text: String { Self.joined(words, Age.words(since: date)) }

  /// The text on lines of a width; never none.
  func lines(width: Int) -> [String] {
    let lines = text.wrapped(to: max(1, width))
    return lines.isEmpty ? [""] : lines
  }
}
