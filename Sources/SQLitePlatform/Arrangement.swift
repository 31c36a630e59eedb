internal import Domain

/// The order of a side's arguments, if they are not in order of their numbers.
struct Arrangement {
  /// The identifiers in order, separated by commas; nil if they are in order of their numbers.
  let text: String?

  init(_ text: String?) {
    self.text = text
  }

  /// - Parameter arguments: in their order. Their identifiers are numbers.
  init(of arguments: [Argument]) {
    let numbers = arguments.compactMap { Int($0.id) }
    text =
      zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      ? nil : numbers.map(String.init).joined(separator: ",")
  }

  /// Sorts arguments. Those that are not part of the order, such as those added with `sqlite3`,
  /// come last.
  ///
  /// - Parameter arguments: in order of their numbers.
  func sorted(_ arguments: [Argument]) -> [Argument] {
    guard let text else { return arguments }
    var rest = Dictionary(uniqueKeysWithValues: arguments.map { ($0.id, $0) })
    let arranged = text.split(separator: ",").compactMap { rest.removeValue(forKey: String($0)) }
    return arranged + arguments.filter { rest[$0.id] != nil }
  }
}
