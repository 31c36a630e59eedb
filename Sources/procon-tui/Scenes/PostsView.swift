internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
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
  private var deletions = Deletions()
  private var comparison = Comparison<PostItem>()
  private var heading = SceneHeading()
  private var known = PostList()
  /// What the daemon shows by itself; nil for nothing.
  private var source: JSONText?
  /// What is wrong with that, or with older posts: sentences.
  private var faults: [String] = []
  /// The posts at the last comparison.
  private var seen: Set<String> = []
  private var isFetching = false
  private var isLoading = false
  /// A command about rows that waits for older posts.
  private var pending: Command?
  private var list = ListPosition()
  /// The rows of the list when it was drawn last.
  private var rows = 0..<0

  private static let linesOfPost = 3

  init(at place: String) {
    self.place = place
  }

  private var posts: [PostItem] { known.posts }

  private var selected: PostItem? {
    posts.indices.contains(list.selected) ? posts[list.selected] : nil
  }

  func show(_ scene: ShownScene, _ occasion: Occasion) {
    heading = SceneHeading(scene)
    let path = "\(place).posts.items"
    if scene[path] != source {
      source = scene[path]
      var boxes = BoxReader { scene[$0] }
      keepSelection { known.show(boxes.read(path) ?? []) }
      faults = boxes.faults
      update()
    } else if occasion == .entered {
      update(around: selected?.id)
    }
    heading.alerts += faults
    isFetching = scene["\(place).posts.isFetching"]?.boolean == true
    findNews(occasion)
  }

  private func findNews(_ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered { comparison.forget() }
    guard comparison.takes(isFetching: isFetching) else { return }
    // What follows the last post that was known is not new, but older.
    let end = posts.lastIndex { seen.contains($0.id) }.map { $0 + 1 } ?? posts.endIndex
    let difference = comparison.difference(to: state(posts[..<end]))
    _ = comparison.difference(to: state(posts[...]))
    seen = Set(posts.map(\.id))
    news?.add(difference, in: TopicLocation(text: place)) { _ in "" }
  }

  private func state(_ posts: ArraySlice<PostItem>) -> Comparison<PostItem>.State {
    posts.map { (Self.name($0.id), $0) }
  }

  /// Runs a change of the list, after which the same post is selected.
  private func keepSelection(_ change: () -> Void) {
    let id = selected?.id
    change()
    list.select(posts.firstIndex { $0.id == id } ?? list.selected, of: posts.count)
  }

  // MARK: Older posts

  /// Asks for the posts that follow another one.
  ///
  /// - Parameter done: receives nil if there is no answer.
  private func ask(after id: String, done: @escaping @LoopActor ([PostItem]?) -> Void) {
    let parameters = Parameters([.before: JSONText(id), .limit: JSONText(known.pageSize)])
    let path = "\(place).posts.page"
    news?.inquire?(Call(path, parameters)) { [weak self] answer in
      do throws(ValueFault) {
        done(try answer?.decoded(AnswerKey.items))
      } catch {
        self?.faults = ["\(path): \(error)"]
        done(nil)
      }
      self?.news?.changed?()
    }
  }

  /// Loads what follows the last post, and then carries out what waits for it.
  private func load() {
    guard !isLoading, let last = posts.last else { return }
    isLoading = true
    ask(after: last.id) { [weak self] page in
      guard let self else { return }
      isLoading = false
      guard let page else {
        pending = nil
        return
      }
      keepSelection { known.append(page, after: last.id) }
      guard let command = pending else { return }
      _ = list.move(command, of: posts.count, page: pageLength)
      if command == .last, !known.isComplete { load() } else { pending = nil }
    }
  }

  /// Compares some of the older posts with those of the daemon, which others may have changed.
  ///
  /// - Parameter id: of a post among them; nil for the first ones.
  private func update(around id: String? = nil) {
    guard let anchor = known.anchor(of: id) else { return }
    ask(after: anchor.id) { [weak self] page in
      guard let self, let page else { return }
      keepSelection { known.replace(page, after: anchor.id) }
    }
  }

  private var pageLength: Int { rows.count / Self.linesOfPost + 1 }

  /// - Returns: whether the command is about rows.
  private func move(_ command: Command) -> Bool {
    let before = list.selected
    guard list.move(command, of: posts.count, page: pageLength) else { return false }
    let wantsMore =
      command == .last || [.down, .pageDown].contains(command) && list.selected == before
    pending = wantsMore && !known.isComplete ? command : nil
    if pending != nil { load() }
    return true
  }

  /// As the daemon's history names a post.
  private static func name(_ id: String) -> String { "posts.\(id)" }

  func answered(_ call: Call, _ answer: JSONText) {
    deletions.answered(call, answer, under: String(place.prefix { $0 != "." }))
    for id in [call.parameters[.id]?.string, answer[AnswerKey.id]?.string].compactMap(\.self) {
      comparison.ignore(Self.name(id))
      update(around: id)
    }
  }

  func draw(on canvas: inout Canvas, rows: Range<Int>) {
    var row = heading.draw(on: &canvas, rows: rows, count: posts.count)
    self.rows = row..<rows.upperBound
    list.reveal(of: posts.count, room: self.rows.count) { _ in Self.linesOfPost }
    for (index, post) in posts.enumerated().dropFirst(list.top) where row < rows.upperBound {
      let news = news?[Self.name(post.id)]
      let title = news == nil ? Style.bold : .news
      let byline = [post.byline.visibleName, news?.sentence ?? ""].filter { !$0.isEmpty }
      let lines = [
        (post.title.visibleName, index == list.selected ? title.selected : title),
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
    case .new: return .call(Call("session.toCreatePost", [.at: JSONText(place)]))
    case .open:
      return selected.map {
        .call(Call("session.toPost", [.at: JSONText(place), .id: JSONText($0.id)]))
      }
    case .delete:
      return selected.map {
        .ask(
          PostItem.deletion, .call(Call("\(place).posts.remove", [.id: JSONText($0.id)])))
      }
    case .undo: return deletions.undo
    default: return nil
    }
  }

  func suggestion(for parameter: ParameterName, of intent: Path) -> String? {
    parameter == .id ? selected?.id : nil
  }

  func click(row: Int, column: Int) {
    guard rows.contains(row) else { return }
    list.select(list.top + (row - rows.lowerBound) / Self.linesOfPost, of: posts.count)
  }

  func scroll(row: Int, column: Int, by rows: Int) {
    _ = move(rows > 0 ? .down : .up)
  }
}
