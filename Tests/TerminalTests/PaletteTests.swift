import Testing

@testable import Terminal

struct PaletteTests {
  @Test(arguments: [
    (Palette.Style.bold, "1"), (.dim, "2"), (.red, "31"), (.green, "32"), (.boldRed, "1;31"),
  ])
  func `a style is set before the text and reset after it`(style: Palette.Style, code: String) {
    #expect(Palette(isColoured: true).styled("pro", style) == "\u{1B}[\(code)mpro\u{1B}[0m")
  }

  @Test func `without colour nothing is emitted`() {
    #expect(Palette(isColoured: false).styled("pro", .boldRed) == "pro")
  }

  @Test func `no style and no text emit nothing`() {
    #expect(Palette(isColoured: true).styled("pro", nil) == "pro")
    #expect(Palette(isColoured: true).styled("", .bold) == "")
  }
}
