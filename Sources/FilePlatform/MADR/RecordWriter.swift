internal import Domain

/// Writes the record of a topic.
struct RecordWriter {
  let content: TopicContent
  private var board: Board { content.board }
  private var decision: Decision? { content.board.topic.decision }

  init(_ content: TopicContent) {
    self.content = content
  }

  var text: String {
    let heading = "# \(RecordMarkup.escaped(board.topic.title))"
    let blocks =
      [frontMatter, heading] + context + considered + outcome + comparison
      + section(.information, level: 2)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private var frontMatter: String {
    var lines = ["---", RecordFields.line("status", [status])]
    if let date = decision.map(\.date) ?? board.topic.updated.known {
      lines.append("date: \(date.rfc3339.prefix(10))")
    }
    if let decision { lines.append(RecordFields.line("decision-makers", [decision.author])) }
    return (lines + ["---"]).joined(separator: "\n")
  }

  private var status: String {
    guard let decision else { return "proposed" }
    if let successor = decision.successor { return "superseded by \(successor)" }
    return decision.outcome == nil ? "rejected" : "accepted"
  }

  private var context: [String] {
    let text = section(.context, level: 2)
    let heading = "## Context and Problem Statement"
    return (text.isEmpty ? [heading, RecordMarkup.escaped(board.topic.title)] : text)
      + section(.drivers, level: 2)
  }

  private var considered: [String] {
    let titles = isQuestion ? ["Yes", "No"] : board.options.elements.map(\.option.title)
    let items = titles.map { "* \(RecordMarkup.escaped($0))" }
    return ["## Considered Options", items.joined(separator: "\n")]
  }

  /// Whether the answer to the topic is yes or no.
  var isQuestion: Bool { board.options.elements.isEmpty }

  private var outcome: [String] {
    let heading = "## Decision Outcome"
    let more = section(.consequences, level: 3) + section(.confirmation, level: 3)
    guard let decision else { return [heading, RecordOutcome.open] + more }
    let reason = RecordMarkup.escaped(decision.reason, isStart: false)
    guard let chosen else {
      return [heading, "\(RecordOutcome.dropped), because \(reason)"] + more
    }
    let title = RecordMarkup.escaped(chosen, isStart: false, isQuoted: true)
    return [heading, "Chosen option: \"\(title)\", because \(reason)"] + more
  }

  /// The title of the option that was chosen; nil if there is none.
  private var chosen: String? {
    switch decision?.outcome {
    case .yes: "Yes"
    case .no: "No"
    case .option(let id): board.options[id]?.option.title ?? decision?.words ?? id
    case nil: nil
    }
  }

  private var comparison: [String] {
    let parts =
      isQuestion
      ? part("Yes", nil, board.pros, board.cons)
      : board.options.elements.flatMap { part($0.option.title, $0.option.text, $0.pros, $0.cons) }
    let isEmpty =
      isQuestion
      ? parts.count == 1 : board.options.elements.allSatisfy { $0.isEmpty && $0.option.text == nil }
    return isEmpty ? [] : ["## Pros and Cons of the Options"] + parts
  }

  private func part(
    _ title: String, _ text: String?, _ pros: ArgumentList, _ cons: ArgumentList
  ) -> [String] {
    let items = [("Good", pros), ("Bad", cons)].flatMap { word, list in
      list.arguments.map { argument in
        "* \(word), because \(RecordMarkup.escaped(argument.text, isStart: false))"
      }
    }
    let parts =
      ["### \(RecordMarkup.escaped(title))"] + (text.map { [RecordMarkup.escaped($0)] } ?? [])
    return items.isEmpty ? parts : parts + [items.joined(separator: "\n")]
  }

  // MARK: Posts

  /// Returns a section of free text, whose text is a post; empty without such a post.
  private func section(_ name: RecordSection.Name, level: Int) -> [String] {
    guard let post = sectionPosts[name] else { return [] }
    return ["\(level == 2 ? "##" : "###") \(post.title)", post.content]
  }

  /// The posts that the record has as sections.
  var sectionPosts: [RecordSection.Name: Post] {
    var posts: [RecordSection.Name: Post] = [:]
    for (title, name) in RecordSection.free {
      guard let post = content.posts.first(where: { $0.title == title }),
        RecordSection.canHold(post.content),
        name != .consequences || hasChosenArguments,
        name != .context || !RecordSection.isTitle(post.content, board.topic.title)
      else { continue }
      posts[name] = post
    }
    return posts
  }

  /// Whether consequences are read as they are, and not as arguments for what was chosen.
  private var hasChosenArguments: Bool {
    switch decision?.outcome {
    case .yes, .no: isQuestion && !(board.pros.arguments + board.cons.arguments).isEmpty
    case .option(let id): board.options[id].map { !$0.isEmpty } ?? false
    case nil: true
    }
  }
}

// What a record cannot hold.

extension RecordWriter {
  /// In noun phrases, such as `3 positions`.
  var leftOut: [String] {
    let arguments = content.board.lists.flatMap(\.arguments)
    let parts = [
      count(arguments.count { $0.weight != Limits.defaultWeight }, "weight"),
      count(arguments.reduce(0) { $0 + $1.supporters.count }, "supporter"),
      count(arguments.reduce(0) { $0 + $1.comments.count }, "comment"),
      count(content.board.positions.count, "position"),
      count(content.board.objections.elements.count, "objection"),
      count(content.board.todos.elements.count, "todo"),
      count(content.posts.count - sectionPosts.count, "post"),
    ]
    return parts.compactMap(\.self) + ownArguments + ofOptions + ofDecision
      + ["who wrote what, and when"]
  }

  private func count(_ number: Int, _ noun: String) -> String? {
    number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The arguments about a topic with options that are about none of these.
  private var ownArguments: [String] {
    guard !isQuestion else { return [] }
    return Side.allCases.compactMap { side in
      count(content.board[side].arguments.count, side.rawValue).map { "\($0) of the topic itself" }
    }
  }

  private var ofOptions: [String] {
    let titles = content.board.options.elements.map(\.option.title)
    return RecordTitle.areAnswers(titles)
      ? ["that Yes and No are options, which have pros and cons of their own"] : []
  }

  private var ofDecision: [String] {
    let topic = content.board.topic
    var parts: [String] = []
    if topic.rule != nil { parts.append("the rule for the decision") }
    if topic.round > 1 { parts.append("that it is round \(topic.round)") }
    guard let decision = topic.decision else { return parts }
    switch decision.authority {
    case .person: break
    case .override: parts.append("that the rule did not allow the decision")
    case .rule: parts.append("that the rule decided")
    }
    if content.board.isChangedSinceDecision == true {
      parts.append("that the topic was changed after the decision")
    }
    if let outcome = decision.outcome {
      let title = content.board.title(of: outcome)
      if title == nil || !content.board.choices.contains(outcome) {
        parts.append("that the chosen option is not one of the topic's")
      } else if let old = decision.title, old != title {
        parts.append("that the chosen option was called \"\(old)\"")
      }
    }
    return parts
  }
}
