internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import OperatingSystem
internal import TerminalClient
internal import UVLoop

extension CompletionKind {
  /// The daemon's current boxes, segment by segment.
  static let boxes = live { await $0.candidates(among: \.boxes) }

  /// The current boxes that clients may set, segment by segment.
  static let sharedBoxes = live { word in
    let completion = SegmentCompletion(of: word.text)
    let all = Pattern("shared.**").map { [$0] } ?? []
    // Clusters have other roots, each of which people know by name.
    let names = await LiveNames(for: word, word.text.contains(".") ? completion.patterns : all)
    return completion.candidates(among: names.boxesOfClients)
  }

  /// The daemon's current topics.
  static let topics = noted { await $0.topicCandidates() }

  /// The ids of the posts of the topic that `--topic` names.
  static let posts = noted { await $0.posts() }

  /// The ids of what an earlier word names: the arguments of a side, posts, or topics.
  static let names = noted { word in
    switch word.last(of: ["pro", "con", "post", "topic"]) {
    case "post": await word.posts()
    case "topic": await word.topicCandidates()
    case let side?: await word.arguments(side)
    case nil: []
    }
  }

  /// The titles of the options of the topic that `--topic` names, or that an earlier word is.
  static let options = noted { await $0.optionNames() }

  /// What somebody can be for, on the topic that an earlier word is.
  static let positions = noted { await $0.choices(and: ["abstain", "withdraw"]) }

  /// What can be decided, on the topic that an earlier word is.
  static let outcomes = noted { await $0.choices(and: ["drop"]) }

  /// The ids of the todos of the topic that an earlier word is.
  static let todos = noted { word in
    await word.items(of: TodoItem.self, in: "todos").map { Candidate(text: $0.id, note: $0.text) }
  }

  /// The people who have written or decided something on the topic that an earlier word is.
  static let people = live { await $0.people() }

  /// The ids of what is in the trash of the store that `--root` names, and of the topics there.
  static let trash = noted { word in
    let root = word.value(of: "--root").flatMap(RootName.init(argument:)) ?? .standard
    let answer = await LiveNames.ask(
      TrashItem.intent("list", under: root), Parameters([.limit: TrashItem.page.json]), for: word)
    let items = (try? answer?.decoded(AnswerKey.items, as: [TrashItem].self)) ?? []
    // The one that was removed last comes first.
    let titles = Dictionary(
      items.flatMap { item in
        (item.isPost ? [item.id] : [item.id, item.topic]).map { ($0, item.title) }
      }
    ) { first, _ in first }
    return titles.sorted { $0.key < $1.key }.map { Candidate(text: $0.key, note: $0.value) }
  }

  /// The daemon's current intents and methods, segment by segment.
  static let intents = live { await $0.candidates(among: \.methods) }

  /// The daemon's current intents, methods and boxes, segment by segment.
  static let described = live { await $0.candidates(among: \.all) }

  /// The parameters of the intent before the word: `name=`, then the values that its schema lists.
  static let parameters = live { word in
    guard let path = word.intentBefore, let pattern = Pattern(path.text) else { return [] }
    let parameters = await LiveNames(for: word, [pattern]).parameters(of: path)
    return ParameterCompletion(of: word).candidates(among: parameters)
  }

  private static func live(
    _ texts: @escaping @Sendable @LoopActor (CompletedWord) async -> [String]
  ) -> CompletionKind {
    noted { word in await texts(word).map { Candidate(text: $0) } }
  }

  /// - Parameter candidates: those that do not begin like the word are left out.
  private static func noted(
    _ candidates: @escaping @Sendable @LoopActor (CompletedWord) async -> [Candidate]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let word = CompletedWord(words, at: index, prefix: prefix)
      let found = await candidates(word)
      return found.filter { $0.text.isHarmless && $0.text.hasPrefix(word.text) }.map(\.line)
    }
  }
}

extension CompletedWord {
  /// The paths of the daemon that complete this word, segment by segment.
  ///
  /// - Parameter paths: selects some of the names that start with the word.
  @LoopActor
  func candidates(among paths: (LiveNames) -> DescribedPaths) async -> [String] {
    let completion = SegmentCompletion(of: text)
    return completion.candidates(among: paths(await LiveNames(for: self, completion.patterns)))
  }
}

