public import Application
public import BoardValues
public import BoxWire
public import Boxes
internal import Domain

/// A value that clients decode. Its members have the names of its keys.
public protocol DescribedValue: JSONSchemaDescribed, Codable {
  associatedtype CodingKeys: CodingKey
}

extension DescribedValue {
  /// Describes a member.
  ///
  /// - Parameters:
  ///   - property: determines the type, and so the schema.
  ///   - isRequired: whether it is always present; by default unless it is optional.
  ///   - refine: adds to the schema what the type does not say.
  static func member<Value: JSONSchemaDescribed>(
    _ key: CodingKeys, _ property: KeyPath<Self, Value>,
    isRequired: Bool = !(Value.self is any ExpressibleByNilLiteral.Type),
    _ description: String? = nil, refine: (JSONSchema) -> JSONSchema = { $0 }
  ) -> MemberDescription {
    MemberDescription(
      key.stringValue, property, isRequired: isRequired, description, refine: refine)
  }
}

/// A value of the board that a user wrote, and that may have been edited since.
protocol AuthoredValue: DescribedValue {
  var author: String { get }
  var created: String? { get }
  var updated: String? { get }
  var updatedBy: String? { get }
}

extension AuthoredValue {
  /// - Parameter isExport: whether dates that are not known are absent; otherwise they are null.
  fileprivate static func argumentOrigin(isExport: Bool = false) -> [MemberDescription] {
    origin(
      author: "The user who added it.", created: "When it was added, UTC.",
      updated: "When its text or weight last changed, UTC.", isExport)
  }

  /// - Parameters:
  ///   - parts: what its users change.
  ///   - isExport: whether dates that are not known are absent; otherwise they are null.
  fileprivate static func listOrigin(
    _ parts: String, isExport: Bool = false
  ) -> [MemberDescription] {
    origin(
      author: "The user who added it.", created: "When it was added, UTC.",
      updated: "When its \(parts) last changed, UTC.", isExport)
  }

  /// - Parameter isExport: whether dates that are not known are absent; otherwise they are null.
  fileprivate static func postOrigin(isExport: Bool = false) -> [MemberDescription] {
    origin(
      author: "The user who wrote it.", created: "When it was written, UTC.",
      updated: "When its title or content last changed, UTC.", isExport)
  }

  private static func origin(
    author: String, created: String, updated: String, _ isExport: Bool
  ) -> [MemberDescription] {
    [
      MemberDescription("author", \Self.author, author),
      MemberDescription("created", \Self.created, isRequired: !isExport, created) { $0.dateTime },
      MemberDescription("updated", \Self.updated, isRequired: !isExport, updated) { $0.dateTime },
      MemberDescription(
        "updatedBy", \Self.updatedBy,
        "The user who made that last change; absent if that is not known."),
    ]
  }

  fileprivate static func dates(_ property: KeyPath<Self, String>) -> MemberDescription {
    MemberDescription(
      "dates", property, "Both in words: '2026-11-22 10:00, edited 2026-11-23 08:15 UTC by bob'.")
  }
}

