internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct PostCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "post",
    abstract: "Write a post in the discussion of a topic, or edit one.",
    discussion: """
      Without --title and --content, 'post' opens $VISUAL, $EDITOR or vi: the first line is the \
      title, the rest the content. If the post cannot be sent, the text is kept in a file, whose \
      path is reported. In a pipe, prints the result as one line of JSON:
        procon-client post
        procon-client post --title "Trial" --content "It is faster." --topic which-editor
        procon-client post --title "Minutes" --content - < minutes.md
        procon-client post --edit 018bcfe5-6800
      """)

  @Option(help: "The title, one line.")
  var title: String?

  @Option(
    help: ArgumentHelp(
      "The content, up to 64 KiB; - reads it from standard input.", valueName: "text"))
  var content: String?

  @Option(
    help: ArgumentHelp(
      "Edit the post with this id, or beginning of one, instead of writing one.", valueName: "id"),
    completion: .posts)
  var edit: String?

  @OptionGroup var about: TopicOptions

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  /// An editor reads it, too.
  var readsStandardInput: Bool { content == "-" || !isComplete }

  /// Whether the options are enough, so that no editor is needed.
  private var isComplete: Bool {
    edit == nil ? title != nil && content != nil : title != nil || content != nil
  }

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    guard isComplete else { return try await runEditor(in: context) }
    let content = try await givenContent()
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection).name
    let id = try await edited(of: topic, in: context, over: connection)
    try await send(
      [.id: id?.json, .title: title?.json, .content: content?.json], editing: id, of: topic,
      in: context, over: connection)
  }

  /// Returns the id of the post to edit; nil for a new one.
  @LoopActor
  private func edited(
    of topic: TopicName, in context: CommandContext, over connection: Connection
  ) async throws(Failure) -> String? {
    guard let edit else { return nil }
    return try await context.postID(
      edit, of: topic, command: Self._commandName, over: connection)
  }

  /// Writes or edits the post, and says so.
  @LoopActor
  private func send(
    _ members: KeyValuePairs<ParameterName, JSONText?>, editing id: String?, of topic: TopicName,
    in context: CommandContext, over connection: Connection
  ) async throws(Failure) {
    let result = try await context.call(
      path(id == nil ? "write" : "edit", of: topic), about: topic, members, over: connection)
    context.print(
      result, as: id.map { "Changed the post \($0)." } ?? "Wrote the post \(result.newID).")
  }

  private func path(_ intent: String, of topic: TopicName) -> String {
    "\(topic.path).posts.\(intent)"
  }

  private func givenContent() async throws(Failure) -> String? {
    guard content == "-" else { return content }
    let bytes = await BlockingWork.run { StandardInput.readAll(atMost: Self.longestInput) }
    guard let bytes else {
      throw .usage("the content on standard input is too long", command: Self._commandName)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("the content on standard input is not UTF-8", command: Self._commandName)
    }
    return text
  }

  /// In bytes: far more than a post may have. The daemon checks the actual limit.
  private static let longestInput = 1 << 20

  // MARK: With an editor

  @LoopActor
  private func runEditor(in context: CommandContext) async throws(Failure) {
    guard StandardInput.isTerminal, context.output.isTerminal else {
      throw .usage("without a terminal, this needs --title and --content", command: "post")
    }
    // Errors in the command line are reported before the user writes anything.
    let (topic, post) = try await known(in: context)
    let before = PostDraft(
      title: post?.title ?? title ?? "",
      content: try await givenContent() ?? post?.content ?? "")
    let editor = try await editor(of: before.text)
    do throws(Failure) {
      let draft = PostDraft(text: try await text(from: editor))
      guard draft != before, draft != PostDraft(text: "") else {
        await editor.remove()
        throw .nothingDone("nothing was written: the text is unchanged")
      }
      try await send(draft, insteadOf: post, of: topic, in: context)
    } catch {
      if case .nothingDone = error { throw error }
      if await editor.isChanged(from: before.text) {
        StandardError.report("the text is kept in \(editor.path)")
      } else {
        await editor.remove()
      }
      // The whole command must not run again, with another draft.
      if case .notSent(let disconnection) = error { throw .lost(disconnection) }
      throw error
    }
    await editor.remove()
  }

  @LoopActor
  private func editor(of text: String) async throws(Failure) -> Editor {
    do throws(EditorError) { return try await Editor(text) } catch { throw .editor(error) }
  }

  @LoopActor
  private func text(from editor: Editor) async throws(Failure) -> String {
    do throws(EditorError) {
      return try await editor.edit()
    } catch {
      if case .ended(let signal) = error { throw .signal(signal) }
      throw .editor(error)
    }
  }

  /// Returns the topic and the post to edit; nil for a new post, once it is known that the topic exists.
  @LoopActor
  private func known(
    in context: CommandContext
  ) async throws(Failure) -> (topic: TopicName, post: PostText?) {
    let connection = try await context.connect()
    defer { connection.close() }
    let topic = try await context.topic(about, command: Self._commandName, over: connection).name
    guard let id = try await edited(of: topic, in: context, over: connection) else {
      _ = try await context.call(
        path("page", of: topic), about: topic, [.limit: 1], over: connection)
      return (topic, nil)
    }
    let result = try await context.call(
      path("read", of: topic), about: topic, [.id: id.json], over: connection)
    return (topic, try result.read(.post))
  }

  @LoopActor
  private func send(
    _ draft: PostDraft, insteadOf post: PostText?, of topic: TopicName, in context: CommandContext
  ) async throws(Failure) {
    let connection = try await context.connect()
    try await send(
      [
        .id: post?.id.json, .title: draft.title.json, .content: draft.content.json,
        .ifUpdated: post?.updated?.json,
      ], editing: post?.id, of: topic, in: context, over: connection)
  }
}
