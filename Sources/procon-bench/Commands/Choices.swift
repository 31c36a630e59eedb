internal import ArgumentParser

/// Names out of a list with commas between them, such as `procond,redis`.
struct Choices<Choice>: ExpressibleByArgument
where Choice: CaseIterable & RawRepresentable<String> & Equatable & Sendable {
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
    let named = choices.compactMap(\.self)
    all = Choice.allCases.filter(named.contains)
  }

  var defaultValueDescription: String { all.map(\.rawValue).joined(separator: ",") }
}
