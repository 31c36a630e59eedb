import BoardValues
import Expectations
import Terminal
import Testing

@testable import TerminalClient

struct PageLayoutTests {
  @Test(arguments: [
    (10, [3, 3], [3, 3]), (10, [20, 20], [5, 5]), (11, [20, 20], [5, 6]), (10, [2, 20], [2, 8]),
    (10, [20, 2], [8, 2]), (12, [20, 3, 20], [4, 3, 5]), (9, [9], [9]), (0, [1, 1], [0, 0]),
  ])
  func `space is divided equally, and unused space goes to the other sections`(
    room: Int, needs: [Int], shares: [Int]
  ) {
    expect(PageLayout.shares(of: room, among: needs), equals: shares)
  }

  @Test func `a small terminal shows part of both sides`() {
    let lines = BoardPage.sample.plainLines(width: 24, height: 14)
    expect(
      lines.suffix(10),
      equals: [
        "👍 Pros (4)", "────────────────────────", "+ Error reduction", "+ Increase work",
        "… 4 more lines", "", "👎 Cons (3)", "────────────────────────", "- High cost",
        "… 3 more lines",
      ])
  }

  @Test func `posts are below the sides and share a small terminal with them`() {
    var board = BoardPage.sample
    board.posts = (1...3).map {
      PostItem(
        id: "\($0)", title: "POST \($0)", subtitle: "Text \($0)", author: "ada", created: "",
        updated: "", updatedBy: nil, dates: "2026-11-22 10:00 UTC")
    }
    let lines = board.plainLines(width: 60)
    expect(
      lines[9...14],
      equals: [
        "", "💬 Posts (3)", String(repeating: "─", count: 60), "* POST 1",
        "  ada, 2026-11-22 10:00 UTC", "  Text 1",
      ])
    let cut = board.plainLines(width: 60, height: 14)
    expect(cut.count, equals: 14)
    expect(cut[7], equals: "… 2 more lines")
    expect(cut[9], equals: "💬 Posts (3)")
    expect(cut[13], equals: "… 7 more lines")
  }
}
