/// A server that is measured.
protocol Contender {
  /// As it is called in tables and on the command line.
  var name: String { get }
  /// What its subscribers can ask for.
  var modes: [Mode] { get }
  /// Whether the publisher hears of each change that it was accepted.
  var answers: Bool { get }
  /// With how many subscribers it is measured at most.
  var mostSubscribers: Int { get }
  /// How many deliveries it is given to do at a time at most.
  var mostDeliveries: Int { get }

  /// Prepares a start.
  ///
  /// - Parameter directory: for its files; the path is short enough for sockets in it.
  /// - Throws: `Failure.notInstalled` or `Failure.noDaemon`.
  func launch(in directory: ServerDirectory) throws(Failure) -> Launch
  func dialect(_ payload: Payload, _ mode: Mode) -> Dialect
}

extension Contender {
  var modes: [Mode] { [.every] }
  var answers: Bool { true }
  var mostSubscribers: Int { .max }
  var mostDeliveries: Int { .max }

  /// The path of a program that a package of Debian's brings.
  func installed(_ program: String, package: String) throws(Failure) -> String {
    guard let path = Executable.find(program) else {
      throw .notInstalled(program: program, package: package)
    }
    return path
  }
}
