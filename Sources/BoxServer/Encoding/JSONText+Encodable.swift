public import BoxWire

extension JSONText {
  /// Encodes a value with its keys sorted, so that equal values have equal texts.
  ///
  /// Of Foundation's types, a `URL` becomes a string, a `Data` base64, a `Decimal` a number, and a
  /// `Date` the number of seconds since 2001. A value that encodes nothing becomes an empty object.
  ///
  /// - Throws: `EncodingError` for what JSON cannot represent, such as a number that is not finite,
  ///   and any error that the value throws.
  public init(encoding value: some Encodable) throws {
    let output = JSONOutput()
    try output.write(value)
    self = JSONText(valid: output.text)
  }
}
