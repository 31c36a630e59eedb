internal import BoxClient
internal import BoxWire
internal import TerminalClient
internal import UVLoop

/// The posts of a topic, three lines each.
@LoopActor
final class PostsView: SceneView {
  let bindings = KeyTable.posts
  var field: TextField?

  /// The path of the topic.
  private let place: String
  let news: News? = News()
  private var comparison = Comparison<Board.Post>()
  private var heading = SceneHeading()
  /// What the daemon shows by itself, and what that was read from.
  private var newest: [Board.Post] = []
  private var source: JSONText?
  private var older = OlderPosts()
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0

  private static let linesOfPost = 3

  init(at place: String) {
    self.place = place
  }

  private var posts: [Board.Post] { newest + older.posts }

  private var selected: Board.Post? {
    posts.indices.contains(list.selected) ? posts[list.selected] : nil
  }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    let items = scene["\(place).posts.items"]
    if items != source || occasion == .entered {
      keepSelection {
        newest = (items?.elements ?? []).compactMap { Board.Post($0) }
        older.remove(newest)
      }
      source = items
      if !older.posts.isEmpty { load([], atLeast: older.posts.count) }
    }
    findNews(occasion)
  }

  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered { comparison.forget() }
    let difference = comparison.difference(to: newest.map { (Self.name($0.id), $0) })
    news?.add(difference, in: TopicPath(text: place)) { _ in "" }
  }

  /// Runs a change of the list, after which the same post is selected.
  private func keepSelection(_ change: () -> Void) {
    let id = selected?.id
    change()
    list.select(posts.firstIndex { $0.id == id } ?? list.selected, of: posts.count)
  }

  /// Loads older posts, page by page.
  ///
  /// - Parameters:
  ///   - known: the first ones.
  ///   - command: about rows; it is carried out when they are there.
  private func load(_ known: [Board.Post], atLeast count: Int, then command: Command? = nil) {
    guard let last = known.last ?? newest.last else { return }
    let number = older.begin()
    let call = Call("\(place).posts.page", ["before": JSONText(last.id)])
    news?.inquire?(call) { [weak self] answer in
      guard let self, older.isCurrent(number) else { return }
      guard let elements = answer?["items"]?.elements else { return older.fail() }
      let known = known + elements.compactMap { Board.Post($0) }
      guard elements.isEmpty || known.count >= count else {
        return load(known, atLeast: count, then: command)
      }
      keepSelection { older.end(with: known, isComplete: elements.isEmpty) }
      if let command { _ = list.move(command, of: posts.count, page: pageLength) }
      news?.changed?()
    }
  }

  private var pageLength: Int { rows.count / Self.linesOfPost + 1 }

  /// - Returns: whether the command is about rows.
  private func move(_ command: Command) -> Bool {
    let before = list.selected
    guard list.move(command, of: posts.count, page: pageLength) else { return false }
    let isForward = [.down, .pageDown, .last].contains(command)
    let isAtEnd = list.selected == before || command == .last
    if isForward, isAtEnd, older.canContinue {
      let count = command == .last ? Int.max : older.posts.count + 1
      load(older.posts, atLeast: count, then: command)
    }
    return true
  }

  /// As the daemon's history names a post.
  private static func name(_ id: String) -> String { "posts.\(id)" }

  func answered(_ call: Call, _ answer: JSONText) {
    guard let id = call.parameters["id"]?.string else { return }
    comparison.ignore(Self.name(id))
    if older.posts.contains(where: { $0.id == id }) { load([], atLeast: older.posts.count) }
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = heading.draw(on: &canvas, rows: rows, count: posts.count)
    self.rows = row..<rows.upperBound
    list.reveal(of: posts.count, room: self.rows.count) { _ in Self.linesOfPost }
    for (index, post) in posts.enumerated().dropFirst(list.top) where row < rows.upperBound {
      let news = news?[Self.name(post.id)]
      let title = news == nil ? Style.bold : .news
      let byline = [post.byline, news?.sentence ?? ""].filter { !$0.isEmpty }
      let lines = [
        (post.title, index == list.selected ? title.selected : title),
        (byline.joined(separator: " · "), news == nil ? .dim : .news), (post.subtitle, .plain),
      ]
      for (text, style) in lines where row < rows.upperBound {
        canvas.fill(text, row: row, width: canvas.columns, style)
        row += 1
      }
    }
    if posts.isEmpty { canvas.put("There are no posts yet.", row: row, .dim) }
  }

  func perform(_ command: Command) -> Deed? {
    if move(command) { return nil }
    switch command {
    case .new: return .call(Call("session.toCreatePost", ["at": JSONText(place)]))
    case .open:
      return selected.map {
        .call(Call("session.toPost", ["at": JSONText(place), "id": JSONText($0.id)]))
      }
    case .delete:
      return selected.map {
        .ask(
          SceneIntent.deletion, .call(Call("\(place).posts.remove", ["id": JSONText($0.id)])))
      }
    default: return nil
    }
  }

  func suggestion(for parameter: String, of intent: Path) -> String? {
    parameter == "id" ? selected?.id : nil
  }

  func click(row: Int, column: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + (row - rows.lowerBound) / Self.linesOfPost, of: posts.count)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = move(rows > 0 ? .down : .up)
  }
}
