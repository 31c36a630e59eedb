import BoardValues

/// What the daemon may show.
enum BoardSample {
  private static let date = "2026-11-22T10:00:00.000Z"

  private static let argument = ArgumentItem(
    id: "5", text: "No breaks", label: "No breaks ×2", links: ["https://a.org"], weight: 2,
    author: "ada", created: date, supporters: ["cy"],
    updated: date, updatedBy: "bob")
  private static let argumentRecord = TopicDocument.ArgumentRecord(
    id: "5", text: "No breaks", weight: 2, author: "ada", created: date, updated: date,
    updatedBy: "bob", supporters: ["cy"])
  private static let post = PostItem(
    id: "p", title: "TRIAL", subtitle: "Fast", author: "ada", created: date, updated: date,
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
    title: "AI", decisionText: "decided: yes", pros: 4, cons: 3, score: 1, leaning: .pro,
    prosPercentage: 57,
    prosText: "4 pros", consText: "3 cons", scoreText: "+1", leaningText: "leans pro",
    line: "4 pros · 3 cons", created: date, updated: date, updatedBy: "ada")
  private static let document = TopicDocument(
    id: "ai", title: "AI", created: date, pros: [argumentRecord], cons: [],
    positions: [positionRecord], decision: decisionRecord, rule: ruleRecord, round: 2,
    posts: [postRecord])
  private static let positionRecord = TopicDocument.PositionRecord(
    person: "ada", position: .abstain, sentence: "Not mine", date: date)
  private static let decisionRecord = TopicDocument.DecisionRecord(
    status: .decided, outcome: .yes, reason: "It never sleeps", author: "ada", date: date,
    authority: .override, digest: "0123456789abcdef")
  private static let ruleRecord = TopicDocument.RuleRecord(
    asked: ["ada"], quorum: "60%", deadline: date, autoClose: true)
  private static let position = PositionItem(
    person: "ada", position: .no, sentence: "See http://a", links: ["http://a"], counts: false,
    date: date, line: "ada: no, because See http://a")
  private static let decision = DecisionItem(
    status: .decided, tally: [DecisionItem.Count(position: .yes, count: 2)], answered: 3,
    awaited: 1,
    needed: 2, deadline: date, autoClose: true, round: 2,
    outcome: .yes, reason: "It never sleeps", links: ["http://a"], author: "ada", authority: .rule,
    date: date,
    isChangedSince: true, line: "decided: yes")
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
    argument, argumentRecord, positionRecord, decisionRecord, ruleRecord, position, decision, post,
    text,
    postRecord, change, removal, summary, document, form,
    freshness, info, stats,
  ]
}
