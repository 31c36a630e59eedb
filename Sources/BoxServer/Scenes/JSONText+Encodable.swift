public import BoxWire
internal import FoundationEssentials
public import UVLoop

extension JSONText {
  /// Encodes a value with its keys sorted, so that equal values have equal texts.
  ///
  /// - Throws: `EncodingError` for what JSON cannot hold, such as a number that is not finite.
  @LoopActor
  public init(encoding value: some Encodable) throws {
    self = JSONText(valid: Array(try encoder.encode(value)))
  }

  /// The same on any thread: for long values, which would keep the loop from other work.
  public init(encodingLong value: some Encodable) throws {
    self = JSONText(valid: Array(try makeEncoder().encode(value)))
  }
}

@LoopActor
private let encoder = makeEncoder()

private func makeEncoder() -> JSONEncoder {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return encoder
}
