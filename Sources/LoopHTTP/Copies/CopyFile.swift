internal import Fetch
internal import FoundationEssentials

/// The file of a copy: a line of JSON with what is known of the body, then the body. The date of the
/// file is that of the last confirmation, so that it can change without the content.
extension StoredCopy<[UInt8]> {
  /// The contents of the file.
  var file: [UInt8] {
    let facts = CopyFacts(
      copy: CopyFacts.format, read: sentAt.millisecondsSince1970, etag: validators.etag,
      lastModified: validators.lastModified, sent: validators.fingerprint,
      pruned: pruned == 0 ? nil : pruned, fingerprint: Digest.of(value))
    guard let line = try? JSONEncoder().encode(facts) else {
      preconditionFailure("texts and integers can be written")
    }
    return Array(line) + [UInt8(ascii: "\n")] + value
  }

  /// Reads the contents of a file. nil if they are damaged.
  ///
  /// - Parameter date: of the file, in milliseconds since 1970-01-01T00:00:00Z.
  init?(file bytes: [UInt8], date: Int64) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let facts = try? JSONDecoder().decode(CopyFacts.self, from: Data(bytes[..<end])),
      facts.copy == CopyFacts.format
    else { return nil }
    let body = Array(bytes[(end + 1)...])
    guard facts.fingerprint == Digest.of(body) else { return nil }
    self.init(
      body, fetchedAt: WallTime(millisecondsSince1970: date),
      sentAt: WallTime(millisecondsSince1970: facts.read),
      validators: Validators(
        etag: facts.etag, lastModified: facts.lastModified, fingerprint: facts.sent),
      pruned: facts.pruned ?? 0)
  }
}

private struct CopyFacts: Codable {
  /// Changes with the meaning of the other members or of the body.
  static let format = 1

  let copy: Int
  /// When the service sent the body, in milliseconds since 1970-01-01T00:00:00Z.
  let read: Int64
  let etag: String?
  let lastModified: String?
  /// The fingerprint of what the service sent; nil for content of our own.
  let sent: String?
  /// The number of elements that are not in the body; nil for none.
  let pruned: Int?
  /// Of the body.
  let fingerprint: String
}
