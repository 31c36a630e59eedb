/// The order of the arguments of a side.
struct Arrangement {
  /// The numbers of all rows in order. It may have others, of rows whose key cannot be read.
  let numbers: [Int]
  /// Whether each of its numbers is that of a row.
  let isExact: Bool

  /// - Parameters:
  ///   - text: the numbers in order, separated by commas; nil if they are in order by number.
  ///   - rows: the numbers of all rows. Those that `text` does not have, such as those added with
  ///     `sqlite3`, come last.
  init(_ text: String? = nil, rows: [Int]) {
    var known: Set<Int> = []
    let arranged = (text ?? "").split(separator: ",").compactMap { Int($0) }
      .filter { known.insert($0).inserted }
    isExact = known.isSubset(of: rows)
    numbers = arranged + Set(rows).subtracting(known).sorted()
  }

  /// The order of the arguments of a side that has changed. Rows that are left out stay behind the
  /// ones that they followed.
  ///
  /// - Parameters:
  ///   - new: the numbers of the arguments in their new order.
  ///   - previous: those of the arguments that there were.
  ///   - old: the previous order.
  init(_ new: [Int], insteadOf previous: [Int], in old: Arrangement) {
    let (present, readable) = (Set(new), Set(previous))
    var first: [Int] = []
    var followers: [Int: [Int]] = [:]
    var last: Int?
    for number in old.numbers {
      if present.contains(number) {
        last = number
      } else if !readable.contains(number) {
        if let last { followers[last, default: []].append(number) } else { first.append(number) }
      }
    }
    numbers = first + new.flatMap { [$0] + (followers[$0] ?? []) }
    isExact = old.isExact
  }

  /// nil if the numbers are in order.
  var text: String? {
    zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
      ? nil : numbers.map(String.init).joined(separator: ",")
  }
}