extension CompletedWord {
  /// The ids of the newest posts of the topic.
  @LoopActor
  fileprivate func posts() async -> [Candidate] {
    await items(of: PostItem.self, in: "posts").map { Candidate(text: $0.id, note: $0.title) }
  }

  /// The ids of the arguments of a side.
  @LoopActor
  fileprivate func arguments(_ side: String) async -> [Candidate] {
    guard let side = SideName(rawValue: side) else { return [] }
    return await items(of: ArgumentItem.self, in: side.plural)
      .map { Candidate(text: $0.id, note: $0.text) }
  }

  /// The names of the topics, in order; with `--root`, their ids.
  @LoopActor
  fileprivate func topicCandidates() async -> [Candidate] {
    await topics().map { topic in
      Candidate(text: root == nil ? topic.name.text : topic.name.id, note: topic.title ?? "")
    }.sorted { $0.text < $1.text }
  }

  /// The text that names the topic on the command line: the value of `--topic`, or else the first word after
  /// the command.
  private var topicText: TopicArgument? {
    (value(of: "--topic") ?? commandArgument).flatMap(TopicArgument.init(argument:))
  }

  private var root: RootName? { value(of: "--root").flatMap(RootName.init(argument:)) }

  /// The topic that the command line is about; nil if that is not clear: the one that it names, or else
  /// the one that commands are about without a name.
  @LoopActor
  private func topic() async -> TopicName? {
    let topics = await topics()
    func named(_ argument: TopicArgument?) -> TopicName? {
      switch argument.map({ topics.named($0, under: root) }) {
      case .one(let topic), .beginning(let topic): topic.name
      case .several, .none?, nil: nil
      }
    }
    let typed = named(topicText)
    if typed != nil || value(of: "--topic") != nil { return typed }
    if let text = Environment["PROCON_TOPIC"] { return named(TopicArgument(argument: text)) }
    let chosen = place.flatMap { CurrentTopic.read(at: $0) }
    return chosen ?? (topics.count == 1 ? topics.first?.name : nil)
  }

  /// The topics of the store that `--root` names, or of all stores.
  @LoopActor
  fileprivate func topics() async -> [KnownTopic] {
    let get = Get(patterns: [TopicName.summaries])
    return KnownTopic.all(in: await LiveNames.ask(Get.method, get.parameters, for: self))
      .filter { topic in root.map { topic.name.root == $0.description } ?? true }
  }

  /// The elements of a box of the topic.
  @LoopActor
  fileprivate func items<Item: Decodable>(
    of type: Item.Type, in part: String
  ) async -> [Item] {
    // Most often, it is named by its id.
    if let name = topicText?.name(under: root),
      let items = await items(of: type, in: part, of: name)
    {
      return items
    }
    guard let topic = await topic() else { return [] }
    return await items(of: type, in: part, of: topic) ?? []
  }

  /// - Returns: nil if there is no such box, or no answer.
  @LoopActor
  private func items<Item: Decodable>(
    of type: Item.Type, in part: String, of topic: TopicName
  ) async -> [Item]? {
    guard let pattern = Pattern("\(topic.path).\(part).items") else { return nil }
    let boxes = await LiveNames.ask(
      Get.method, Get(patterns: [pattern]).parameters, for: self)?["boxes"]
    return try? boxes?.members?.first?.value.decoded(as: [Item].self)
  }

  /// The options by title, or by id if their title cannot be completed.
  @LoopActor
  fileprivate func optionNames() async -> [Candidate] {
    await items(of: OptionItem.self, in: "options").map {
      $0.title.isCandidate ? Candidate(text: $0.title) : Candidate(text: $0.id, note: $0.title)
    }
  }

  /// The options, or yes and no, and these words.
  @LoopActor
  fileprivate func choices(and words: [String]) async -> [Candidate] {
    let options = await optionNames()
    let answers = (options.isEmpty ? ["yes", "no"] : []) + words
    return options + answers.map { Candidate(text: $0) }
  }

  /// Who has taken a position, and the users of the system.
  @LoopActor
  fileprivate func people() async -> [String] {
    let positions = await items(of: PositionItem.self, in: "positions").map(\.person)
    return Set(positions + GroupMembers.people).filter { $0.hasPrefix(text) }.sorted()
  }
}
