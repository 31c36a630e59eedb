internal import Domain

/// What a service calls something, and the segment of a path by which it is known here.
///
/// A name that can be a segment is its own segment. Others are `id_` and the name in `base64url`;
/// those too long for that are `idx_` and their fingerprint, and are found in the lists that contain
/// them. Names that begin like these are encoded too, so that different names never have the same
/// segment.
struct Identifier: Hashable, Sendable {
  /// As the service writes it, without quotation marks.
  let name: String
  /// 1 to 64 ASCII letters, digits, `_` and `-`.
  let segment: String

  init(_ name: String) {
    self.name = name
    segment = Self.segment(for: name)
  }

  /// The identifier with this segment; nil if the segment does not contain the name.
  init?(segment: String) {
    if segment.hasPrefix(Self.longPrefix) { return nil }
    guard segment.hasPrefix(Self.prefix) else {
      guard Topic.isID(segment) else { return nil }
      (name, self.segment) = (segment, segment)
      return
    }
    guard let bytes = Base64URL.decode(segment.dropFirst(Self.prefix.count)),
      let name = String(validating: bytes, as: UTF8.self), Self.segment(for: name) == segment
    else { return nil }
    (self.name, self.segment) = (name, segment)
  }

  private static func segment(for name: String) -> String {
    if Topic.isID(name), !name.hasPrefix(prefix), !name.hasPrefix(longPrefix),
      !Topic.isReserved(name)
    {
      return name
    }
    // Three bytes take four characters.
    if name.utf8.count <= (64 - prefix.count) * 3 / 4 {
      return prefix + Base64URL.encode(name.utf8)
    }
    return longPrefix + Fingerprint.of(name.utf8)
  }

  private static let prefix = "id_"
  private static let longPrefix = "idx_"

  // By bytes: strings that differ only in normalization are different names.
  static func == (left: Identifier, right: Identifier) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(segment) }
}
