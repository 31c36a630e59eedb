internal import Domain

/// The names of the files in the trash of a store, such as `<removal>.cats.md`.
struct TrashName: Equatable {
  let removal: Removal.ID
  /// Where it belongs.
  let place: Place
  /// Whether it is a post, in a document that has nothing else.
  let isPost: Bool

  enum Place: Equatable {
    case topic(Topic.ID)
    /// A topic that is in the trash itself.
    case removed(Removal.ID)
  }

  /// The directory of the trash.
  static let directory = ".trash"
  /// Makes git ignore the directory.
  static let ignored = ".gitignore"

  init(_ removal: Removal.ID, _ place: Place, isPost: Bool) {
    self.removal = removal
    self.place = place
    self.isPost = isPost
  }

  /// nil for any other name.
  init?(_ name: String) {
    let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard [3, 4].contains(words.count), Topic.isID(words[0]), words.last == "md" else { return nil }
    removal = words[0]
    isPost = words.count == 4
    guard !isPost || words[2] == "post" else { return nil }
    if words[1].hasPrefix("@") {
      guard isPost, case let id = String(words[1].dropFirst()), Topic.isID(id) else { return nil }
      place = .removed(id)
    } else {
      guard Topic.isID(words[1]) else { return nil }
      place = .topic(words[1])
    }
  }

  var text: String {
    let place =
      switch place {
      case .topic(let id): id
      case .removed(let id): "@\(id)"
      }
    return "\(removal).\(place)\(isPost ? ".post" : "").md"
  }

  /// Returns the name of a post whose topic is elsewhere now.
  func at(_ place: Place) -> TrashName { TrashName(removal, place, isPost: isPost) }
}
