import Expectations
import Testing

@testable import Terminal

struct PaletteTests {
  @Test(arguments: [
    (Palette.Style.bold, "1"), (.dim, "2"), (.red, "31"), (.green, "32"), (.boldRed, "1;31"),
  ])
  func `a style is set before the text and reset after it`(style: Palette.Style, code: String) {
    expect(Palette(isColoured: true).styled("pro", style), equals: "\u{1B}[\(code)mpro\u{1B}[0m")
  }

  @Test func `without colour, no escape sequence is printed`() {
    expect(Palette(isColoured: false).styled("pro", .boldRed), equals: "pro")
  }

  @Test func `without a style or without text, no escape sequence is printed`() {
    expect(Palette(isColoured: true).styled("pro", nil), equals: "pro")
    expect(Palette(isColoured: true).styled("", .bold), equals: "")
  }

  @Test func `URLs are links where the terminal knows them, with or without colour`() {
    let lines = [StyledText("see https://a.o", .bold), StyledText("rg now")]
    let link = { (text: String) in "\u{1B}]8;;https://a.org\u{7}\(text)\u{1B}]8;;\u{7}" }
    let urls: Set = ["https://a.org"]
    expect(
      Palette(isColoured: true, hasLinks: true).styled(lines, linking: urls),
      equals: [
        "\u{1B}[1msee \(link("https://a.o"))\u{1B}[0m", "\(link("rg")) now",
      ])
    expect(
      Palette(isColoured: false, hasLinks: true).styled(lines, linking: urls),
      equals: [
        "see \(link("https://a.o"))", "\(link("rg")) now",
      ])
    expect(
      Palette(isColoured: false).styled(lines, linking: urls),
      equals: ["see https://a.o", "rg now"])
  }
}
