public import UVLoop

/// Why a path cannot be listened on.
public enum SocketError: Error, Equatable, Sendable {
  /// Another daemon serves the path.
  case inUse(path: String)
  /// The lock beside it belongs to another user, who can hold it without running a daemon.
  case foreignLock(path: String)
  /// The path exists and is not a socket.
  case notSocket(path: String)
  /// Its directory cannot be used: it is missing, is not a directory, or belongs to another user.
  case directory(path: String, DirectoryFault)
  /// The socket or its lock cannot be created.
  case unusable(path: String, LoopError)
  /// What was handed over is not a listening Unix stream socket.
  case notListening(InheritedSocket, LoopError)

  public enum DirectoryFault: Equatable, Sendable {
    case missing
    case notDirectory
    case otherOwner
    case writableByOthers
  }
}

extension SocketError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .inUse(let path): "another daemon listens on \(path)"
    case .foreignLock(let path):
      "the lock \(path) belongs to another user; choose another socket, or ask them to remove it"
    case .notSocket(let path): "\(path) exists and is not a socket"
    case .directory(let path, let fault): "the directory \(path) \(fault.description)"
    case .unusable(let path, let error): "\(path) cannot be used: \(error)"
    case .notListening(let socket, let error):
      "the inherited descriptor \(socket.descriptor) (\(socket.name)) is not a Unix stream socket"
        + " that listens: \(error.reason)"
    }
  }
}

extension SocketError.DirectoryFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "does not exist"
    case .notDirectory: "is not a directory"
    case .otherOwner: "belongs to another user"
    case .writableByOthers: "can be written by others"
    }
  }
}
