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
  private var posts: [Board.Post] = []
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0

  private static let linesOfPost = 3

  init(at place: String) {
    self.place = place
  }

  private var selected: Board.Post? {
    posts.indices.contains(list.selected) ? posts[list.selected] : nil
  }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    let id = selected?.id
    posts = (scene["\(place).posts.items"]?.elements ?? []).compactMap { Board.Post($0) }
    list.select(posts.firstIndex { $0.id == id } ?? list.selected, of: posts.count)
    findNews(occasion)
  }

  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered { comparison.forget() }
    let difference = comparison.difference(to: posts.map { (Self.name($0.id), $0) })
    news?.add(difference, in: TopicPath(text: place)) { _ in "" }
  }

  /// As the daemon's history names a post.
  private static func name(_ id: String) -> String { "posts.\(id)" }

  func answered(_ call: Call, _ answer: JSONText) {
    if let id = call.parameters["id"]?.string { comparison.ignore(Self.name(id)) }
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
    let page = rows.count / Self.linesOfPost + 1
    if list.move(command, of: posts.count, page: page) { return nil }
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

  func click(row: Int, column: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + (row - rows.lowerBound) / Self.linesOfPost, of: posts.count)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    list.select(list.selected + rows, of: posts.count)
  }
}
