import Glibc
import SystemTestSupport

/// A port of loopback where nobody answers: connections are accepted, but nothing is sent. Once this
/// object is released, connections are refused.
final class SilentListener {
  let port: Int
  private let descriptor: Int32

  init() throws {
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
      try check("listen", listen(descriptor, 16))
      try check("getsockname", getsockname(descriptor, pointer, &size))
    }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(descriptor)
  }
}
