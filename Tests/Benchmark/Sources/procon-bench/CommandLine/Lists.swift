internal import ArgumentParser

/// Names from a list separated by commas, such as `procond,redis`.
struct Choices<Choice>: ExpressibleByArgument
where Choice: CaseIterable & RawRepresentable<String> & Equatable & Sendable {
  /// In the order of the cases.
  let all: [Choice]

  static var every: Self { Self(all: Array(Choice.allCases)) }

  private init(all: [Choice]) {
    self.all = all
  }

  init?(argument: String) {
    let choices = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Choice(rawValue: String($0))
    }
    guard !choices.contains(nil) else { return nil }
    all = Choice.allCases.filter(choices.contains)
  }

  var defaultValueDescription: String { all.map(\.rawValue).joined(separator: ",") }
}

/// Whole numbers above 0 separated by commas, such as `1,10,100`.
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
