/// What is measured: a server, and how its subscribers ask to be served.
struct Subject {
  let contender: any Contender
  let mode: Mode
  /// What the server may run on; any when empty.
  let processors: [Int]

  /// Tells subjects apart.
  var key: String { Self.key(contender.name, mode) }

  static func key(_ name: String, _ mode: Mode) -> String { "\(name) \(mode.rawValue)" }
}

extension Subject: CustomStringConvertible {
  /// Its mode is named where there is another one.
  var description: String { contender.modes.count > 1 ? key : contender.name }
}
