internal import BoxWire

/// A stored copy of a resource: a line of JSON with facts, then the body.
struct CopyFile: Equatable, Sendable {
  /// What is known of the content.
  struct Facts: Equatable, Sendable {
    /// When the service sent the content, in milliseconds since 1970-01-01T00:00:00Z.
    var read: Int64
    /// When the service last said that this is its content. It is the date of the file, so that it
    /// can change without the content.
    var confirmed: Int64
    var etag: String?
    var lastModified: String?
    /// The fingerprint of the body that the service sent; nil for content of our own.
    var sent: String?

    /// What identifies the content.
    var tags: [String?] { [etag, lastModified, sent, String(read)] }
  }

  var facts: Facts
  /// The content in the form in which it is stored.
  var body: [UInt8]

  init(_ facts: Facts, body: [UInt8]) {
    self.facts = facts
    self.body = body
  }

  /// The contents of the file.
  var bytes: [UInt8] {
    let line = JSONText([
      ("copy", JSONText(Self.format)), ("read", JSONText(Int(facts.read))),
      ("etag", facts.etag.map { JSONText($0) }),
      ("lastModified", facts.lastModified.map { JSONText($0) }),
      ("sent", facts.sent.map { JSONText($0) }),
      ("fingerprint", JSONText(Digest.of(body))),
    ])
    return line.bytes + [UInt8(ascii: "\n")] + body
  }

  /// Reads the contents of a file. nil if they are damaged.
  ///
  /// - Parameter confirmed: the date of the file.
  init?(_ bytes: [UInt8], confirmed: Int64) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let line = try? JSONText(parsing: bytes[..<end]),
      line["copy"]?.integer == Self.format, let read = line["read"]?.integer
    else { return nil }
    let body = Array(bytes[(end + 1)...])
    guard line["fingerprint"]?.string == Digest.of(body) else { return nil }
    facts = Facts(
      read: Int64(read), confirmed: confirmed, etag: line["etag"]?.string,
      lastModified: line["lastModified"]?.string, sent: line["sent"]?.string)
    self.body = body
  }

  /// Changes with the meaning of the facts or the body.
  private static let format = 1
}
