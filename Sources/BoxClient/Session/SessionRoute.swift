package import BoxWire

/// The scenes of a session, as the daemon's router has arranged them: the value of `session.route`.
package struct SessionRoute: Equatable {
  package static let pattern = Pattern("session.route")!

  /// A scene on the route.
  package struct Entry: Equatable {
    /// Its kind, such as `board`.
    package let scene: String
    /// The path of what it shows, such as `topics.ai`; nil if it shows no such thing.
    package let place: String?
    /// The id of what it shows, such as a post; nil if it has none.
    package let id: String?
    /// The patterns of its boxes. Malformed ones are left out.
    package let patterns: [Pattern]
    package let title: String
  }

  /// From the first scene to the one on top.
  package let stack: [Entry]
  /// The scene in front of the stack; nil if there is none.
  package let sheet: Entry?

  /// What a client shows; nil if the route is empty.
  package var shown: Entry? { sheet ?? stack.last }

  /// - Parameter json: malformed parts are left out.
  package init(_ json: JSONText) {
    stack = (json["stack"]?.elements ?? []).compactMap { Entry($0) }
    sheet = json["sheet"].flatMap { Entry($0) }
  }
}

extension SessionRoute.Entry {
  /// nil for anything but an object that names a scene.
  package init?(_ json: JSONText) {
    guard let scene = json["scene"]?.string else { return nil }
    self.scene = scene
    place = json["at"]?.string
    id = json["id"]?.string
    patterns = (json["boxes"]?.elements ?? []).compactMap { $0.string.flatMap { Pattern($0) } }
    title = json["title"]?.string ?? scene
  }
}

/// A kind of scene that the protocol names, for which clients have views of their own.
package enum KnownScene: String, CaseIterable {
  case topics, board, posts, post, draft, login
}
