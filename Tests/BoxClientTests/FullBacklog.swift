import Glibc
import SystemTestSupport
import UVLoop

/// A listener with a full backlog that accepts connections only when asked to.
final class FullBacklog {
  let path: String
  private let directory = TemporaryDirectory()
  private let listener: Int32
  private var waiting: [PipeConnection] = []

  @LoopActor
  init() throws {
    path = directory.file("s")
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    _ = withUnsafeBytes(of: address) {
      bind(
        listener, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    listen(listener, 0)
    // The backlog takes one connection more than its length.
    waiting = [try PipeConnection.connect(to: path)]
  }

  deinit {
    close(listener)
  }

  func acceptOne() {
    accept(listener, nil, nil)
  }
}
