public import Domain

extension Side {
  /// The message for a side without arguments.
  public var nothingFound: String {
    switch self {
    case .pro: "No pros found"
    case .con: "No cons found"
    }
  }
}
