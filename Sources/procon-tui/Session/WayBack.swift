internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient
internal import UVLoop

/// The way of a new session to the place of the lost one.
struct WayBack {
  /// The calls that lead there.
  let there: [Call]
  /// The calls that bring back what the user has typed there.
  let then: [Call]

  /// What these bring back, as a text; empty if there is nothing.
  private var typed: String {
    let last = { (name: ParameterName) in then.compactMap { $0.parameters[name]?.string }.last ?? ""
    }
    return PostDraft(title: last(.title), content: last(.content)).text
  }

  var bringsText: Bool { !typed.isEmpty }

  /// Saves what the user has typed in a file, since it cannot be brought back.
  ///
  /// - Returns: the failure, also with the path of the file.
  @LoopActor
  func save(after failure: Failure) async -> Failure {
    guard bringsText else { return failure }
    return .textKept(await Editor.save(typed), after: failure)
  }
}

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
    // The call that opens another scene instead may have been carried out already.
    guard call.intent != "session.dismiss" else { return }
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
