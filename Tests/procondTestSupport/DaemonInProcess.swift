internal import ArgumentParser
package import BoxWireTestSupport
internal import Logging
internal import Synchronization
package import SystemTestSupport
internal import UVLoop
internal import UVLoopTestSupport

@testable import procond

/// What `procond` serves, in this process, on its own socket, for tests that need nothing of a
/// process. It ends, and its directory is removed, when this object is released.
package final class DaemonInProcess: TestDaemon {
  package let directory: TemporaryDirectory
  /// The path of its socket.
  package let socket: String
  /// The messages of its log, from notices on.
  package let log = Journal<String>()
  private let server: BoardServer
  private let ending = Mutex<Task<Void, Never>?>(nil)

  /// Serves once it returns. It blocks the thread, which must not be the loop's.
  ///
  /// - Parameters:
  ///   - arguments: options of `procond`.
  ///   - limits: the members of `limits` in its configuration.
  ///   - trash: how long what was removed can be restored.
  package init(
    _ arguments: [String] = [], limits: String = "", trash: String = "30d",
    store: DaemonProcess.Store = .memory
  ) throws {
    precondition(LoopThread.isRunning)
    directory = TemporaryDirectory()
    socket = directory.file("procon.sock")
    let file = directory.file("procond.json")
    try write(
      #"{"limits":{\#(limits)},"trash":"\#(trash)","mounts":{"topics":\#(store.rawValue)}}"#,
      to: file)
    let options = try Options.parse(
      ["--config", file, "--socket", socket, "--state-dir", directory.file("state")] + arguments)
    let settings = try Settings(options)
    server = try onLoop { [log] in
      try BoardServer(settings, logger: Logger(label: "procond") { _ in NotedLog(messages: log) })
    }
  }

  deinit {
    end()
  }

  /// A client that has read the greeting. The daemon serves as long as the client exists.
  package func connect() throws -> Peer {
    try Peer.connect(to: socket, of: self)
  }

  /// Ends it, as a signal ends the process. It does not wait for the end.
  package func end() {
    ending.withLock { ending in
      // The directory is needed until everything is stored.
      ending =
        ending
        ?? LoopActor.task { [server, directory] in
          await server.shutDown()
          withExtendedLifetime(directory) {}
        }
    }
  }
}

/// Notes the messages of a log.
private struct NotedLog: LogHandler {
  let messages: Journal<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.notice

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    messages.note("\(event.message)")
  }
}

/// Runs `body` on the loop, and waits for it on the calling thread.
private func onLoop<Value: Sendable>(
  _ body: @escaping @LoopActor () throws -> Value
) throws -> Value {
  let (outcome, end) = (Journal<Result<Value, any Error>>(), HeldWork())
  LoopActor.task {
    outcome.note(Result { try body() })
    end.release(1)
  }
  end.wait()
  return try outcome.events[0].get()
}
