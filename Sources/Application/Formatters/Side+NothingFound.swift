import Domain

extension Side {
  /// What is said when a side has no arguments.
  var nothingFound: String {
    switch self {
    case .pro: "No pros found"
    case .con: "No cons found"
    }
  }
}
