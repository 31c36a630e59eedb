extension JSONText {
  /// Reads an object into the texts of its members, each of which is copied once.
  ///
  /// - Parameter depth: maximum nesting, at most 128.
  /// - Returns: names and values in order, including repeated names.
  /// - Throws: `JSONError` for anything that is not an object by RFC 8259.
  package static func members(
    parsing bytes: UnsafeRawBufferPointer, depth: Int = ProtocolLimits.depth
  ) throws(JSONError) -> [(name: String, value: JSONText)] {
    var scanner = JSONScanner(bytes, maximumDepth: depth)
    var members: [(name: String, value: JSONText)] = []
    try scanner.members { name, scanner throws(JSONError) in
      members.append((name, try scanner.text()))
    }
    try scanner.finish()
    return members
  }
}
