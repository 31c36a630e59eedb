internal import CLibuv

/// Calls back when a file, or a file in a directory, changes; ends on ``close()`` or release.
@LoopActor
public final class FileWatcher {
  private var handle: Handle<uv_fs_event_t>?
  private let body: @LoopActor (String?) -> Void

  /// - Parameters:
  ///   - path: a directory, whose files are watched but not those of its subdirectories, or a file.
  ///   - body: receives the name of the changed file, without its directory; nil if the system does
  ///     not report it. One change may be reported several times.
  /// - Throws: `LoopError`, with ENOENT if nothing is there and ENOSPC if the system's limit on
  ///   watches is reached.
  public init(_ path: String, _ body: @escaping @LoopActor (String?) -> Void) throws(LoopError) {
    self.body = body
    let handle = try Handle<uv_fs_event_t>("watch") { uv_fs_event_init(LoopActor.loop, $0) }
    self.handle = handle
    handle.setOwner(self)
    let status = uv_fs_event_start(handle.pointer, onChange, path, 0)
    guard status == 0 else {
      close()
      throw LoopError(operation: "watch", code: -status)
    }
  }

  isolated deinit {
    close()
  }

  /// Stops watching; `body` is not called after that. A second call does nothing.
  public func close() {
    handle?.close()
    handle = nil
  }

  fileprivate func changed(_ name: String?) {
    body(name)
  }
}

private let onChange: uv_fs_event_cb = { handle, name, _, _ in
  let event = (handle?.pointee.data, name.map { String(cString: $0) })
  LoopActor.assumeIsolated(event) { data, name in
    owner(FileWatcher.self, data)?.changed(name)
  }
}
