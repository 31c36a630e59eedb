public import BoxWire

extension JSONText {
  /// Encodes a value with its keys sorted, so that equal values have equal texts.
  ///
  /// Of Foundation's types, a `URL` is a string, a `Data` base64, a `Decimal` a number, and a `Date`
  /// the number of seconds since 2001. What encodes nothing is an empty object.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, such as a number that is not finite, and
  ///   what the value throws.
  public init(encoding value: some Encodable) throws {
    let output = JSONOutput()
    try output.write(value)
    self = JSONText(valid: output.text)
  }
}
