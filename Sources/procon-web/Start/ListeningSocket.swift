internal import Glibc
internal import OperatingSystem

/// A socket of TCP that listens.
struct ListeningSocket {
  let descriptor: Int32
  /// Such as `127.0.0.1`.
  let address: String
  let port: UInt16

  /// Whether only this machine can reach it.
  var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// Listens.
  ///
  /// - Parameters:
  ///   - place: an address of IP and a port, such as `127.0.0.1:8080` or `[::1]:8080`; port 0 for a free
  ///     one.
  /// - Throws: `StartFailure`.
  init(at place: String) throws(StartFailure) {
    guard let colon = place.lastIndex(of: ":"),
      let port = UInt16(place[place.index(after: colon)...]),
      let address = NetworkAddress.normalized(place[..<colon].filter { !"[]".contains($0) })
    else {
      throw StartFailure(
        sentence: "it cannot listen on '\(place)', which is not an address with a port, such as "
          + "127.0.0.1:8080", status: EX_CONFIG)
    }
    let descriptor = Self.open(address, port)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw StartFailure(sentence: "cannot listen on \(place): \(reason)", status: EX_OSERR)
    }
    try self.init(PassedSocket(descriptor: descriptor, name: place))
  }

  /// Takes over a socket that listens already.
  ///
  /// - Throws: `StartFailure` for one that is not of TCP.
  init(_ passed: PassedSocket) throws(StartFailure) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> (String, UInt16)? in
        guard getsockname(passed.descriptor, address, &size) == 0 else { return nil }
        // The port is at the same place for both kinds.
        let port = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self).sin_port
        let text = NetworkAddress.text(of: address)
        return text.isEmpty ? nil : (text, UInt16(bigEndian: port))
      }
    }
    guard let found else {
      throw StartFailure(
        sentence: "the socket '\(passed.name)' is none of TCP; set ListenStream= to a port",
        status: EX_CONFIG)
    }
    descriptor = passed.descriptor
    (address, port) = found
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
  }

  /// Returns -1, with `errno`, if that is not possible.
  private static func open(_ address: String, _ port: UInt16) -> Int32 {
    let type =
      Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let isOld = !address.contains(":")
    let descriptor = socket(isOld ? AF_INET : AF_INET6, type, 0)
    guard descriptor >= 0 else { return -1 }
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    let isBound: Bool
    if isOld {
      var name = sockaddr_in()
      name.sin_family = sa_family_t(AF_INET)
      name.sin_port = port.bigEndian
      inet_pton(AF_INET, address, &name.sin_addr)
      isBound = bind(descriptor, to: name)
    } else {
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      inet_pton(AF_INET6, address, &name.sin6_addr)
      isBound = bind(descriptor, to: name)
    }
    if isBound, listen(descriptor, 512) == 0 { return descriptor }
    let code = errno
    close(descriptor)
    errno = code
    return -1
  }

  private static func bind<Name>(_ descriptor: Int32, to name: Name) -> Bool {
    withUnsafeBytes(of: name) { bytes in
      Glibc.bind(
        descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(bytes.count)) == 0
    }
  }
}
