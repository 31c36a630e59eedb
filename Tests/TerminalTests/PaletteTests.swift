import Testing

@testable import Terminal

struct PaletteTests {
  @Test(arguments: [
    (Palette.Style.bold, "1"), (.dim, "2"), (.red, "31"), (.green, "32"), (.boldRed, "1;31"),
  ])
  func `a style is set before the text and reset after it`(style: Palette.Style, code: String) {
    #expect(Palette(isColoured: true).styled("pro", style) == "\u{1B}[\(code)mpro\u{1B}[0m")
  }

  @Test func `without colour, no escape sequence is printed`() {
    #expect(Palette(isColoured: false).styled("pro", .boldRed) == "pro")
  }

  @Test func `without a style or without text, no escape sequence is printed`() {
    #expect(Palette(isColoured: true).styled("pro", nil) == "pro")
    #expect(Palette(isColoured: true).styled("", .bold) == "")
  }
}
