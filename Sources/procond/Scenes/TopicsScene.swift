internal import Application
internal import BoardValues
internal import BoxServer
internal import BoxWire
internal import Boxes
internal import Domain
internal import FilePlatform
internal import UVLoop

/// The list of topics: the boxes `<root>.isErrorFree` and `<root>.isFetching`, and the intents that
/// concern whole topics.
///
/// - Parameters:
///   - copies: the store if it shows copies of a service's content.
///   - keepsTrash: whether what is removed can be restored.
///   - source: what clients may copy to it.
@LoopActor
func topicsScene(
  _ root: String, _ viewModel: TopicsViewModel, users: UserNames, _ copies: (any CopyGateway)?,
  keepsTrash: Bool, source: CopySource, _ acts: Acts
) -> Scene {
  let scene = Scene(root)
  scene.publish(
    viewModel.isErrorFree, as: "isErrorFree", description: "Whether the store works.")
  scene.publish(
    viewModel.isFetching, as: "isFetching", description: "Whether the store is being read.")
  if copies != nil {
    scene.publish(viewModel.freshness, as: "freshness", description: freshnessDescription)
  }
  scene.intent(
    "fetch", summary: "Reads the list of topics again.", errors: [.failed, .unavailable]
  ) { _ in
    copies?.expire(.topics)
    return try await answering { () async throws(TopicError) in
      try await viewModel.fetch()
      return []
    }
  }
  scene.intent(
    "create", summary: "Creates a topic without arguments.",
    answers: [
      MemberDescription(.id, .string, "Its id: a segment of paths.")
    ],
    errors: [.failed, .limit, .unavailable],
    Parameter<TopicTitle>(
      .title, example: TopicTitle("Which editor?"), description: TopicTitle.rules),
    Parameter<TopicID?>(
      .id,
      description:
        "\(TopicID.rules) Refused if it is in use. Left out, it is derived from the title.")
  ) { caller, title, id in
    let author = await users.name(of: caller)
    return try await answering { () async throws(TopicError) in
      let id = try await viewModel.create(title: title.text, id: id?.text, author: author)
      acts.log(author, "created", id, "titled", title.text)
      return answer(.id, JSONText(id))
    }
  }
  scene.intent(
    "rename", summary: "Changes the title of a topic; its id stays.",
    errors: [.failed, .notFound, .conflict, .unavailable],
    Parameter<String>(.id, example: "ai"),
    Parameter<TopicTitle>(
      .title, example: TopicTitle("Which editor?"), description: TopicTitle.rules),
    Parameter<String?>(
      .ifTitle, description: "Only if this is still the title; otherwise nothing changes.")
  ) { caller, id, title, seen in
    let author = await users.name(of: caller)
    return try await answering { () async throws(TopicError) in
      let old = viewModel.topic(id)?.summary.value.title
      try await viewModel.rename(id, to: title.text, ifTitle: seen, author: author)
      let new = viewModel.topic(id)?.summary.value.title
      if new != old { acts.log(author, "renamed", id, "to", new) }
      return []
    }
  }
  scene.intent(
    "remove", summary: "Removes a topic with its arguments and posts\(fate(keepsTrash)).",
    confirm: "Are you sure you want to delete this topic with all that belongs to it?",
    answers: [MemberDescription.trash(keepsTrash)].compactMap(\.self),
    errors: [.failed, .notFound, .unavailable],
    Parameter<String>(.id, example: "ai")
  ) { caller, id in
    let author = await users.name(of: caller)
    let title = viewModel.topic(id)?.summary.value.title
    return try await answering { () async throws(TopicError) in
      let trash = try await viewModel.remove(id, author: author)
      acts.log(author, "removed", id, "titled", title)
      return keepsTrash ? answer(.trash, JSONText(trash)) : []
    }
  }
  scene.intent(
    "export", summary: "Returns a topic with everything except its history.",
    answers: [
      MemberDescription(.topic, TopicDocument.jsonSchema, isRequired: false, "As JSON."),
      MemberDescription(
        .markdown, .string, isRequired: false, "As Markdown, in the form of a file in a store."),
      MemberDescription(
        .madr, .string, isRequired: false, "As a Markdown Architectural Decision Record."),
      MemberDescription(
        .leftOut, .array(of: .string), isRequired: false,
        "What a decision record cannot hold, such as '3 positions'."),
    ],
    errors: [.failed, .notFound, .limit, .unavailable], Parameter<String>(.id, example: "ai"),
    Parameter<ExportFormat>(.format, default: .json, description: "The form of the answer.")
  ) { caller, id, format in
    let positions = Path("\(root).\(id).positions.items")
    let showsPeople = positions.map { caller.may(.read, at: $0) } ?? false
    return try await answering { () async throws(TopicError) in
      let content = try await viewModel.export(id)
      return showsPeople ? content : content.withoutPeople
    } as: { content in
      // Not on the loop, since it may take long.
      let exported = await BlockingWork.run {
        Result { () throws -> (text: JSONText, leftOut: [String]) in
          switch format {
          case .json: return (try JSONText(encoding: TopicDocument(content)), [])
          case .markdown: return (JSONText(Markdown.text(of: content)), [])
          case .madr:
            let record = MADR.text(of: content)
            return (JSONText(record.text), record.leftOut)
          }
        }
      }
      let (text, leftOut) = try exported.get()
      guard text.bytes.count <= ProtocolLimits.answer else {
        throw RequestError.limit(
          "answer", "the topic has more than \(ProtocolLimits.answer >> 20) MiB in this form")
      }
      switch format {
      case .json: return answer(.topic, text)
      case .markdown: return answer(.markdown, text)
      case .madr: return answer(.madr, text) + answer(.leftOut, JSONText(sentences: leftOut))
      }
    }
  }
  scene.intent(
    "import", summary: "Creates topics as they were exported: all of them, or none.",
    answers: [
      MemberDescription(
        .ids, .array(of: .string),
        "The ids of the new topics. Ids in use are changed; no topic is replaced."),
      MemberDescription(
        .notes, .array(of: .string), isRequired: false,
        "What was left out of a decision record, or converted, in sentences."),
    ],
    errors: [.failed, .limit, .unavailable],
    Parameter<JSONText?>(
      .topics, example: [["title": "Which editor?", "pros": [["text": "Known"]]]],
      description: "An array of topics; only titles, texts and contents are required."),
    Parameter<String?>(
      .markdown,
      description:
        "Instead of topics: topics that begin with their titles as headings, or one decision record "
        + "in the form of MADR."
    )
  ) { caller, topics, markdown in
    let author = await users.name(of: caller)
    // Not on the loop, since it may take long.
    let (drafts, notes) = try await BlockingWork.run {
      Result { () throws(RequestError) in try TopicDraft.all(in: topics, markdown) }
    }.get()
    do throws(ImportError) {
      let ids = try await viewModel.importTopics(drafts, author: author)
      for id in ids { acts.log(author, "imported", id) }
      let members = answer(.ids, JSONText(elements: ids.map { JSONText($0) }))
      return notes.isEmpty ? members : members + answer(.notes, JSONText(sentences: notes))
    } catch {
      throw error.requestError(about: markdown == nil ? .topics : .markdown)
    }
  }
  scene.intent(
    "copy", summary: "Creates a copy of a topic of any store, with everything except its history.",
    answers: [
      MemberDescription(.id, .string, "The id of the copy: the same if that is not in use.")
    ],
    errors: [.failed, .notFound, .notAllowed, .limit, .unavailable],
    Parameter<String>(.from, example: "topics.ai", description: "The topic's path.")
  ) { caller, path in
    let content = try await source.content(at: path, for: caller)
    let author = await users.name(of: caller)
    do throws(ImportError) {
      let ids = try await viewModel.importTopics([TopicDraft(content)], author: author)
      acts.log(author, "copied", ids[0], "from", path)
      return answer(.id, JSONText(ids[0]))
    } catch {
      throw error.requestError(about: .from)
    }
  }
  scene.intent(
    "history",
    summary: "Lists the changes of a topic, or those of which topics there are and were.",
    answers: [
      MemberDescription(.items, .array(of: HistoryItem.jsonSchema), "Newest first.")
    ],
    errors: [.failed, .notFound, .unavailable],
    Parameter<String?>(
      .id, example: "ai",
      description:
        "Left out, the changes of the existence, the titles and the decisions of all topics."),
    Parameter<Int?>(
      .before, in: 1...Int(Int32.max), example: 100,
      description: "Only items older than the one with this id."),
    Parameter<Int>(
      .limit, default: 50, in: 1...Limits.historyEntries, description: "Maximum number of items.")
  ) { caller, id, before, limit in
    try await answering { () async throws(BoardError) in
      if let id {
        return try await viewModel.history(of: id, before: before, limit: limit) { entry in
          caller.mayRead(entry, under: root)
        }
      }
      return try await viewModel.history(before: before, limit: limit) { topic in
        Path("\(root).\(topic).summary").map { caller.may(.read, at: $0) } ?? false
      }
    } as: { items in
      try answer(.items, JSONText(encoding: items))
    }
  }
  scene.intent(
    "feed", summary: "Lists what has happened in all topics, those that are gone included.",
    answers: [
      MemberDescription(.items, .array(of: HistoryItem.jsonSchema), "Newest first.")
    ],
    errors: [.failed, .unavailable],
    Parameter<Int?>(
      .before, in: 1...Int(Int32.max), example: 100,
      description: "Only items older than the one with this id."),
    Parameter<Int>(
      .limit, default: 50, in: 1...Limits.historyEntries, description: "Maximum number of items.")
  ) { caller, before, limit in
    try await answering { () async throws(BoardError) in
      try await viewModel.feed(before: before, limit: limit) { entry in
        caller.mayRead(entry, under: root)
      }
    } as: { items in
      try answer(.items, JSONText(encoding: items))
    }
  }
  scene.intent(
    "undo", summary: "Undoes the caller's last change to a topic.",
    answers: [MemberDescription(.undone, HistoryItem.jsonSchema, "The change that was undone.")],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<String>(.id, example: "ai"),
    Parameter<Int?>(
      .change, in: 1...Int(Int32.max),
      description: "In place of the last change, the one with this id in the topic's history.")
  ) { caller, id, change in
    let author = await users.name(of: caller)
    return try await answering { () async throws(UndoError) in
      let undone = try await viewModel.undo(id, only: change, author: author)
      if undone.action == .renamed {
        acts.log(author, "undid a change of", id, "which", undone.text)
      }
      return undone
    } as: { item in
      try answer(.undone, JSONText(encoding: item))
    }
  }
  scene.intent(
    "redo", summary: "Does again what the caller has undone last in a topic.",
    answers: [
      MemberDescription(.redone, HistoryItem.jsonSchema, "The change that was done again.")
    ],
    errors: [.failed, .notFound, .limit, .unavailable],
    Parameter<String>(.id, example: "ai")
  ) { caller, id in
    let author = await users.name(of: caller)
    return try await answering { () async throws(UndoError) in
      let redone = try await viewModel.redo(id, author: author)
      if redone.action == .renamed {
        acts.log(author, "did again a change of", id, "which", redone.text)
      }
      return redone
    } as: { item in
      try answer(.redone, JSONText(encoding: item))
    }
  }
  return scene
}

