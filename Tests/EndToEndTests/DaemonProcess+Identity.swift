import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

extension DaemonProcess {
  /// Starts a daemon with the identity of this one, at a socket beside this one's.
  func successor() throws -> DaemonProcess {
    let name = "state/procon/identity.json"
    for path in ["next.sock.state", "next.sock.state/procon"] {
      mkdir(directory.file(path), 0o700)
    }
    try write(
      try require(contents(of: "\(socket).\(name)")), to: directory.file("next.sock.\(name)"))
    return try DaemonProcess(in: directory, socket: directory.file("next.sock"))
  }
}
