internal import BoxClient

/// The calls that led from scene to scene, so that a new session can be led to the same place.
struct Trail {
  private var steps: [(place: String, call: Call)] = []

  /// In order; they begin at the first scene of a session.
  var calls: [Call] { steps.map(\.call) }

  /// Removes the steps to scenes that the route no longer contains.
  mutating func drop(outside route: SessionRoute) {
    let places = route.places
    steps.removeAll { !places.contains($0.place) }
  }

  /// Adds the call, if it has led to another scene.
  mutating func add(_ call: Call, to route: SessionRoute) {
    drop(outside: route)
    guard let place = route.places.last, route.places.count == steps.count + 2 else { return }
    steps.append((place, call))
  }
}

extension SessionRoute {
  fileprivate var places: [String] { (stack + [sheet].compactMap(\.self)).map(\.identity) }
}

extension SessionRoute.Entry {
  /// What stays as it is when only the title of the scene changes.
  var identity: String { "\(scene) \(place ?? "") \(id ?? "")" }
}
