internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Domain
internal import UVLoop

/// The positions on each topic: `<root>.<topic>.positions`, with its boxes and intents.
///
/// - Parameter copies: the store if it shows copies, which has to know who looks at them.
@LoopActor
func positionsScenes(
  _ root: String, users: UserNames, _ copies: (any CopyGateway)?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> PositionsViewModel
) -> SceneFamily<PositionsViewModel> {
  let scenes = SceneFamily("\(root).*.positions", make: viewModel)
  scenes.publish("items", description: "In the order in which they were taken.") { $0.items }
  scenes.publish(
    "awaited",
    description: "The people who are asked and have not answered; none unless they are named."
  ) { $0.awaited }
  scenes.publish("isErrorFree", description: "Whether the store works.") { $0.isErrorFree }
  scenes.publish("isFetching", description: "Whether the store is being read.") { $0.isFetching }
  copies?.followBoards(of: scenes) { $0.topic }
  // A failure is also in `isErrorFree`.
  scenes.onFirstUse(again: copies?.isDue { $0.topic }) { try await $0.fetch() }

  scenes.intent(
    "take", summary: "Takes the caller's position, in place of the previous one.",
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<PositionParameter>(
      .position, example: PositionParameter(.yes),
      description: "What the caller is for: yes or no, or on a topic with options the id of one."),
    Parameter<ArgumentText?>(
      .because, example: ArgumentText("It never sleeps"),
      description: "Why: " + ArgumentText.commonRules(Limits.textCharacters.upperBound) + ".")
  ) { viewModel, caller, position, sentence in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      _ = try await viewModel.take(position.name, because: sentence?.text, person: person)
      return []
    }
  }
  scenes.intent(
    "withdraw", summary: "Takes back the caller's position.",
    errors: [.failed, .notFound, .unavailable]
  ) { viewModel, caller in
    let person = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await viewModel.withdraw(person: person)
      return []
    }
  }
  return scenes
}

/// The decision of each topic: the box `<root>.<topic>.decision`.
///
/// - Parameter copies: the store if it shows copies, which has to know who looks at them.
@LoopActor
func decisionScenes(
  _ root: String, _ copies: (any CopyGateway)?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> DecisionViewModel
) -> SceneFamily<DecisionViewModel> {
  let scenes = SceneFamily("\(root).*", make: viewModel)
  scenes.publish("decision", description: "Where the decision stands.") { $0.decision }
  copies?.followBoards(of: scenes) { $0.topic }
  scenes.onFirstUse(again: copies?.isDue { $0.topic }) { try await $0.fetch() }
  return scenes
}

/// The intents that make and end the decision of each topic: `<root>.<topic>.decision.decide` and others.
///
/// Not beside the box: there, those of all topics would be intents of the list of topics.
@LoopActor
func decidingScenes(
  _ root: String, users: UserNames, _ acts: Acts,
  _ intents: @escaping @LoopActor (_ topic: String) -> DecisionIntents
) -> SceneFamily<DecisionIntents> {
  let scenes = SceneFamily("\(root).*.\(DecisionScenes.name)", make: intents)
  scenes.intent(
    "decide",
    summary: "Decides the topic. Its title, arguments and positions cannot be changed after that.",
    errors: [.failed, .notFound, .unavailable],
    outcome, reason
  ) { intents, caller, outcome, reason in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await intents.decide(outcome.choice, reason: reason.text, author: author)
      acts.log(author, "decided", intents.topic, "with", outcome.choice.rawValue)
      return []
    }
  }
  scenes.intent(
    DecisionScenes.override, summary: "Decides the topic although its rule does not allow it yet.",
    errors: [.failed, .notFound, .unavailable], outcome, reason
  ) { intents, caller, outcome, reason in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await intents.decide(
        outcome.choice, reason: reason.text, isOverride: true, author: author)
      acts.log(author, "decided", intents.topic, "against its rule with", outcome.choice.rawValue)
      return []
    }
  }
  scenes.intent(
    "ask", summary: "Sets the rule for the decision, in place of the previous one.",
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<NameList?>(
      .asked, example: NameList(["ada", "group:root"]), title: "who is asked",
      description: "Names of users, and of groups as group:NAME, for which their members are asked."
        + " Left out, everyone."),
    Parameter<QuorumParameter?>(
      .quorum, example: QuorumParameter(.people(1)),
      description:
        "How many people must have answered: a number, or a share of those who are asked,"
        + " such as \"60%\"."),
    Parameter<DateText?>(.deadline, description: "Until when people are asked."),
    Parameter<Bool?>(
      .autoClose, title: "decide at the deadline",
      description: "Whether the daemon decides at the deadline, if the quorum has answered and one"
        + " outcome leads."),
    Parameter<Bool?>(
      .objectionsBlock, title: "objections block",
      description: "Whether an open objection blocks the decision."),
    Parameter<Bool?>(
      .decidersResolve, title: "deciders resolve",
      description: "Whether those who may decide can resolve objections of others.")
  ) { intents, caller, asked, quorum, deadline, autoClose, objectionsBlock, decidersResolve in
    let author = await users.name(of: caller)
    let names = try await users.people(asked?.names ?? [])
    return try await answering { () async throws(BoardError) in
      let rule = try DecisionRule(
        asked: names, quorum: quorum?.quorum, deadline: deadline?.date,
        autoClose: autoClose ?? false, objectionsBlock: objectionsBlock ?? false,
        decidersResolve: decidersResolve ?? false)
      try await intents.setRule(rule.isEmpty ? nil : rule, author: author)
      return []
    }
  }
  scenes.intent(
    "drop", summary: "Ends the topic without an answer, as 'decide' does with one.",
    errors: [.failed, .notFound, .unavailable], reason
  ) { intents, caller, reason in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await intents.decide(nil, reason: reason.text, author: author)
      acts.log(author, "dropped", intents.topic)
      return []
    }
  }
  scenes.intent(
    DecisionScenes.reopen,
    summary: "Starts a new round: the board continues, and positions are asked for again.",
    errors: [.failed, .notFound, .unavailable]
  ) { intents, caller in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await intents.reopen(author: author)
      acts.log(author, "reopened", intents.topic)
      return []
    }
  }
  scenes.intent(
    "supersede", summary: "Names the topic that replaces this one, which is decided.",
    errors: [.failed, .notFound, .unavailable],
    Parameter<Clearable<String>>(
      .successor, example: Clearable("which-editor"), title: "replaced by",
      description: "The id of a topic of this store; empty for none.")
  ) { intents, caller, successor in
    let author = await users.name(of: caller)
    return try await answering { () async throws(BoardError) in
      try await intents.supersede(by: successor.value, author: author)
      acts.log(author, "superseded", intents.topic, "by", successor.value)
      return []
    }
  }
  return scenes
}

