package import Glibc

/// Descriptors that are sent through a Unix socket with a few bytes (SCM_RIGHTS in unix(7)).
package enum DescriptorMessage {
  /// Maximum number of descriptors in one message: SCM_MAX_FD of the kernel.
  package static let most = 253

  /// Sends bytes and descriptors in one message.
  ///
  /// - Parameters:
  ///   - bytes: at least one.
  ///   - descriptors: at most ``most``; they stay open here.
  ///   - address: for a socket that is not connected.
  /// - Returns: as sendmsg(2), with `errno`.
  package static func send(
    _ bytes: [UInt8], _ descriptors: [Int32], through socket: Int32,
    to address: (UnsafePointer<sockaddr>, socklen_t)? = nil
  ) -> Int {
    var bytes = bytes
    var control = control(for: descriptors)
    return withMessage(&bytes, &control) { message in
      if let (pointer, size) = address {
        message.msg_name = UnsafeMutableRawPointer(mutating: pointer)
        message.msg_namelen = size
      }
      if descriptors.isEmpty { (message.msg_control, message.msg_controllen) = (nil, 0) }
      return sendmsg(socket, &message, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  /// Receives the next message, without waiting.
  ///
  /// - Parameter most: maximum number of its bytes.
  /// - Returns: its bytes, and its descriptors, which are now the caller's; nil if there is none.
  package static func receive(from socket: Int32, most size: Int) -> ([UInt8], [Int32])? {
    var bytes = [UInt8](repeating: 0, count: size)
    var control = control(for: Array(repeating: -1, count: most))
    var controlCount = 0
    let count = withMessage(&bytes, &control) { message in
      let count = recvmsg(socket, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
      controlCount = Int(message.msg_controllen)
      return count
    }
    guard count > 0 else { return nil }
    return (Array(bytes[..<count]), descriptors(in: control[..<min(controlCount, control.count)]))
  }

  private static func withMessage(
    _ bytes: inout [UInt8], _ control: inout [UInt8], _ body: (inout msghdr) -> Int
  ) -> Int {
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          (message.msg_iov, message.msg_iovlen) = (part, 1)
          (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
          return body(&message)
        }
      }
    }
  }

  // cmsg(3), whose macros Swift does not have.

  private static let header = MemoryLayout<cmsghdr>.size
  private static let each = MemoryLayout<Int32>.size

  private static func control(for descriptors: [Int32]) -> [UInt8] {
    let length = header + descriptors.count * each
    // Up to CMSG_SPACE.
    var control = [UInt8](repeating: 0, count: (length + 7) & ~7)
    control.withUnsafeMutableBytes { control in
      var start = cmsghdr()
      start.cmsg_len = length
      start.cmsg_level = SOL_SOCKET
      start.cmsg_type = Int32(SCM_RIGHTS)
      control.storeBytes(of: start, as: cmsghdr.self)
      for (index, descriptor) in descriptors.enumerated() {
        control.storeBytes(of: descriptor, toByteOffset: header + index * each, as: Int32.self)
      }
    }
    return control
  }

  private static func descriptors(in control: ArraySlice<UInt8>) -> [Int32] {
    control.withUnsafeBytes { control in
      guard control.count >= header else { return [] }
      let start = control.loadUnaligned(as: cmsghdr.self)
      guard start.cmsg_level == SOL_SOCKET, start.cmsg_type == Int32(SCM_RIGHTS) else { return [] }
      let end = min(Int(start.cmsg_len), control.count)
      return stride(from: header, through: end - each, by: each).map {
        control.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }
}