/// What is not known is null.
extension Summary: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.title, \.title),
    member(
      .decisionText, \.decisionText,
      "What was decided: 'decided: yes'. Absent while the topic is open."),
    member(.options, \.options, "The number of options; absent if there are none.") {
      $0.range(1...Limits.options)
    },
    known(.pros, \.pros, "The number of pros, those of the options included.") {
      $0.range(sideCount)
    },
    known(.cons, \.cons, "The number of cons, those of the options included.") {
      $0.range(sideCount)
    },
    known(
      .score, \.score,
      "The weights of the pros minus those of the cons; also null if there are options, as are the "
        + "leaning and both texts."),
    known(.leaning, \.leaning, "The side with more weight."),
    member(
      .prosPercentage, \.prosPercentage,
      "The pros' share of the weight of all arguments; absent if there are none, or if there are options."
    ) { $0.range(0...100) },
    known(.prosText, \.prosText, "Such as '4 pros'."),
    known(.consText, \.consText, "Such as '1 con'."),
    known(.scoreText, \.scoreText, "With its sign, such as '+1'."),
    known(.leaningText, \.leaningText, "Such as 'leans pro'."),
    member(.line, \.line, "Those of these texts that are known, separated by ' · '."),
    known(.created, \.created, "When the topic was created, UTC.") { $0.dateTime },
    known(
      .updated, \.updated,
      "When the topic or one of its arguments last changed, or the topic was decided, UTC."
    ) { $0.dateTime },
    member(
      .updatedBy, \.updatedBy, "The user who made that last change; absent if that is not known."),
  ]).named("Summary")

  /// Describes a member that is null if it is not known.
  private static func known<Value: JSONSchemaDescribed>(
    _ key: CodingKeys, _ property: KeyPath<Self, Value?>, _ description: String,
    refine: (JSONSchema) -> JSONSchema = { $0 }
  ) -> MemberDescription {
    member(key, property, isRequired: true, description, refine: refine)
  }

  private static let sideCount = 0...Limits.argumentsPerSide * (Limits.options + 1)
}

extension Summary.Leaning: JSONSchemaDescribed {}

extension DescribedValue {
  /// Describes the links in a text of the value.
  fileprivate static func links(
    _ property: KeyPath<Self, [String]?>, in text: String
  ) -> MemberDescription {
    MemberDescription(
      "links", property, isRequired: false,
      "The http and https URLs in the \(text), at most \(Limits.links); absent if there are none.")
  }
}

extension ArgumentItem: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Identifies it within its column."),
      member(.text, \.text) { $0.length(1...Limits.textBytes) },
      member(.label, \.label, "The text, then the weight unless it is 1: 'No breaks ×2'."),
      links(\.links, in: "text"),
      member(
        .supporters, \.supporters,
        "The people who support it, at most \(Limits.supporters); absent if there are none."),
      member(
        .comments, \.comments,
        "In order of addition, at most \(Limits.comments); absent if there are none."),
      member(.weight, \.weight, "The greater, the more it counts.") { $0.range(Limits.weight) },
    ] + argumentOrigin()
  ).named("Argument")
}

extension CommentItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Identifies it within its argument."),
    member(.text, \.text) { $0.length(1...Limits.textBytes) },
    links(\.links, in: "text"),
    member(.author, \.author, "The user who wrote it."),
    // nil is encoded as null.
    member(.created, \.created, isRequired: true, "When it was written, UTC.") { $0.dateTime },
  ]).named("Comment")
}

extension OptionItem: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "A segment of paths, counted within the topic."),
      member(.title, \.title),
      member(.text, \.text, "What it means; absent if nobody has said."),
      links(\.links, in: "text"),
      member(.pros, \.pros, "The number of its pros."),
      member(.cons, \.cons, "The number of its cons."),
      member(.score, \.score, "The weights of its pros minus those of its cons."),
      member(.line, \.line, "In words: 'Postgres: 3 pros · 1 con · score +2'."),
    ] + listOrigin("title or text")
  ).named("Option")
}

extension ObjectionItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Counted within the topic."),
    member(.status, \.status),
    member(.text, \.text),
    links(\.links, in: "text"),
    member(.author, \.author, "The user who raised it."),
    // nil is encoded as null.
    member(.created, \.created, isRequired: true, "When it was raised, UTC.") { $0.dateTime },
    member(.answer, \.answer, "What somebody has replied; absent without an answer."),
    member(.answeredBy, \.answeredBy, "The user who replied."),
    member(.answered, \.answered, "When, UTC.") { $0.dateTime },
    member(.closedBy, \.closedBy, "The user who ended it; absent while it is open."),
    member(.closed, \.closed, "When, UTC.") { $0.dateTime },
    member(.line, \.line, "In words: 'grace: nobody can operate it (answered by ada: I can)'."),
  ]).named("Objection")
}

