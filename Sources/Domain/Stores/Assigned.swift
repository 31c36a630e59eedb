/// What a store has chosen for the next argument or post, instead of what the rules would choose.
///
/// A service may name new things itself. The change that added one is then made again with this.
public struct Assigned: Equatable, Sendable {
  /// An identifier that nothing else of its kind has.
  public let id: String
  /// When the new thing was added and last changed; nil for the time of the change.
  public let created: Timestamp?

  public init(id: String, created: Timestamp? = nil) {
    self.id = id
    self.created = created
  }
}
