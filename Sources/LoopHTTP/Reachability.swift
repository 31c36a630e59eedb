internal import Glibc
internal import UVLoop

/// Answers whether there is a way to a service, before a request finds that out.
public struct Reachability: Sendable {
  private let answer: @LoopActor @Sendable (HTTPURL.Origin) async -> Bool

  /// - Parameter answer: returns whether a request to an origin is worth sending.
  public init(_ answer: @escaping @LoopActor @Sendable (HTTPURL.Origin) async -> Bool) {
    self.answer = answer
  }

  /// Whether a request to this origin is worth sending. The service may still be down.
  public func isReachable(_ origin: HTTPURL.Origin) async -> Bool {
    await answer(origin)
  }

  /// Every service is reachable.
  public static let always = Reachability { _ in true }

  /// A service is reachable if the kernel has a route to one of its addresses. Nothing is sent, but
  /// a host name is looked up. A proxy may reach any service.
  public static let route = Reachability { origin in
    if origin.isLoopback || origin.usesProxy { return true }
    if let hasRoute = hasRoute(origin, lookUp: false) { return hasRoute }
    return await lookUps.run { hasRoute(origin, lookUp: true) } ?? false
  }
}

/// One at a time: a look-up may take long, and others need libuv's threads too.
private let lookUps = SerialWork()

/// - Parameter lookUp: whether to look up names, which may take long.
/// - Returns: nil for an unknown host.
@Sendable private func hasRoute(_ origin: HTTPURL.Origin, lookUp: Bool) -> Bool? {
  var hints = addrinfo()
  hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
  hints.ai_flags = lookUp ? 0 : AI_NUMERICHOST
  var first: UnsafeMutablePointer<addrinfo>?
  let host = origin.host.filter { !"[]".contains($0) }.replacing("%25", with: "%")
  guard getaddrinfo(host, String(origin.port), &hints, &first) == 0 else { return nil }
  defer { freeaddrinfo(first) }
  var next = first
  while let address = next?.pointee {
    if hasRoute(address) { return true }
    next = address.ai_next
  }
  return false
}

/// Connects a datagram socket, which sends nothing, but fails without a route.
private func hasRoute(_ address: addrinfo) -> Bool {
  let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
  let descriptor = socket(address.ai_family, kind, 0)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  return connect(descriptor, address.ai_addr, address.ai_addrlen) == 0
}
