import BoardValues
import Domain

extension Side {
  /// Returns a number of the side's arguments in words, such as "1 pro" or "0 cons".
  func counted(_ count: Int) -> String {
    switch self {
    case .pro: count == 1 ? "1 pro" : "\(count) pros"
    case .con: count == 1 ? "1 con" : "\(count) cons"
    }
  }
}

extension Int {
  /// The number with its sign, such as "+1" and "-1"; 0 has none.
  var signed: String { self > 0 ? "+\(self)" : "\(self)" }
}

extension Summary.Leaning {
  var words: String {
    switch self {
    case .pro: "leans pro"
    case .con: "leans con"
    case .even: "even"
    }
  }
}
