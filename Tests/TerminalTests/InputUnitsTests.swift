import Expectations
import Testing

@testable import Terminal

struct InputUnitsTests {
  private let parts: [String] = [
    "a", "é", "日", "👍", "\u{1B}[A", "\u{1B}[200~", "x", "\u{1B}[201~", "\u{1B}OP", "\u{1B}x", "\r",
    "\u{1B}[<0;10;5M", "\u{1B}[M !!", "\u{1B}[1;5C", "\u{1B}\u{7F}", "\u{1B}\r", "\u{1B}é",
    "\u{1B}👍", "\u{1B}O5C", "\u{1B}[[A", "\u{1B}\u{1B}[A", "\u{1B}\u{1B}OA", "b",
  ]

  private func texts(_ units: [ArraySlice<UInt8>]) -> [String] {
    units.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `characters and sequences stay whole wherever they are divided`() {
    let bytes = Array(parts.joined().utf8)
    for size in 1...bytes.count {
      var units = InputUnits()
      var found: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += texts(units.append(bytes[start..<min(start + size, bytes.count)]))
      }
      expect(found, equals: parts, "in parts of \(size)")
      expect(!units.hasSequence)
    }
  }

  @Test func `what follows an escape character is a key of its own if no sequence begins with it`()
  {
    var units = InputUnits()
    expect(
      texts(units.append("\u{1B}\u{1B}a\u{1B}\u{C}\u{1B}".utf8)),
      equals: [
        "\u{1B}", "\u{1B}a", "\u{1B}", "\u{C}",
      ])
    expect(units.hasEscape)
    expect(texts(units.flush()), equals: ["\u{1B}"])
    expect(!units.hasSequence)
  }

  @Test func `Escape pressed several times is as many keys`() {
    var units = InputUnits()
    expect(texts(units.append("\u{1B}\u{1B}\u{1B}".utf8)), equals: ["\u{1B}"])
    expect(units.hasEscape)
    expect(texts(units.flush()), equals: ["\u{1B}", "\u{1B}"])
    expect(!units.hasSequence)
  }

  @Test func `a key that follows Escape after a moment is a key of its own`() {
    var units = InputUnits()
    expect(texts(units.append("\u{1B}".utf8) + units.flush()), equals: ["\u{1B}"])
    expect(texts(units.append("d".utf8)), equals: ["d"])
  }

  @Test func `an escape character before bytes that are not UTF-8 is the key Escape`() {
    var units = InputUnits()
    expect(
      texts(units.append([0x1B, 0xFF, 0x1B, 0xC3, 0x61, 0x1B, 0xC3])),
      equals: ["\u{1B}", "\u{1B}", "a"])
    expect(texts(units.flush()), equals: ["\u{1B}"])
  }

  @Test func `a sequence that never ends is one unit`() {
    var units = InputUnits()
    expect(texts(units.append("\u{1B}[12".utf8)), equals: [])
    expect(units.hasSequence && !units.hasEscape)
    expect(texts(units.flush()), equals: ["\u{1B}[12"])
    expect(texts(units.append("\u{1B}[1\u{1B}[A".utf8)), equals: ["\u{1B}[1", "\u{1B}[A"])
    expect(texts(units.append("\u{1B}O".utf8) + units.flush()), equals: ["\u{1B}O"])
    expect(texts(units.append("\u{1B}O\u{1B}[A".utf8)), equals: ["\u{1B}O", "\u{1B}[A"])
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3],
      [0xE6, 0x97],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are left out, and nothing else`(bytes: [UInt8]) {
    var units = InputUnits()
    expect(
      texts(units.append(Array("a".utf8) + bytes + Array("b日".utf8))), equals: ["a", "b", "日"])
    expect(texts(units.append(bytes) + units.flush()), equals: [])
    expect(texts(units.append("c".utf8)), equals: ["c"])
  }
}
