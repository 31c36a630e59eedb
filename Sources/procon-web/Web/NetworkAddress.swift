internal import Glibc

/// Addresses of IP as texts.
enum NetworkAddress {
  /// Returns the address without its port, such as `192.0.2.7` or `2001:db8::7`; one of IPv4 that was
  /// reached over IPv6 as one of IPv4.
  static func text(of address: UnsafePointer<sockaddr>) -> String {
    let bytes = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return text(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr, AF_INET)
    case AF_INET6:
      return unmapped(text(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr, AF_INET6))
    default: return ""
    }
  }

  /// Returns the usual form of an address; nil for any other text.
  static func normalized(_ text: some StringProtocol) -> String? {
    let text = String(text)
    var v4 = in_addr()
    if inet_pton(AF_INET, text, &v4) == 1 { return self.text(of: v4, AF_INET) }
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
    return unmapped(self.text(of: v6, AF_INET6))
  }

  /// What an address shares with others of the same person: a network of IPv6 has 2^64 of them.
  static func network(of address: String) -> String {
    var v6 = in6_addr()
    guard inet_pton(AF_INET6, address, &v6) == 1 else { return address }
    withUnsafeMutableBytes(of: &v6) { bytes in
      for index in 8..<16 { bytes[index] = 0 }
    }
    return text(of: v6, AF_INET6) + "/64"
  }

  private static func unmapped(_ address: String) -> String {
    address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
  }

  private static func text<Address>(of address: Address, _ family: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
      withUnsafeBytes(of: address) { address in
        inet_ntop(family, address.baseAddress, buffer.baseAddress, socklen_t(buffer.count))
          .map { String(cString: $0) } ?? ""
      }
    }
  }
}
