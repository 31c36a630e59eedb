internal import ArgumentParser

/// The id of a process on the command line.
struct ProcessID: ExpressibleByArgument {
  /// Positive.
  let number: Int32

  init?(argument: String) {
    guard let number = Int32(argument), number > 0 else { return nil }
    self.number = number
  }
}
