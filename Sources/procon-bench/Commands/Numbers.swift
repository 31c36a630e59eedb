internal import ArgumentParser

/// Whole numbers above 0 with commas between them, such as `1,10,100`.
struct Numbers: ExpressibleByArgument {
  let all: [Int]

  init(_ all: [Int]) {
    self.all = all
  }

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.allSatisfy({ ($0 ?? 0) > 0 }) else { return nil }
    all = numbers.compactMap(\.self)
  }

  var defaultValueDescription: String { all.map(String.init).joined(separator: ",") }
}
