internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// A server for the browsers of one user on this machine.
@LoopActor
final class LocalServer {
  /// How long it stays without a page.
  private static let idleTime = Duration.seconds(600)

  private let server: WebServer
  private let site: Site
  private var file: RedirectFile?
  private var signals: [Signal] = []
  private var browser: Subprocess?
  private var idle: Timer?
  private var removal: Timer?

  /// Listens, and opens the browser.
  ///
  /// - Throws: `StartFailure`.
  init(_ options: ProconWeb) throws(StartFailure) {
    let place = try Self.place(options)
    let (socket, port) = try Self.listen(on: options.port ?? 0)
    let gate = RequestGate(port: port)
    let sessions = BrowserSessions(port: port)
    let tokens = OneTimeTokens()
    let site = Site(ChosenDaemon(place), sessions, tokens)
    self.site = site
    do throws(LoopError) {
      let check = { @LoopActor (request: WebRequest) in
        // Without a cookie, no body is read.
        gate.refusal(of: request) ?? (request.method == .post ? site.refusal(of: request) : nil)
      }
      server = try WebServer(socket: socket, check: check) { await site.answer($0) }
    } catch {
      throw StartFailure(sentence: "it cannot serve pages: \(error)", status: EX_OSERR)
    }
    let url = "http://127.0.0.1:\(port)/"
    for number in [SIGINT, SIGTERM] { end(on: number) }
    let link = "\(url)enter?token=\(tokens.issue())"
    file = options.noBrowser ? nil : try Self.redirectFile(to: link, place)
    write(options.printToken ? link : url, to: STDOUT_FILENO)
    if let file {
      removal = Timer(after: OneTimeTokens.lifetime) { file.remove() }
      open(file)
    }
    site.usedChanged = { [weak self] in self?.setUsed($0) }
    setUsed(false)
  }

  /// Ends the process as the signal would, after it has cleaned up.
  private func end(on number: Int32) {
    let handler = try? Signal(number) { [weak self] in
      self?.stop()
      signal(number, SIG_DFL)
      raise(number)
    }
    if let handler { signals.append(handler) }
  }

  private func setUsed(_ isUsed: Bool) {
    idle?.cancel()
    idle =
      isUsed
      ? nil
      : Timer(after: Self.idleTime) { [weak self] in
        self?.stop()
        LoopActor.stop()
      }
  }

  private func stop() {
    file?.remove()
    site.close()
    server.stop()
  }

  /// Opens the browser of the user. Without one, the URL was printed.
  private func open(_ file: RedirectFile) {
    browser = try? Subprocess(
      "xdg-open", [file.path], environment: Environment.variables, descriptors: [nil, nil, nil],
      isDetached: true)
    if browser == nil {
      write(
        "procon-web: there is no xdg-open; open \(file.path) in a browser", to: STDERR_FILENO)
    }
  }

  // MARK: The start

  private static func place(_ options: ProconWeb) throws(StartFailure) -> DaemonPlace {
    if let socket = options.socket { return DaemonPlace(socket) }
    do throws(ConnectError) {
      return try .standard
    } catch {
      throw StartFailure(sentence: "\(error)", status: EX_CONFIG)
    }
  }

  private static func listen(on port: UInt16) throws(StartFailure) -> (Int32, UInt16) {
    func failure(_ doing: String) -> StartFailure {
      let reason = String(cString: strerror(errno))
      return StartFailure(sentence: "cannot \(doing) port \(port): \(reason)", status: EX_OSERR)
    }
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_INET, type, 0)
    guard descriptor >= 0 else { throw failure("make a socket for") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &address) { bytes in
      guard let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else {
        return false
      }
      return bind(descriptor, address, size) == 0 && Glibc.listen(descriptor, 128) == 0
        && getsockname(descriptor, address, &size) == 0
    }
    guard isBound else {
      defer { close(descriptor) }
      throw failure("listen on")
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// The link is in a file that only the user can read: arguments of programs can be seen by all.
  private static func redirectFile(
    to link: String, _ place: DaemonPlace
  ) throws(StartFailure) -> RedirectFile {
    let own = SocketPlaces(environment: Environment.variables, userID: getuid()).own
    let directory = SocketDirectory(of: own)
    do throws(ConnectError) {
      mkdir(directory.path, 0o700)
      try directory.check()
    } catch {
      throw StartFailure(sentence: "\(error)", status: EX_OSERR)
    }
    do throws(RedirectFileError) {
      return try RedirectFile(to: link, in: directory.path)
    } catch {
      let reason = String(cString: strerror(error.code))
      throw StartFailure(sentence: "cannot write \(error.path): \(reason)", status: EX_OSERR)
    }
  }
}

/// Why it does not start.
struct StartFailure: Error {
  /// For people.
  let sentence: String
  /// That of the process.
  let status: Int32
}

/// Writes a line.
func write(_ line: String, to descriptor: Int32) {
  let bytes = Array("\(line)\n".utf8)
  _ = Glibc.write(descriptor, bytes, bytes.count)
}