extension Caller {
  /// Whether it may read what a change is about, where that is or was.
  fileprivate func mayRead(_ entry: HistoryEntry, under root: String) -> Bool {
    entry.record.event.boxes.allSatisfy { box in
      Path("\(root).\(entry.topic).\(box)").map { may(.read, at: $0) } ?? false
    }
  }
}

/// What happens to what is removed, for the summary of an intent that removes something.
///
/// - Parameter keepsTrash: whether it can be restored.
private func fate(_ keepsTrash: Bool) -> String {
  keepsTrash
    ? "; they can be restored from the trash" : "; they cannot be restored: there is no trash"
}

extension MemberDescription {
  /// The answer of an intent that removes something; nil if that cannot be restored.
  static func trash(_ keepsTrash: Bool) -> MemberDescription? {
    keepsTrash ? MemberDescription(.trash, .string, "Its id in the trash.") : nil
  }
}

/// The title of a topic as a parameter.
struct TopicTitle: TextParameter {
  static let mostBytes = Limits.titleBytes
  static let rules = commonRules(Limits.titleCharacters.upperBound) + hiddenRule

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// The id of a new topic as a parameter.
struct TopicID: TextParameter {
  static let mostBytes = 64
  static let rules = "1 to \(mostBytes) ASCII letters, digits, hyphens and underscores."

