/// A listening socket that existed before the process, handed over by a service manager.
public struct InheritedSocket: Equatable, Sendable {
  public let descriptor: Int32
  /// The name that its creator gave it, such as `procond.socket`.
  public let name: String

  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }
}

/// The name of an inherited socket, shared by all of its connections.
final class SocketName: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
