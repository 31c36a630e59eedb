internal import Glibc
internal import Synchronization

/// Reads a terminal on a thread of its own, so that no program waits for the test to read what it
/// draws.
final class TerminalReader: Sendable {
  /// Readable while there is something to take.
  var arrived: Int32 { news.reading }
  private let descriptor: Int32
  /// Contains a byte while there is something to take.
  private let news: Pipe
  /// Contains a byte once nothing more is to be read.
  private let ending: Pipe
  private let bytes = Mutex<[UInt8]>([])
  private let thread = Mutex(pthread_t())

  init(_ descriptor: Int32) throws {
    self.descriptor = descriptor
    (news, ending) = (try Pipe(), try Pipe())
    let context = Unmanaged.passUnretained(self).toOpaque()
    let status = thread.withLock { pthread_create(&$0, nil, serve, context) }
    precondition(status == 0, "cannot create a thread")
  }

  deinit {
    for pipe in [news, ending] {
      close(pipe.reading)
      close(pipe.writing)
    }
  }

  /// What has arrived since the last time.
  func take() -> ArraySlice<UInt8> {
    bytes.withLock { bytes in
      var byte: UInt8 = 0
      if !bytes.isEmpty { _ = Glibc.read(news.reading, &byte, 1) }
      defer { bytes = [] }
      return bytes[...]
    }
  }

  /// Reads nothing from now on. To be called once, before the descriptor is closed.
  func end() {
    _ = write(ending.writing, [0], 1)
    pthread_join(thread.withLock { $0 }, nil)
  }

  fileprivate func read() {
    var part = [UInt8](repeating: 0, count: 65536)
    var entries = [ending.reading, descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 {
      let count = Glibc.read(descriptor, &part, part.count)
      guard count > 0 else { return }
      bytes.withLock { bytes in
        if bytes.isEmpty { _ = write(news.writing, [0], 1) }
        bytes += part[..<count]
      }
    }
  }
}

private let serve: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  guard let context = $0 else { return nil }
  Unmanaged<TerminalReader>.fromOpaque(context).takeUnretainedValue().read()
  return nil
}