extension ObjectionItem.Status: JSONSchemaDescribed {}

extension TodoItem: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Counted within the topic."),
      member(.text, \.text),
      links(\.links, in: "text"),
      member(.done, \.done),
      member(.assignee, \.assignee, "The user who is to do it; absent if that is open."),
      member(.due, \.due, "The last day for it: '2026-12-01'. Absent for any."),
      member(.line, \.line, "In words: '[ ] Migrate the staging copy @ada 2026-12-01'."),
    ] + listOrigin("text or state")
  ).named("Todo")
}

extension AwaitingItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.kind, \.kind),
    member(.at, \.at, "The path of the topic."),
    member(.title, \.title, "That of the topic."),
    member(
      .id, \.id, "The objection or the todo, counted within the topic; absent for a position."),
    member(
      .text, \.text,
      "What it says, at most \(AwaitingItem.textCharacters) characters; absent for a position."),
    member(
      .until, \.until, "The deadline, UTC, or the last day, for a todo; absent for any time."),
    member(
      .line, \.line, "In words: 'Which editor? · your position · until Fri 27 Nov 17:00 UTC'."),
  ]).named("Awaiting")
}

extension AwaitingItem.Kind: JSONSchemaDescribed {}

extension AwaitingSummary: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.count, \.count, "The number of things, those included that are not listed.") {
      $0.minimum(0)
    },
    member(.until, \.until, "That of the first one; absent without one."),
    member(
      .line, \.line, "In words: '3 things await you · until Fri 27 Nov 17:00 UTC'."),
  ]).named("AwaitingSummary")
}

extension PostItem: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Greater than those of older posts."),
      member(.title, \.title),
      member(
        .subtitle, \.subtitle,
        "The first \(subtitleCharacters) characters of the content, on one line."),
    ] + postOrigin() + [dates(\.dates)]
  ).named("PostItem")
}

extension PostText: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id),
      member(.title, \.title, "As it was written."),
      member(.content, \.content, "Any number of lines, which end with LF."),
      links(\.links, in: "content"),
    ] + postOrigin() + [dates(\.dates)]
  ).named("Post")
}

extension TopicDocument: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "A segment of paths."),
    member(.title, \.title),
    member(.created, \.created, "When the topic was created, UTC.") {
      $0.dateTime
    },
    member(.options, \.options, "In their order; absent if there are none."),
    member(.pros, \.pros, "In their order."),
    member(.cons, \.cons, "In their order."),
    member(
      .objections, \.objections, "In the order in which they were raised; absent if there are none."
    ),
    member(.todos, \.todos, "In their order; absent if there are none."),
    member(.positions, \.positions, "In the order in which they were taken; absent without any."),
    member(.decision, \.decision, "Absent while the topic is open."),
    member(.rule, \.rule, "What a decision needs; absent without a rule."),
    member(.round, \.round, "Absent unless the topic was reopened.") { $0.minimum(1) },
    member(.posts, \.posts, "Oldest first."),
  ]).named("Topic")
}

extension TopicDocument.ArgumentRecord: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Identifies it within its column."),
      member(.text, \.text) { $0.length(1...Limits.textBytes) },
      member(.weight, \.weight, "The greater, the more it counts.") { $0.range(Limits.weight) },
      member(.supporters, \.supporters, "The people who support it; absent if there are none."),
      member(.comments, \.comments, "In order of addition; absent if there are none."),
    ] + argumentOrigin(isExport: true)
  ).named("ExportedArgument")
}

extension TopicDocument.CommentRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Identifies it within its argument."),
    member(.text, \.text) { $0.length(1...Limits.textBytes) },
    member(.author, \.author, "The user who wrote it."),
    member(.created, \.created, "When it was written, UTC.") { $0.dateTime },
  ]).named("ExportedComment")
}

