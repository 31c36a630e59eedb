/// A listening socket that was there before the process, as a service manager hands it over.
public struct InheritedSocket: Equatable, Sendable {
  public let descriptor: Int32
  /// What it is called by who made it, such as `procond.socket`.
  public let name: String

  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }
}