  let text: String

  init(_ text: String) {
    self.text = text
  }
}

extension JSONText {
  fileprivate init(sentences: [String]) {
    self.init(elements: sentences.map { JSONText($0) })
  }
}

/// The format of an exported topic, as a parameter.
enum ExportFormat: String, CaseIterable, ParameterValue {
  case json
  case markdown
  case madr

  static var typeName: String { "\"json\", \"markdown\" or \"madr\"" }
  static let jsonSchema = JSONSchema.string(oneOf: allCases.map(\.rawValue))

  init?(json: JSONText) {
    guard let format = json.string.flatMap(Self.init(rawValue:)) else { return nil }
    self = format
  }

  var json: JSONText { JSONText(rawValue) }
}

/// The topics of all mounts, from which clients copy.
@LoopActor
struct CopySource {
  /// Returns the topics under a root; nil if nothing is mounted there.
  let topics: @LoopActor (_ root: String) -> TopicsViewModel?

  /// Returns a topic with everything that is copied.
  ///
  /// - Parameter text: the path of the topic, such as `news.cats`.
  /// - Throws: `RequestError`: -32602 for a text that cannot be such a path, -32003 if the caller may
  ///   not read all of it, decided by the text alone, -32001, or that of a failure to read it.
  func content(at text: String, for caller: Caller) async throws(RequestError) -> TopicContent {
    guard let path = Path(text), path.segments.count == 2 else {
      throw .invalid(member: .from, "from must be the path of a topic, such as topics.ai")
    }
    try caller.checkReading(Self.copied, under: path.text)
    guard let topics = topics(String(path.segments[0])) else {
      throw RequestError(.notFound, "there is no topic \(path.text.excerpt)")
    }
    do throws(TopicError) {
      return try await topics.export(String(path.segments[1]))
    } catch {
      throw error.requestError
    }
  }

  /// The boxes under a topic that show what is copied.
  static let copied =
    ["summary", "decision", "positions.items", "objections.items", "todos.items", "posts.items"]
    + ["options.items", "pros.items", "cons.items", "options.*.pros.items", "options.*.cons.items"]
}

/// The topics in a few figures: `<root>.<topic>.summary`, available for all topics at once, so that
/// a list of topics is one pattern.
///
/// - Parameter freshness: how old the figures are; nil unless they are copies.
@LoopActor
func summaryScenes(
  _ root: String, freshness: Output<FreshnessItem>?,
  _ viewModel: @escaping @LoopActor (_ topic: String) -> TopicViewModel
) -> SceneFamily<TopicViewModel> {
  let scenes = SceneFamily("\(root).*", .always, make: viewModel)
  scenes.publish("summary", description: "The topic in a few figures.") { $0.summary }
  if let freshness {
    scenes.publish("freshness", description: freshnessDescription) { _ in freshness }
  }
  return scenes
}