extension TopicDocument.OptionRecord: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Counted within the topic; positions and the outcome name it."),
      member(.title, \.title),
      member(.text, \.text, "What it means; absent if nobody has said."),
      member(.pros, \.pros, "In their order."),
      member(.cons, \.cons, "In their order."),
    ] + listOrigin("title or text", isExport: true)
  ).named("ExportedOption")
}

extension TopicDocument.ObjectionRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Counted within the topic."),
    member(.text, \.text),
    member(.author, \.author, "The user who raised it."),
    member(.created, \.created, "When it was raised, UTC.") { $0.dateTime },
    member(.answer, \.answer, "Absent without an answer."),
    member(.closing, \.closing, "Absent while it is open."),
  ]).named("ExportedObjection")
}

extension TopicDocument.AnswerRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.text, \.text),
    member(.author, \.author, "The user who replied."),
    member(.date, \.date, "When, UTC.") { $0.dateTime },
  ]).named("ExportedAnswer")
}

extension TopicDocument.ClosingRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.kind, \.kind, "Not 'open'."),
    member(.author, \.author, "The user who ended it."),
    member(.date, \.date, "When, UTC.") { $0.dateTime },
  ]).named("ExportedClosing")
}

extension TopicDocument.TodoRecord: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id, "Counted within the topic."),
      member(.text, \.text),
      member(.done, \.done),
      member(.assignee, \.assignee, "The user who is to do it; absent if that is open."),
      member(.due, \.due, "The last day for it: '2026-12-01'. Absent for any."),
    ] + listOrigin("text or state", isExport: true)
  ).named("ExportedTodo")
}

extension TopicDocument.PositionRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.person, \.person, "The user who took it."),
    member(.position, \.position, "What the person is for."),
    member(.sentence, \.sentence, "Why; absent without a reason."),
    member(.date, \.date, "When it was taken, UTC.") { $0.dateTime },
  ]).named("ExportedPosition")
}

extension TopicDocument.DecisionRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.status, \.status, "Not 'open'."),
    member(.outcome, \.outcome, "Absent if the topic was dropped."),
    member(
      .title, \.title, "The title that the option of the outcome had; absent without an option."),
    member(.reason, \.reason),
    member(.author, \.author, "The user who decided."),
    member(.date, \.date, "When it was decided, UTC.") { $0.dateTime },
    member(.authority, \.authority, "Absent if a person has decided as the rule allows."),
    member(
      .digest, \.digest,
      "Identifies the title and the arguments that were decided on; absent if they are not known."),
    member(
      .successor, \.successor,
      "The id of the topic that replaces this one; absent if none does."),
  ]).named("ExportedDecision")
}

extension TopicDocument.RuleRecord: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.asked, \.asked, "The people who are asked; absent for everyone."),
    member(.quorum, \.quorum, "A number of people, or a share such as '60%'."),
    member(.deadline, \.deadline, "Until when they are asked, UTC.") { $0.dateTime },
    member(.autoClose, \.autoClose, "Whether the daemon decides then; absent if it does not."),
    member(
      .objectionsBlock, \.objectionsBlock,
      "Whether an open objection blocks the decision; absent if it does not."),
    member(
      .decidersResolve, \.decidersResolve,
      "Whether deciders can resolve objections of others; absent if they cannot."),
  ]).named("ExportedRule")
}

extension TopicDocument.PostRecord: AuthoredValue {
  public static let jsonSchema = JSONSchema.object(
    [
      member(.id, \.id),
      member(.title, \.title, "As it was written."),
      member(.content, \.content, "Any number of lines, which end with LF."),
    ] + postOrigin(isExport: true)
  ).named("ExportedPost")
}

