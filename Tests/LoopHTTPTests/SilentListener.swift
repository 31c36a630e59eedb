import Glibc
import SystemTestSupport

/// A port of loopback where nobody answers, and that no other socket gets.
final class SilentListener {
  let port: Int
  private let descriptor: Int32

  /// - Parameter accepts: whether connections are accepted, although nothing is sent. Otherwise they
  ///   are refused.
  init(accepts: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try check("socket", descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    try withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self)
      try check("bind", bind(descriptor, pointer, size))
      if accepts { try check("listen", listen(descriptor, 16)) }
      try check("getsockname", getsockname(descriptor, pointer, &size))
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(descriptor)
  }
}
