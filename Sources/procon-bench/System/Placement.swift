internal import ArgumentParser

/// Where servers run, and where this program does, which is all of their clients.
enum Placement: String, CaseIterable, ExpressibleByArgument {
  /// This program has the last processor for itself, servers have the others.
  case apart
  /// All are on the first processor.
  case together
  /// It is for the scheduler to choose, which may do so now one way, now the other.
  case free

  /// Keeps this process to its place.
  ///
  /// - Returns: what servers may run on; any when empty. There is no choice with one processor.
  func take() -> [Int] {
    let all = Processors.allowed
    guard all.count > 1 else { return [] }
    switch self {
    case .free: return []
    case .together:
      Processors.keep(to: [all[0]])
      return [all[0]]
    case .apart:
      Processors.keep(to: [all[all.count - 1]])
      return Array(all.dropLast())
    }
  }
}