enum DecisionScenes {
  static let name = "decision"
  /// The intents that a rule of a policy must name.
  static let override = "override"
  static let reopen = "reopen"
  /// Who has decided what the rule of a topic decides.
  static let daemon = "procon"
}

private let outcome = Parameter<OutcomeParameter>(
  .outcome, example: OutcomeParameter(.yes),
  description: "What is decided: yes or no, or on a topic with options the id of one.")

private let reason = Parameter<ReasonText>(
  .reason, example: ReasonText("It never sleeps"), description: ReasonText.rules)

extension CopyGateway {
  /// Keeps a board fresh while one of these scenes is observed.
  ///
  /// - Parameter topic: returns the topic of a scene.
  @LoopActor
  func followBoards<Model>(
    of scenes: SceneFamily<Model>, _ topic: @escaping @LoopActor (Model) -> Topic.ID
  ) {
    scenes.onObservedChange { look(at: .board(topic($0)), $1) }
  }

  /// Whether the board of a scene is out of date.
  ///
  /// - Parameter topic: returns the topic of a scene.
  func isDue<Model>(
    _ topic: @escaping @LoopActor (Model) -> Topic.ID
  ) -> @LoopActor (Model) -> Bool {
    { isDue(.board(topic($0))) }
  }
}

/// The reason for a decision as a parameter.
struct ReasonText: TextParameter {
  static let mostBytes = Limits.reasonBytes
  static let rules = "Why: " + commonRules(Limits.reasonCharacters.upperBound) + "."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// A position as a parameter.
struct PositionParameter: ParameterValue {
  static let typeName = "\"yes\", \"no\", \"abstain\" or the id of an option"
  static let jsonSchema = JSONSchema.string

  let name: ChoiceName

  init(_ name: ChoiceName) {
    self.name = name
  }

  init?(json: JSONText) {
    guard let text = json.string, Position.isName(text) else { return nil }
    name = ChoiceName(rawValue: text)
  }

  var json: JSONText { JSONText(name.rawValue) }
}

/// What is decided, as a parameter.
struct OutcomeParameter: ParameterValue {
  static let typeName = "\"yes\", \"no\" or the id of an option"
  static let jsonSchema = JSONSchema.string

  let choice: Choice

  init(_ choice: Choice) {
    self.choice = choice
  }

  init?(json: JSONText) {
    guard let choice = json.string.flatMap(Choice.init(rawValue:)) else { return nil }
    self.choice = choice
  }

  var json: JSONText { JSONText(choice.rawValue) }
}

/// Names of users and groups as a parameter.
struct NameList: ParameterValue {
  static let typeName = "an array of names"
  static let jsonSchema = JSONSchema.array(of: .string)

  let names: [String]

  init(_ names: [String]) {
    self.names = names
  }

  init?(json: JSONText) {
    guard let elements = json.elements else { return nil }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else { return nil }
    self.names = names
  }

  var json: JSONText { JSONText(elements: names.map { JSONText($0) }) }
}

/// A quorum as a parameter: a number, or a text such as `3` or `60%`.
struct QuorumParameter: ParameterValue {
  static let typeName = "a number of people, or a share such as \"60%\""
  static let jsonSchema = JSONSchema.any(of: .string, .integer)

  let quorum: Quorum

  init(_ quorum: Quorum) {
    self.quorum = quorum
  }

  init?(json: JSONText) {
    guard let quorum = (json.string ?? json.integer.map(String.init)).flatMap({ Quorum($0) }) else {
      return nil
    }
    self.quorum = quorum
  }

  var json: JSONText { JSONText(quorum.text) }
}
