internal import ArgumentParser

/// A server that is measured.
protocol Contender {
  /// Its name in tables and on the command line.
  var name: String { get }
  /// The modes that its subscribers can ask for, the default last.
  var modes: [Mode] { get }
  /// Maximum number of subscribers with which it is measured.
  var mostSubscribers: Int { get }
  /// Maximum number of deliveries that may be under way at once.
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
  var mostSubscribers: Int { .max }
  var mostDeliveries: Int { .max }

  /// Whether the publisher gets an answer to each change.
  var answers: Bool {
    dialect(Payload(size: Payload.smallest), .every).answers != nil
  }

  /// Returns the path of a program from a Debian package.
  func installed(_ program: String, package: String) throws(Failure) -> String {
    guard let path = Executable.find(program) else {
      throw .notInstalled(program: program, package: package)
    }
    return path
  }
}

/// The servers that can be measured, by their names on the command line.
enum ContenderName: String, CaseIterable {
  case floor
  case procond
  case redis
  case nats
  case mosquitto
  case dbus = "dbus-daemon"

  /// - Parameter procond: the path of the daemon's program.
  func contender(procond: String) -> any Contender {
    switch self {
    case .floor: Floor()
    case .procond: Procond(path: procond)
    case .redis: Redis()
    case .nats: NATS()
    case .mosquitto: Mosquitto()
    case .dbus: DBus()
    }
  }
}

/// The values that the server sends to a subscriber that lags.
enum Mode: String, CaseIterable, ExpressibleByArgument {
  /// Each value, in order.
  case every
  /// The newest value.
  case latest
}

/// A server, the mode of its subscribers, and where it runs.
struct Subject: CustomStringConvertible {
  let contender: any Contender
  let mode: Mode
  /// The processors that the server may run on; any when empty.
  let processors: [Int]

  /// Identifies the subject within the results.
  var key: String { Self.key(contender.name, mode) }

  static func key(_ name: String, _ mode: Mode) -> String { "\(name) \(mode.rawValue)" }

  /// Its name, with the mode if the server has several.
  var description: String { contender.modes.count > 1 ? key : contender.name }
}

/// How a server is started.
struct Launch {
  /// The path of the program.
  let program: String
  let arguments: [String]
  let address: Address
}

/// The messages that a server understands, for values of one size.
struct Dialect {
  /// Makes a connection a subscriber of the published values. The parameter is the subscriber's
  /// number, from 0.
  let subscribing: (Int) -> [HandshakeStep]
  /// Makes a connection the publisher.
  let publishing: [HandshakeStep]
  /// The message that publishes a value.
  let publication: Template
  /// The messages to a subscriber.
  let deliveries: any Framing
  /// The messages to the publisher, one per change; nil when there are none.
  let answers: (any Framing)?
}

/// A request and its answer while a connection is set up.
struct HandshakeStep {
  /// Empty when the server speaks first.
  let request: [UInt8]
  /// The messages of the answer.
  let framing: any Framing
  /// Whether a message, given as its bytes, is the last one of the answer.
  var isLast: (UnsafeRawBufferPointer) -> Bool = { _ in true }
}
