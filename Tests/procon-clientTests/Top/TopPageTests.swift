import Expectations
import Terminal
import Testing

@testable import procon_client

struct TopPageTests {
  @Test func `no line exceeds the width and no page the height`() {
    var page = TopPage()
    page.server = "procond 0.1.0"
    page.rows = (0..<5000).map { number in
      BoxActivity.Row(
        path: "shared.日本語\(number)", rate: 1e300, total: .max)
    }
    page.notice = "The connection to the daemon is lost; trying again …"
    for width in [1, 10, 20, 33, 80, 200] {
      for height in [1, 2, 5, 24] {
        let lines = page.lines(
          width: width, height: height, palette: Palette(isColoured: false))
        expect(lines.count <= height)
        expect(lines.allSatisfy { $0.displayWidth <= width })
      }
    }
  }
}
