/// A daemon that a test serves, and that ends when the object is released.
package protocol TestDaemon: AnyObject, Sendable {
  /// The path of its socket.
  var socket: String { get }

  /// A client that has read the greeting. The daemon serves as long as the client exists.
  func connect() throws -> Peer
}
