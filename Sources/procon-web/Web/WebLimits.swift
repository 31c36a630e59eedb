/// What a browser may send, and how many may be served.
enum WebLimits {
  /// In bytes: the largest form is a post, whose content has at most 64 KiB, which percent-encoding
  /// makes three times as long.
  static let body = 256 << 10
  /// In bytes: the most before a login, which needs a name and a password.
  static let loginBody = 4 << 10
  /// In bytes, of all bodies in memory.
  static let bodies = 128 << 20
  /// Of these, from one network.
  static let bodiesOfNetwork = 16 << 20
  /// In bytes, for the headers of a request and the answer that is being sent.
  static let connectionMemory = 16 << 10
  /// Each page that is open has one.
  static let connections: UInt32 = 4096
  /// From one network, of which the next one is refused, and requests in progress for one behind a proxy:
  /// as many as forty browsers have, each six.
  static let connectionsOfNetwork = 256
  /// From one network, of which the next one is closed at once.
  static let mostOfNetwork = 512
  /// Without a byte in either direction.
  static let idleSeconds: UInt32 = 60
  /// For the head of the first request of a connection.
  static let headTime = Duration.seconds(20)
  /// For that of another one, after the last answer: an idle connection may be used again.
  static let nextHeadTime = Duration.seconds(80)
  /// For the body of a request, however slow the line.
  static let bodyTime = Duration.seconds(60)
  /// For an answer, which waits for the daemon.
  static let answerTime = Duration.seconds(20)
  /// For an answer after that, when the request was cancelled.
  static let cancelTime = Duration.seconds(2)
  /// For a browser to read an answer, however slow the line.
  static let readTime = Duration.seconds(300)
  /// Browsers that have logged in or were let in. The one that was used least recently makes room.
  static let sessions = 10_000
  /// Those of one person.
  static let sessionsOfPerson = 64
  /// How long a login lasts, as the daemon's tokens do, and how long a page is kept up to date at most.
  static let loginTime = Duration.seconds(12 * 3600)
  /// Pages of one browser that are open, or were a minute ago.
  static let pagesOfSession = 64
  /// Pages of all browsers.
  static let pages = 2048

  /// In bytes, for a request of a path.
  static func body(of path: String) -> Int {
    ["/login", "/logout"].contains(path) ? loginBody : body
  }
}