extension PositionItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.person, \.person, "The user who took it."),
    member(.position, \.position, "What the person is for."),
    member(.title, \.title, "The title of the option that it is; absent without an option."),
    member(.sentence, \.sentence, "Why; absent without a reason."),
    links(\.links, in: "sentence"),
    member(
      .counts, \.counts,
      "False of a person who is not asked, or for a choice that is gone; otherwise absent."),
    member(
      .isChangedSince, \.isChangedSince,
      "True if what the person is for was changed since; otherwise absent."),
    // nil is encoded as null.
    member(.date, \.date, isRequired: true, "When it was taken, UTC.") { $0.dateTime },
    member(.line, \.line, "In words: 'ada: yes, because it never sleeps'."),
  ]).named("Position")
}

extension ChoiceName: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.string
}

extension AuthorityName: JSONSchemaDescribed {}

extension DecisionItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.status, \.status),
    // nil is encoded as null.
    member(
      .tally, \.tally, isRequired: true,
      "The number of people for each outcome that has any, the largest first; null until it is known."
    ),
    member(
      .answered, \.answered, isRequired: true,
      "The number of people who have taken a position, also to abstain; null until it is known."
    ) { $0.range(0...Limits.positions) },
    member(
      .awaited, \.awaited,
      "The number of people who are asked and have not answered; absent unless people are named."
    ) { $0.range(0...Limits.positions) },
    member(.needed, \.needed, "How many must have answered; absent without a quorum.") {
      $0.range(1...Limits.positions)
    },
    member(.deadline, \.deadline, "Until when people are asked, UTC; absent without a deadline.") {
      $0.dateTime
    },
    member(.autoClose, \.autoClose, "Whether the daemon decides then; absent if it does not."),
    member(.openObjections, \.openObjections, "How many are open; absent if none is.") {
      $0.range(1...Limits.objections)
    },
    member(.round, \.round, "1 until the topic is reopened.") { $0.minimum(1) },
    member(.outcome, \.outcome, "What was decided; absent while the topic is open or dropped."),
    member(
      .outcomeTitle, \.outcomeTitle,
      "The title that the option of the outcome had; absent without an option."),
    member(.reason, \.reason, "Why; absent while the topic is open."),
    links(\.links, in: "reason"),
    member(.author, \.author, "The user who decided; absent while the topic is open."),
    member(
      .authority, \.authority,
      "Absent if a person has decided as the rule allows, and while it is open."),
    member(.date, \.date, "When it was decided, UTC; absent while the topic is open.") {
      $0.dateTime
    },
    member(
      .successor, \.successor,
      "The id of the topic that replaces this one; absent if none does."),
    member(.supersedes, \.supersedes, "The ids of the topics that this one replaces, if any."),
    member(
      .isChangedSince, \.isChangedSince,
      "Whether the title or an argument has been edited outside since; absent if that is not known."
    ),
    member(.line, \.line, "In words: 'open · 3 answered · yes leads 2 to 1'."),
  ]).named("Decision")
}

extension DecisionItem.Status: JSONSchemaDescribed {}

extension DecisionItem.Count: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.position, \.position),
    member(.title, \.title, "The title of the option; absent for yes and no."),
    member(.count, \.count, "The number of people.") { $0.minimum(1) },
  ]).named("Count")
}

extension HistoryItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "Its number within the history.") { $0.minimum(1) },
    member(.topic, \.topic, "The id of the topic; absent in the history of a single topic."),
    member(.date, \.date, "When it was made, UTC.") { $0.dateTime },
    member(.author, \.author, "The user who made it."),
    member(.action, \.action, "The kind of change."),
    member(.text, \.text, "The change in words, including the previous state."),
    member(
      .item, \.item,
      "What was changed, by its path under the topic: 'pros.5'. Absent for the topic itself."),
    member(.undoes, \.undoes, "The id of the change that it undid, if any.") { $0.minimum(1) },
  ]).named("HistoryItem")
}

extension HistoryItem.Action: JSONSchemaDescribed {}

