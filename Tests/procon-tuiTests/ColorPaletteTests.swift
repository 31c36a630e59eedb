import Expectations
import Glibc
import Testing

@testable import procon_tui

/// As WCAG 2.1 defines it.
func luminance(_ rgb: Int32) -> Double {
  let parts = [rgb >> 16, rgb >> 8 & 255, rgb & 255].map { part in
    let share = Double(part) / 255
    return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}

struct ColorPaletteTests {
  private let colors = Style.Color.allCases.filter { $0 != .none }

  @Test func `direct colours are readable on light and dark backgrounds`() {
    for color in colors {
      let own = luminance(ColorPalette(count: 1 << 24)[color]) + 0.05
      expect(1.05 / own >= 3.8, "\(color) on white")
      expect(own / 0.05 >= 3.8, "\(color) on black")
    }
  }

  @Test func `256 colours are the same as direct ones`() {
    let levels: [Int32] = [0, 95, 135, 175, 215, 255]
    for color in colors {
      let number = Int(ColorPalette(count: 256)[color]) - 16
      let rgb = [number / 36, number / 6 % 6, number % 6].reduce(0) { $0 << 8 | levels[$1] }
      expect(rgb, equals: ColorPalette(count: 1 << 24)[color], "\(color)")
    }
  }

  @Test(arguments: [8, 16, 88]) func `fewer colours are the terminal's own`(count: Int) {
    for color in colors { expect((1..<8).contains(ColorPalette(count: count)[color])) }
    expect(ColorPalette(count: count)[.none], equals: -1)
  }
}
