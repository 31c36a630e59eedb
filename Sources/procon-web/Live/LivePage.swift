internal import BoxClient
internal import BoxWire
internal import UVLoop

/// A page that a browser shows, with the stream that keeps it up to date.
@LoopActor
final class LivePage {
  /// The browser that has it.
  let browser: String
  private let page: DaemonPage
  private let style: Fragments.Style
  /// Called once, when the page is not needed any longer.
  private let gone: @LoopActor () -> Void
  private var stream: EventStream?
  /// Ends the page unless a stream comes.
  private var retention: Timer?
  private var heartbeat: Timer?

  private static let heartbeat = Duration.seconds(15)

  init(
    _ page: DaemonPage, _ style: Fragments.Style, of browser: String,
    gone: @escaping @LoopActor () -> Void
  ) {
    self.browser = browser
    self.page = page
    self.style = style
    self.gone = gone
    page.changed = { [weak self] in self?.send($0) }
    // The browser gets another page, once there is a daemon.
    page.lost = { [gone] in gone() }
    wait()
  }

  /// Whether it has a stream.
  var isFollowed: Bool { stream != nil }

  func close() {
    retention?.cancel()
    heartbeat?.cancel()
    stream?.ended = nil
    stream?.end()
    page.close()
  }

  /// Sends to this stream, in place of any other, what has changed since the page was made: all boxes,
  /// since it is not known which of them the browser has.
  func attach(_ new: EventStream) {
    stream?.ended = nil
    stream?.end()
    stream = new
    retention?.cancel()
    new.ended = { [weak self, weak new] in
      guard let self, stream === new else { return }
      stream = nil
      heartbeat?.cancel()
      wait()
    }
    send(page.mirror.boxes.map(\.path), as: "all")
    beat()
  }

  private func beat() {
    heartbeat = Timer(after: Self.heartbeat) { [weak self] in
      self?.stream?.sendComment()
      self?.beat()
    }
  }

  private func wait() {
    retention = Timer(after: Site.retention) { [gone] in gone() }
  }

  /// - Parameter event: `all` if it has every box of the page, or `boxes`.
  private func send(_ paths: [String], as event: String = "boxes") {
    guard let stream, let position = page.mirror.position else { return }
    let boxes = paths.map { path in
      (name: style.id(of: path), value: Rendering.shared.html(path, style, of: page.mirror))
    }
    stream.send(
      event, id: "\(position.epoch) \(position.revision)",
      data: JSONText(members: boxes).description)
  }
}

/// What boxes look like, rendered once for all streams that show them.
@LoopActor
final class Rendering {
  static let shared = Rendering()

  /// By id, the newest value of each box that is shown, and its HTML as a JSON string.
  private var rendered: [String: (value: JSONText, html: JSONText)] = [:]
  /// The boxes that are remembered; more than people look at at a time.
  private static let most = 10_000

  /// Returns the HTML of a box, as a JSON string; an empty one for a box that does not exist.
  func html(_ path: String, _ style: Fragments.Style, of mirror: Mirror) -> JSONText {
    guard let value = mirror[path] else { return JSONText("") }
    let id = style.id(of: path)
    if let known = rendered[id], known.value == value { return known.html }
    let html = JSONText(Fragments.html(path, value, style).text)
    // Boxes of a session differ from page to page.
    guard !path.hasPrefix("session.") else { return html }
    if rendered.count >= Self.most { rendered = [:] }
    rendered[id] = (value, html)
    return html
  }
}
