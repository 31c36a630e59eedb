/// The line that opens a code block: at least three backticks or tildes, as in CommonMark.
struct Fence: Equatable {
  let character: UInt8
  let length: Int

  /// nil if the line does not open a block.
  init?(opening line: ArraySlice<UInt8>) {
    guard let (fence, rest) = Self.read(line) else { return nil }
    // With backticks after it, it would be inline code.
    if fence.character == 0x60, rest.contains(0x60) { return nil }
    self = fence
  }

  /// nil if the line does not close a block.
  init?(closing line: ArraySlice<UInt8>) {
    guard let (fence, rest) = Self.read(line), rest.allSatisfy(\.isBlank) else { return nil }
    self = fence
  }

  private init(_ character: UInt8, _ length: Int) {
    self.character = character
    self.length = length
  }

  private static func read(_ line: ArraySlice<UInt8>) -> (Fence, ArraySlice<UInt8>)? {
    let indentation = line.prefix { $0 == 0x20 }
    let text = line[indentation.endIndex...]
    guard indentation.count <= 3, let first = text.first, first == 0x60 || first == 0x7E else {
      return nil
    }
    let run = text.prefix { $0 == first }
    return run.count < 3 ? nil : (Fence(first, run.count), text[run.endIndex...])
  }

  func isClosed(by line: ArraySlice<UInt8>) -> Bool {
    guard let other = Fence(closing: line) else { return false }
    return other.character == character && other.length >= length
  }
}
