package import BoxWire

/// The scene that a session shows: a complete state of its boxes, and what can be done.
package struct ShownScene {
  /// nil if the route is empty.
  package let entry: SessionRoute.Entry?
  /// The boxes of the scene and the route.
  package var mirror: Mirror
  package let description: SceneDescription
  /// Why the daemon does not send the scene's boxes; nil if it does.
  package let refusal: RequestError?

  /// The failures that boxes of the scene contain, and the refusal, as messages.
  package var alerts: [String] {
    (refusal.map { [$0.message] } ?? []) + Alert.all(in: boxes).map(\.message)
  }

  /// The boxes of the scene, in order of their paths.
  package var boxes: [(path: String, value: JSONText)] {
    guard let entry else { return [] }
    return mirror.boxes.filter { entry.patterns.match($0.path.split(separator: ".")) }
      .sorted { $0.path < $1.path }
  }

  /// The alerts of what has failed, not of what is only empty.
  package var failures: [String] {
    (refusal.map { [$0.message] } ?? [])
      + Alert.all(in: boxes).filter { !$0.isInvitation }.map(\.message)
  }

  package subscript(path: String) -> JSONText? { mirror[path] }
}

/// The failure that a box named `isErrorFree` reports when its status is false.
package struct Alert: Equatable, Sendable {
  /// Empty when the box has no message.
  package let message: String
  /// Whether nothing has failed: there is nothing yet.
  package let isInvitation: Bool

  /// nil for any other box, and when the status is true.
  package init?(path: String, value: JSONText) {
    guard path.split(separator: ".").last == "isErrorFree", value["status"]?.boolean == false else {
      return nil
    }
    message = value["message"]?.string ?? ""
    isInvitation = value["reason"]?.string == "empty"
  }

  /// The alerts of all boxes, in order.
  package static func all(in boxes: [(path: String, value: JSONText)]) -> [Alert] {
    boxes.compactMap { Alert(path: $0.path, value: $0.value) }
  }
}
