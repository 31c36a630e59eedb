internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// A server for the browsers of one user on this machine.
@LoopActor
final class LocalServer: RunningServer {
  /// How long it stays without a page.
  private static let idleTime = Duration.seconds(600)

  private let server: WebServer
  private let site: Site
  private var file: RedirectFile?
  private var signals: EndSignals?
  private var browser: Subprocess?
  private var idle: Timer?
  private var removal: Timer?

  /// Listens, and opens the browser.
  ///
  /// - Throws: `StartFailure`.
  init(_ options: ProconWeb) throws(StartFailure) {
    let place = try Self.place(options)
    let socket = try ListeningSocket(at: "127.0.0.1:\(options.port ?? 0)")
    let port = socket.port
    let tokens = OneTimeTokens()
    let site = Site(ChosenDaemon(place), LocalAccess(BrowserSessions(port: port), tokens))
    self.site = site
    server = try WebServer(socket, RequestGate(hosts: RequestGate.ownHosts(port: port)), site)
    let url = "http://127.0.0.1:\(port)/"
    signals = EndSignals { [weak self] in self?.stop() }
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
