extension JSONText {
  /// Encodes a value with its keys sorted, so that equal values have equal texts.
  ///
  /// A type is written as it encodes itself: a `Date` of Foundation's is the number of seconds since
  /// 2001, a `Data` an array of bytes. What encodes nothing is an empty object.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, such as a number that is not finite, and
  ///   what the value throws.
  public init(encoding value: some Encodable) throws {
    let output = JSONOutput()
    try value.encode(to: JSONValueEncoder(output: output))
    self = JSONText(valid: output.finish())
  }
}
