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
    (refusal.map { [$0.message] } ?? []) + allAlerts.map(\.message)
  }

  /// The boxes of the scene, in order of their paths.
  package var boxes: [(path: String, value: JSONText)] {
    boxes { _ in true }
  }

  /// The boxes of the scene whose paths satisfy a condition, in order of their paths.
  package func boxes(
    where isWanted: (String) -> Bool
  ) -> [(path: String, value: JSONText)] {
    mirror.boxes { isWanted($0) && has($0) }
  }

  /// What its boxes hold now.
  package var version: Mirror.Version { mirror.version }

  /// The paths of its boxes that have come or changed since a version, in order; nil if it is one of
  /// another connection.
  package func paths(changedSince version: Mirror.Version) -> [String]? {
    mirror.paths(changedSince: version)?.filter(has).sorted()
  }

  private func has(_ path: String) -> Bool {
    entry?.patterns.match(path.split(separator: ".")) == true
  }

  private var allAlerts: [Alert] { Alert.all(in: boxes(where: Alert.isPath)) }

  /// The alerts of what has failed, not of what is only empty.
  package var failures: [String] {
    (refusal.map { [$0.message] } ?? [])
      + allAlerts.filter { !$0.isInvitation }.map(\.message)
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
    guard Self.isPath(path), value["status"]?.boolean == false else { return nil }
    message = value["message"]?.string ?? ""
    isInvitation = value["reason"]?.string == "empty"
  }

  /// Whether a box with this path has alerts.
  package static func isPath(_ path: String) -> Bool {
    path.hasSuffix(".isErrorFree") || path == "isErrorFree"
  }

  /// The alerts of all boxes, in order.
  package static func all(in boxes: [(path: String, value: JSONText)]) -> [Alert] {
    boxes.compactMap { Alert(path: $0.path, value: $0.value) }
  }
}
