import BoardValues

/// What the daemon may show.
enum BoardSample {
  private static let date = "2026-11-22T10:00:00.000Z"

  private static let argument = ArgumentItem(
    id: "5", text: "No breaks", label: "No breaks ×2", links: ["https://a.org"], weight: 2,
    author: "ada", comments: [comment], created: date, supporters: ["cy"],
    updated: date, updatedBy: "bob")
  private static let comment = CommentItem(
    id: "1", text: "See https://a.org", links: ["https://a.org"], author: "cy", created: date)
  private static let option = OptionItem(
    id: "1", title: "Postgres", text: "See https://a.org", links: ["https://a.org"], pros: 3,
    cons: 1, score: 2, line: "Postgres: 3 pros · 1 con · score +2", author: "ada", created: date,
    updated: date, updatedBy: "bob")
  private static let objection = ObjectionItem(
    id: "1", status: .resolved, text: "See https://a.org", links: ["https://a.org"],
    author: "cy", created: date, answer: "No", answeredBy: "bob", answered: date, closedBy: "cy",
    closed: date, line: "cy: See https://a.org")
  private static let todo = TodoItem(
    id: "1", text: "See https://a.org", links: ["https://a.org"], done: true, assignee: "ada",
    due: "2026-12-01", line: "[x] See https://a.org @ada 2026-12-01", author: "bob",
    created: date, updated: date, updatedBy: "ada")
  private static let argumentRecord = TopicDocument.ArgumentRecord(
    id: "5", text: "No breaks", weight: 2, author: "ada", created: date, updated: date,
    updatedBy: "bob", supporters: ["cy"], comments: [commentRecord])
  private static let commentRecord = TopicDocument.CommentRecord(
    id: "1", text: "No", author: "cy", created: date)
  private static let optionRecord = TopicDocument.OptionRecord(
    id: "1", title: "Postgres", text: "Known", author: "ada", created: date, updated: date,
    updatedBy: "bob", pros: [argumentRecord], cons: [])
  private static let objectionRecord = TopicDocument.ObjectionRecord(
    id: "1", text: "No", author: "cy", created: date,
    answer: TopicDocument.AnswerRecord(text: "Yes", author: "bob", date: date),
    closing: TopicDocument.ClosingRecord(kind: .withdrawn, author: "cy", date: date))
  private static let todoRecord = TopicDocument.TodoRecord(
    id: "1", text: "Migrate", done: true, assignee: "ada", due: "2026-12-01", author: "bob",
    created: date, updated: date, updatedBy: "ada")
  private static let post = PostItem(
    id: "p", title: "Trial", subtitle: "Fast", author: "ada", created: date, updated: date,
    updatedBy: "bob", dates: "2026-11-22 10:00 UTC")
  private static let text = PostText(
    id: "p", title: "Trial", content: "Fast\n", links: ["https://a.org"], author: "ada",
    created: date,
    updated: date, updatedBy: "bob", dates: "2026-11-22 10:00 UTC")
  private static let postRecord = TopicDocument.PostRecord(
    id: "p", title: "Trial", content: "Fast\n", author: "ada", created: date, updated: date,
    updatedBy: "bob")
  private static let change = HistoryItem(
    id: 7, topic: "ai", date: date, author: "ada", action: .moved, text: "moved pro 5",
    item: "pros.5", undoes: 3)
  private static let removal = TrashItem(
    id: "t", topic: "ai", post: "p", title: "Trial", author: "ada", date: date)
  private static let summary = Summary(
    title: "AI", decisionText: "decided: yes", options: 2, pros: 4, cons: 3, score: 1,
    leaning: .pro,
    prosPercentage: 57,
    prosText: "4 pros", consText: "3 cons", scoreText: "+1", leaningText: "leans pro",
    line: "4 pros · 3 cons", created: date, updated: date, updatedBy: "ada")
  private static let document = TopicDocument(
    id: "ai", title: "AI", created: date, options: [optionRecord], pros: [argumentRecord],
    cons: [], positions: [positionRecord], objections: [objectionRecord],
    decision: decisionRecord, rule: ruleRecord, round: 2, todos: [todoRecord],
    posts: [postRecord])
  private static let positionRecord = TopicDocument.PositionRecord(
    person: "ada", position: .abstain, sentence: "Not mine", date: date)
  private static let decisionRecord = TopicDocument.DecisionRecord(
    status: .superseded, outcome: ChoiceName(rawValue: "1"), title: "Postgres",
    reason: "It never sleeps", author: "ada", date: date, authority: .override,
    digest: "0123456789abcdef", successor: "tea")
  private static let ruleRecord = TopicDocument.RuleRecord(
    asked: ["ada"], quorum: "60%", deadline: date, autoClose: true, objectionsBlock: true,
    decidersResolve: true)
  private static let position = PositionItem(
    person: "ada", position: ChoiceName(rawValue: "1"), title: "Postgres",
    sentence: "See http://a", links: ["http://a"], counts: false, isChangedSince: true, date: date,
    line: "ada: no, because See http://a")
  private static let decision = DecisionItem(
    status: .superseded,
    tally: [DecisionItem.Count(position: ChoiceName(rawValue: "1"), title: "Postgres", count: 2)],
    answered: 3, awaited: 1, needed: 2, deadline: date, autoClose: true, openObjections: 1,
    round: 2, outcome: ChoiceName(rawValue: "1"), outcomeTitle: "Postgres",
    reason: "It never sleeps", links: ["http://a"], author: "ada", authority: .rule, date: date,
    successor: "tea", supersedes: ["coffee"], isChangedSince: true, line: "decided: yes")
  private static let form = LogInForm(
    name: "ada", isLoginButtonEnabled: true, emailFieldBorderColor: .red, message: "refused",
    isLoggingIn: true)
  private static let freshness = FreshnessItem(fetched: date, isStale: true)
  private static let info = DaemonInfo(
    version: "1", pid: 7, started: date, epoch: "e", keepsShared: true)
  private static let stats = DaemonStats(
    connections: 1, subscribers: 2, revision: 3, changes: 4, bytes: 5, memory: 6, uptime: 7.5)

  /// A value of each type, with all of its members.
  static let all: [any Codable & Equatable & Sendable] = [
    argument, comment, option, objection, todo, argumentRecord, commentRecord, optionRecord,
    objectionRecord, todoRecord, positionRecord, decisionRecord, ruleRecord, position, decision,
    post,
    text,
    postRecord, change, removal, summary, document, form,
    freshness, info, stats,
  ]
}