extension TrashItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.id, \.id, "By which it is restored."),
    member(.topic, \.topic, "The id of the topic, or of the post's topic."),
    member(.post, \.post, "The id of the post. Absent for a topic."),
    member(.title, \.title, "The title of the topic or of the post."),
    member(.author, \.author, "The user who removed it."),
    member(.date, \.date, "When it was removed, UTC.") { $0.dateTime },
  ]).named("TrashItem")
}

extension FreshnessItem: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    // nil is encoded as null.
    member(
      .fetched, \.fetched, isRequired: true,
      "When the content was read from the service, UTC; null if it never was."
    ) { $0.dateTime },
    member(.isStale, \.isStale, "Whether the content could not be refreshed when it was due."),
  ]).named("Freshness")
}

/// What a box with a freshness is for.
let freshnessDescription = "How old this copy of the service's content is."

extension Content: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("status", \Self.status, "False after a failure."),
    // nil is encoded as null.
    MemberDescription(
      "message", \Self.message, isRequired: true,
      "A sentence for people; null when there is nothing to say."),
    MemberDescription(
      "reason", \Self.reason, "`empty` if nothing has failed, and there is only nothing yet."),
  ]).named("Content")
}

extension LogInForm: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.name, \.name),
    member(
      .isLoginButtonEnabled, \.isLoginButtonEnabled,
      "Whether there is a name, and no attempt is in progress."),
    member(
      .emailFieldBorderColor, \.emailFieldBorderColor, "Red after an attempt that was refused."),
    // nil is encoded as null.
    member(.message, \.message, isRequired: true, "Why the last attempt failed, or null."),
    member(.isLoggingIn, \.isLoggingIn, "Whether an attempt is in progress."),
  ]).named("LogInForm")
}

extension LogInForm.BorderColor: JSONSchemaDescribed {}

extension PostViewModel.EditButtonTitle: JSONSchemaDescribed {}

extension Route: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("stack", \Self.stack, "The newest last; at least one."),
    // nil is encoded as null.
    MemberDescription(
      "sheet", \Self.sheet, isRequired: true,
      "In front of the stack; null when there is none. It is shown instead of the top."),
  ]).named("Route")
}

extension RouteEntry: JSONSchemaDescribed {
  public static let jsonSchema = JSONSchema.object([
    MemberDescription("scene", \Self.scene, "What is shown; there may be others."),
    MemberDescription("at", \Self.at, "The topic's path; absent when there is none."),
    MemberDescription("id", \Self.id, "The post's id; absent when there is none."),
    MemberDescription("boxes", \Self.boxes, "The patterns to subscribe to."),
    MemberDescription("title", \Self.title),
  ]).named("RouteEntry")
}

extension SceneName: JSONSchemaDescribed {}

extension DaemonInfo: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    member(.version, \.version),
    member(.pid, \.pid, "Its process id.") { $0.minimum(1) },
    member(.started, \.started, "When it started, UTC.") { $0.dateTime },
    member(.epoch, \.epoch, "Identifies this run of revisions; opaque."),
    member(.keepsShared, \.keepsShared, "Whether shared boxes outlive the daemon."),
  ]).named("DaemonInfo")
}

extension DaemonStats: DescribedValue {
  public static let jsonSchema = JSONSchema.object([
    count(.connections, \.connections, "The number of connections."),
    count(.subscribers, \.subscribers, "The number of connections that hold patterns."),
    count(.revision, \.revision, "The number of the last change."),
    count(.changes, \.changes, "Lines about boxes that were sent to subscribers."),
    count(.bytes, \.bytes, "Bytes of these lines."),
    count(.memory, \.memory, "Resident memory in bytes; missing if the system does not report it."),
    count(.uptime, \.uptime, "Seconds from the start to this count."),
  ]).named("DaemonStats")

  private static func count<Number: JSONSchemaDescribed>(
    _ key: CodingKeys, _ property: KeyPath<Self, Number>, _ description: String
  ) -> MemberDescription {
    member(key, property, description) { $0.minimum(0) }
  }
}
