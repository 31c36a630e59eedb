internal import ArgumentParser
internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

struct PostsCommand: ResultCommand {
  static let configuration = CommandConfiguration(
    commandName: "posts",
    abstract: "List the posts of a topic, or print one.",
    discussion: """
      Prints one line for each post, newest first: id, date, author and title, in \
      columns on a terminal and separated by tabs in a pipe, where the date is in RFC 3339 format. \
      With an id, or the beginning of \
      one, 'posts' prints that post: title, author and dates, a blank line, and the content. \
      All dates are UTC:
        procon-client posts --topic which-editor
        procon-client posts 018bcfe5-6800 --topic which-editor
      """)

  @Argument(help: "The id of the post to print. (default: a list)", completion: .posts)
  var id: String?

  @Option(help: ArgumentHelp("Maximum number of posts in the list, 1 to 50.", valueName: "n"))
  var limit = 50

  @Option(
    help: ArgumentHelp("Only posts older than the one with this id.", valueName: "id"),
    completion: .posts)
  var before: String?

  @OptionGroup var about: TopicOptions

  @OptionGroup var form: JSONFlag
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var common: CommonOptions

  @LoopActor
  func run(in context: CommandContext) async throws(Failure) {
    let connection = try await context.connect()
    let topic = try await context.topic(about, command: Self._commandName, over: connection).name
    if let text = id {
      let id = try await context.postID(
        text, of: topic, command: Self._commandName, over: connection)
      let result = try await context.call(
        "\(topic.path).posts.read", about: topic, [.id: id.json], over: connection)
      let post = try result.read(.post, as: PostText.self)
      if context.printsJSON, let json = result[AnswerKey.post] { return context.print(json) }
      return lines(of: post, isTerminal: context.output.isTerminal)
        .forEach(context.print(line:))
    }
    var before = before
    if let text = before {
      before = try await context.postID(
        text, of: topic, command: Self._commandName, over: connection)
    }
    let result = try await context.call(
      "\(topic.path).posts.page", about: topic, [.limit: limit.json, .before: before?.json],
      over: connection)
    let rows = try result.read(.items, as: [PostItem].self).map { post in
      let date = context.output.isTerminal ? post.dates : post.created ?? ""
      return [post.id, date, post.author, post.title].map(\.visibleName)
    }
    context.print(table: rows, json: result[AnswerKey.items])
  }

  /// - Parameter isTerminal: whether the lines are for a terminal, which they must not control.
  private func lines(of post: PostText, isTerminal: Bool) -> [String] {
    let content = post.content.split(omittingEmptySubsequences: false) { $0 == "\n" }
    return [
      post.title.visibleName,
      [post.author, post.dates].filter { !$0.isEmpty }.joined(separator: ", ").visibleName, "",
    ]
      + content.map(String.init).map { line in
        isTerminal ? line.replacing("\t", with: "    ").printable : line
      }
  }
}
