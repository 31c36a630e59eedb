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
    let isUnderShared = word.text.hasPrefix("shared.")
    let names = await LiveNames(for: word, isUnderShared ? completion.patterns : all)
    return completion.candidates(among: names.boxes)
  }

  /// The daemon's current topics.
  static let topics = live { word in
    await LiveNames(for: word, [TopicName.summaries]).topics(startingWith: word.text)
  }

  /// The ids of the posts of the topic that `--topic` names.
  static let posts = live { await $0.posts() }

  /// The ids of what an earlier word names: the arguments of a side, posts, or topics.
  static let names = live { word in
    switch word.last(of: ["pro", "con", "post", "topic"]) {
    case "post": await word.posts()
    case "topic": await LiveNames(for: word, [TopicName.summaries]).topics(startingWith: word.text)
    case let side?: await word.arguments(side)
    case nil: []
    }
  }

  /// The titles of the options of the topic that `--topic` names, or that an earlier word is.
  static let options = live { word in
    await word.optionNames().filter { $0.hasPrefix(word.text) }
  }

  /// What somebody can be for, on the topic that an earlier word is.
  static let positions = live { await $0.choices(and: ["abstain", "withdraw"]) }

  /// What can be decided, on the topic that an earlier word is.
  static let outcomes = live { await $0.choices(and: ["drop"]) }

  /// The ids of the todos of the topic that an earlier word is.
  static let todos = live { word in
    await word.items(of: TodoItem.self, in: "todos").map(\.id).filter { $0.hasPrefix(word.text) }
  }

  /// The people who have written or decided something on the topic that an earlier word is.
  static let people = live { await $0.people() }

  /// The ids of what is in the trash of the store that `--root` names, and of the topics there.
  static let trash = live { word in
    let root = word.value(of: "--root").flatMap(RootName.init(argument:)) ?? .standard
    let answer = await LiveNames.ask(
      TrashItem.intent("list", under: root), Parameters([.limit: TrashItem.page.json]), for: word)
    let items = (try? answer?.decoded(AnswerKey.items, as: [TrashItem].self)) ?? []
    let names = Set(items.flatMap { $0.isPost ? [$0.id] : [$0.id, $0.topic] })
    return names.filter { $0.hasPrefix(word.text) }.sorted()
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
    _ candidates: @escaping @Sendable @LoopActor (CompletedWord) async -> [String]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let found = await candidates(CompletedWord(words, at: index, prefix: prefix))
      return found.filter(\.isHarmless)
    }
  }
}

extension String {
  /// Whether no shell runs a part of it: bash expands candidates as it does words of a command, and
  /// other people choose them.
  fileprivate var isHarmless: Bool {
    unicodeScalars.allSatisfy {
      !"$`\\\"'<>{}~".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
    }
  }

  /// Whether it can be completed as it is: bash separates candidates at blanks.
  fileprivate var isCandidate: Bool {
    isHarmless && (CompletionShell.requesting != .bash || !contains(where: \.isWhitespace))
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

extension LiveNames {
  /// The names of the topics, in order.
  fileprivate func topics(startingWith beginning: String) -> [String] {
    boxes.inFull.compactMap { TopicName(summary: $0)?.text }.filter { $0.hasPrefix(beginning) }
      .sorted()
  }
}

extension CompletedWord {
  /// The ids of the newest posts of the topic.
  @LoopActor
  fileprivate func posts() async -> [String] { await ids(of: PostItem.self, in: "posts") }

  /// The ids of the arguments of a side.
  @LoopActor
  fileprivate func arguments(_ side: String) async -> [String] {
    guard let side = SideName(rawValue: side) else { return [] }
    return await ids(of: ArgumentItem.self, in: side.plural)
  }

  @LoopActor
  private func ids<Item: Identifiable & Decodable>(
    of type: Item.Type, in part: String
  ) async -> [String] where Item.ID == String {
    await items(of: type, in: part).map(\.id).filter { $0.hasPrefix(text) }
  }

  /// The topic that the command line is about; nil if that is not clear: the one that `--topic` names, or
  /// else the first word after the command, or else the one that commands are about without them.
  @LoopActor
  private func topic() async -> TopicName? {
    let root = value(of: "--root").flatMap(RootName.init(argument:))
    let topics = await topics()
    func named(_ text: String?) -> TopicName? {
      guard let argument = text.flatMap(TopicArgument.init(argument:)) else { return nil }
      switch topics.named(argument, under: root) {
      case .one(let topic), .beginning(let topic): return topic.name
      case .several, .none: return nil
      }
    }
    if let text = value(of: "--topic") { return named(text) }
    if let topic = named(commandArgument) { return topic }
    if let text = Environment["PROCON_TOPIC"] { return named(text) }
    let chosen = place.flatMap { CurrentTopic.read(at: $0) }
    return chosen ?? (topics.count == 1 ? topics.first?.name : nil)
  }

  /// The topics of the store that `--root` names, or of all stores.
  @LoopActor
  fileprivate func topics() async -> [KnownTopic] {
    let get = Get(patterns: [TopicName.summaries])
    let topics = KnownTopic.all(
      in: await LiveNames.ask(Get.method, get.parameters, for: self))
    guard let root = value(of: "--root") else { return topics }
    return topics.filter { $0.name.root == root }
  }

  @LoopActor
  fileprivate func items<Item: Decodable>(
    of type: Item.Type, in part: String
  ) async -> [Item] {
    guard let topic = await topic(),
      let pattern = Pattern("\(topic.path).\(part).items")
    else { return [] }
    let boxes = await LiveNames.ask(
      Get.method, Get(patterns: [pattern]).parameters, for: self)?["boxes"]
    return (try? boxes?.members?.first?.value.decoded(as: [Item].self)) ?? []
  }

  /// The options by title, or by id if their title cannot be completed.
  @LoopActor
  fileprivate func optionNames() async -> [String] {
    await items(of: OptionItem.self, in: "options").map { $0.title.isCandidate ? $0.title : $0.id }
  }

  /// The options, or yes and no, and these words.
  @LoopActor
  fileprivate func choices(and words: [String]) async -> [String] {
    let options = await optionNames()
    return ((options.isEmpty ? ["yes", "no"] : options) + words).filter { $0.hasPrefix(text) }
  }

  /// Who has taken a position, and the users of the system.
  @LoopActor
  fileprivate func people() async -> [String] {
    let positions = await items(of: PositionItem.self, in: "positions").map(\.person)
    return Set(positions + GroupMembers.people).filter { $0.hasPrefix(text) }.sorted()
  }
}
