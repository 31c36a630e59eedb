import UVLoop

/// Echoes the bytes of each connection, and closes it when the client does.
@LoopActor
final class EchoServer {
  private let path: String
  private var listener: PipeListener?
  private var recorders: [ObjectIdentifier: ConnectionRecorder] = [:]

  init(path: String) throws {
    self.path = path
    // Weak, because the server may be released on another thread.
    listener = try PipeListener(path: path, mode: 0o600) { [weak self] in
      self?.serve($0)
    } refused: { _ in
    }
  }

  private func serve(_ connection: PipeConnection) {
    let recorder = ConnectionRecorder()
    let key = ObjectIdentifier(recorder)
    recorders[key] = recorder
    recorder.onEvent = { [weak self] connection, event in
      switch event {
      case .read(let bytes): connection.write(bytes)
      case .ended: connection.closeWhenDrained()
      default: break
      }
      if connection.isClosed { self?.recorders[key] = nil }
    }
    recorder.serve(connection)
  }

  /// Opens, uses and closes `count` connections, one after another. It has no timeout of its own.
  func cycles(_ count: Int) async throws {
    for _ in 0..<count {
      let client = ConnectionRecorder()
      client.serve(try PipeConnection.connect(to: path))
      let timer = Timer(after: .seconds(30)) {}
      await withCheckedContinuation { continuation in
        client.onEvent = { connection, event in
          if event == .read([1, 2, 3]) { connection.endWriting() }
          if event.isBreak { continuation.resume() }
        }
        client.connection?.write([1, 2, 3])
      }
      timer.cancel()
    }
    // The memory of the last handles is freed at the end of a turn.
    for _ in 0..<2 { await nextTurn() }
  }
}
