internal import BoxWire

/// The scenes of a session, as the daemon's router has arranged them: the value of `session.route`.
struct Route: Equatable {
  static let pattern = Pattern("session.route")!

  /// A scene on the route.
  struct Entry: Equatable {
    /// Its kind, such as `board`.
    let scene: String
    /// The path of what it shows, such as `topics.ai`; nil if it shows no such thing.
    let place: String?
    /// The id of what it shows, such as a post; nil if it has none.
    let id: String?
    /// The patterns of its boxes. Malformed ones are left out.
    let patterns: [Pattern]
    let title: String
  }

  /// From the first scene to the one on top.
  let stack: [Entry]
  /// The scene in front of the stack; nil if there is none.
  let sheet: Entry?

  /// What a client shows; nil if the route is empty.
  var shown: Entry? { sheet ?? stack.last }

  /// - Parameter json: malformed parts are left out.
  init(_ json: JSONText) {
    stack = (json["stack"]?.elements ?? []).compactMap { Entry($0) }
    sheet = json["sheet"].flatMap { Entry($0) }
  }
}

extension Route.Entry {
  /// nil for anything but an object that names a scene.
  init?(_ json: JSONText) {
    guard let scene = json["scene"]?.string else { return nil }
    self.scene = scene
    place = json["at"]?.string
    id = json["id"]?.string
    patterns = (json["boxes"]?.elements ?? []).compactMap { $0.string.flatMap { Pattern($0) } }
    title = json["title"]?.string ?? scene
  }
}
