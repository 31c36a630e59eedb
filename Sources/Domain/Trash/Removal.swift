/// The removal of a topic or a post: who removed it, and when.
public struct Removal: Identifiable, Equatable, Sendable {
  /// A version 7 UUID (RFC 9562), by which it is found in the trash.
  public let id: String
  public let author: String
  public let date: Timestamp

  /// Makes a removal as stored by a platform.
  public init(id: String, author: String, date: Timestamp) {
    self.id = id
    self.author = author
    self.date = date
  }

  /// Makes a new removal.
  public init(by author: String, at date: Timestamp) {
    self.init(id: UUIDv7.make(at: date), author: author, date: date)
  }
}
