/// How the elements of a list take the places of its old elements in a document. Elements that were there
/// stay, in places of old elements, and new ones follow the element that they follow in the list.
struct SectionOrder {
  /// The indices of new elements that come before all others.
  private(set) var first: [Int] = []
  /// For each old element, the indices of those that come in its place, in order; none for one whose
  /// place is given up. The first of each was there before.
  private(set) var places: [[Int]]
  /// For each element, the index of the old one; nil for a new one.
  let origins: [Int?]

  init(_ elements: [String], insteadOf old: [String]) {
    let known = Dictionary(
      zip(old, old.indices).map { ($0, $1) }, uniquingKeysWith: { _, last in last })
    origins = elements.map { known[$0] }
    places = old.map { _ in [] }
    var slots = origins.compactMap(\.self).sorted()[...]
    var slot: Int?
    for (index, origin) in origins.enumerated() {
      if origin != nil { slot = slots.removeFirst() }
      if let slot { places[slot].append(index) } else { first.append(index) }
    }
  }

  /// Whether nothing is added, removed or moved.
  var isUnchanged: Bool {
    first.isEmpty
      && places.indices.allSatisfy { place in
        places[place].count == 1 && origins[places[place][0]] == place
      }
  }
}
