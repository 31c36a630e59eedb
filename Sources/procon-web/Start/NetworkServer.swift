internal import BoxClient
internal import BoxWire
internal import Glibc
internal import OperatingSystem
internal import UVLoop

/// A server for people who log in as users of the daemon, wherever they are.
@LoopActor
final class NetworkServer: RunningServer {
  private let daemon: ChosenDaemon
  private var servers: [WebServer] = []
  private var sites: [Site] = []
  private var signals: EndSignals?

  /// Serves once the daemon has said that it trusts this gateway.
  ///
  /// - Parameters:
  ///   - path: of the configuration.
  ///   - socket: of the daemon, instead of the configured one; nil for that.
  ///   - failed: called if it cannot serve after all.
  /// - Throws: `StartFailure`.
  init(
    configuredBy path: String, _ socket: String?,
    failed: @escaping @LoopActor (StartFailure) -> Never
  ) throws(StartFailure) {
    let configuration = try ServiceConfiguration.read(path)
    let certificate = try configuration.readCertificate()
    let sockets = try Self.sockets(configuration)
    for socket in sockets where !socket.isLoopback {
      guard certificate != nil || configuration.isPlain else {
        throw StartFailure(
          sentence: "without TLS, it does not listen on \(socket.address), where others could read "
            + "passwords: set \"certificate\" and \"key\", or \"plain\" to true", status: EX_CONFIG)
      }
      guard !configuration.names.isEmpty else {
        throw StartFailure(
          sentence: "\"names\" is missing: the names by which people reach it on \(socket.address)",
          status: EX_CONFIG)
      }
    }
    daemon = ChosenDaemon(
      DaemonPlace(socket ?? configuration.socket ?? SocketPlaces.system))
    signals = EndSignals { [weak self] in self?.stop() }
    LoopActor.task { [self] in
      do throws(StartFailure) {
        try await checkDaemon()
        for socket in sockets { try serve(socket, configuration, certificate) }
      } catch {
        failed(error)
      }
    }
  }

  private static func sockets(
    _ configuration: ServiceConfiguration
  ) throws(StartFailure) -> [ListeningSocket] {
    let passed: [PassedSocket]
    do throws(ServiceEnvironmentError) {
      passed = try ServiceEnvironment.take().sockets
    } catch {
      throw StartFailure(sentence: "\(error)", status: EX_USAGE)
    }
    guard !passed.isEmpty else { return [try ListeningSocket(at: configuration.listen)] }
    var sockets: [ListeningSocket] = []
    for socket in passed { sockets.append(try ListeningSocket(socket)) }
    return sockets
  }

  private func checkDaemon() async throws(StartFailure) {
    do throws(PageError) {
      try await DaemonPage.check(daemon)
    } catch {
      let status =
        switch error {
        case .unreachable, .loggedOut: EX_UNAVAILABLE
        case .refused: EX_NOPERM
        case .open: EX_CONFIG
        }
      throw StartFailure(sentence: error.sentence, status: status)
    }
  }

  private func serve(
    _ socket: ListeningSocket, _ configuration: ServiceConfiguration, _ certificate: Certificate?
  ) throws(StartFailure) {
    let gate = RequestGate(
      hosts: configuration.hosts(at: socket), proxies: configuration.proxies)
    let access = LoginAccess(
      daemon, gate, BrowserSessions(port: socket.port), isAnonymous: configuration.isAnonymous)
    let site = Site(daemon, access)
    access.ended = { [weak site] in site?.endPages(of: $0) }
    sites.append(site)
    servers.append(try WebServer(socket, gate, site, certificate))
    let scheme = certificate == nil ? "http" : "https"
    let host = socket.address.contains(":") ? "[\(socket.address)]" : socket.address
    write("serving \(scheme) on \(host):\(socket.port)", to: STDOUT_FILENO)
  }

  private func stop() {
    for site in sites { site.close() }
    for server in servers { server.stop() }
  }
}

extension WebServer {
  /// Serves a site at a socket.
  ///
  /// - Throws: `StartFailure` if it cannot be served.
  convenience init(
    _ socket: ListeningSocket, _ gate: RequestGate, _ site: Site, _ certificate: Certificate? = nil
  ) throws(StartFailure) {
    do throws(LoopError) {
      // Before somebody was let in, no body is read but that of the login.
      try self.init(
        socket: socket.descriptor, certificate: certificate, limitsNetworks: gate.hasNoProxies,
        sender: { NetworkAddress.network(of: gate.client(of: $0).address) },
        check: { gate.refusal(of: $0) ?? site.refusal(of: $0) },
        handler: { await site.answer($0) })
    } catch {
      let reason = certificate == nil ? "\(error)" : "certificate and key do not fit, or \(error)"
      throw StartFailure(sentence: "it cannot serve pages: \(reason)", status: EX_OSERR)
    }
  }
}
