import Expectations
import Glibc
import Testing

@testable import Terminal

/// Compares the width of each scalar with wcwidth(3) of glibc 2.36 under C.UTF-8.
struct SystemWidthTests {
  @Test func `a scalar takes the columns that wcwidth reports, with these exceptions`() throws {
    let locale = try require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
    let previous = uselocale(locale)
    defer {
      uselocale(previous)
      freelocale(locale)
    }
    // Declared in wchar.h only with _XOPEN_SOURCE.
    let symbol = try require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    var known = 0
    var different: [ClosedRange<UInt32>] = []
    for scalar in (0...0x10FFFF).lazy.compactMap({ Unicode.Scalar($0 as UInt32) }) {
      let width = wcwidth(Int32(scalar.value))
      guard width >= 0 else { continue }
      known += 1
      guard Int(width) != Character(scalar).displayWidth else { continue }
      if let last = different.last, last.upperBound + 1 == scalar.value {
        different[different.count - 1] = last.lowerBound...scalar.value
      } else {
        different.append(scalar.value...scalar.value)
      }
    }
    expect(known > 280_000)
    expect(
      different,
      equals: [
        // Hangul tone marks: one column like all other spacing marks, where wcwidth says two.
        0x302E...0x302F,
        // Circled numbers on black squares, whose width is ambiguous in Unicode, and the I Ching
        // hexagrams, which were narrow before Unicode 16: one column, where wcwidth says two.
        0x3248...0x324F, 0x4DC0...0x4DFF,
        // Vietnamese reading marks: spacing marks, as above.
        0x16FF0...0x16FF1,
        // Halves of flags: drawn as emoji in two columns, where wcwidth says one.
        0x1F1E6...0x1F1FF,
      ])
  }
}
