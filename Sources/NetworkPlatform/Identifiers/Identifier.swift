internal import Domain
internal import LoopHTTP

/// What a service calls something, and the segment of a path by which it is known here.
///
/// A name that can be a segment is its own segment. Others are `id_` and the name in `base64url`;
/// those too long for that are `idx_` and their fingerprint, and are found in the lists that contain
/// them. Names that begin like these are encoded too, so that different names never have the same
/// segment.
///
/// A name that could lead a request to something else than the element has no identifier: an empty
/// one, `.`, `..`, and any with `/` or `\`.
struct Identifier: Hashable, Sendable {
  /// As the service writes it, without quotation marks.
  let name: String
  /// 1 to 64 ASCII letters, digits, `_` and `-`.
  let segment: String

  /// nil for a name that must not be part of a path.
  init?(_ name: String) {
    guard !["", ".", ".."].contains(name), !name.utf8.contains(where: Self.separators.contains)
    else { return nil }
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
      let name = String(validating: bytes, as: UTF8.self), let identifier = Self(name),
      identifier.segment == segment
    else { return nil }
    self = identifier
  }

  /// What a client asks for, which need not exist.
  ///
  /// - Parameter id: any text. One that no element of a service can have here gets a name that leads
  ///   to nothing: the elements with such names have other segments.
  init(requested id: String) {
    if let identifier = Self(segment: id) {
      self = identifier
    } else {
      (name, segment) = (Self.encode(id), id)
    }
  }

  private static func segment(for name: String) -> String {
    if Topic.isID(name), !name.hasPrefix(prefix), !name.hasPrefix(longPrefix),
      !Topic.isReserved(name)
    {
      return name
    }
    return encode(name)
  }

  private static func encode(_ name: String) -> String {
    // Three bytes take four characters.
    if name.utf8.count <= (64 - prefix.count) * 3 / 4 {
      return prefix + Base64URL.encode(name.utf8)
    }
    return longPrefix + Digest.of(name.utf8)
  }

  private static let separators = ["/", "\\"].map { UInt8(ascii: $0) }
  private static let prefix = "id_"
  private static let longPrefix = "idx_"

  // By bytes: strings that differ only in normalization are different names.
  static func == (left: Identifier, right: Identifier) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(segment) }
}
