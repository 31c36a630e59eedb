import Expectations
import Testing

@testable import procon_tui

struct MouseReportTests {
  private func key(_ sequence: [UInt8]) -> Key? { MouseReport(sequence)?.key }

  @Test(arguments: [
    ("0;1;1M", Key.click(row: 0, column: 0)), ("0;300;7M", .click(row: 6, column: 299)),
    ("0;300;7m", .release(row: 6, column: 299)), ("64;250;2M", .wheelUp(row: 1, column: 249)),
    ("65;250;2M", .wheelDown(row: 1, column: 249)),
    // With Shift, Alt and Ctrl.
    ("28;3;2M", .click(row: 1, column: 2)),
  ])
  func `buttons and the wheel are reported at any column`(report: String, key: Key) {
    expect(self.key(Array("\u{1B}[<\(report)".utf8)), equals: key)
  }

  @Test func `a terminal without mode 1006 reports presses and the wheel`() {
    let bytes = { (numbers: [UInt8]) in Array("\u{1B}[M".utf8) + numbers }
    expect(key(bytes([32, 33, 33])), equals: .click(row: 0, column: 0))
    expect(key(bytes([32, 255, 40])), equals: .click(row: 7, column: 222))
    expect(key(bytes([97, 34, 33])), equals: .wheelDown(row: 0, column: 1))
    let release = MouseReport(bytes([35, 33, 33]))
    expect(release != nil)
    expect(release?.key == nil)
  }

  @Test(arguments: [
    "2;1;1M", "32;1;1M", "0;0;1M", "0;1M", "0;1;1;1M", "0;1;1", "0;1;99999999999999999999M", "M",
    "",
    "-1;1;1M",
  ])
  func `a report without a meaning is ignored`(report: String) {
    let read = MouseReport("\u{1B}[<\(report)".utf8)
    expect(read != nil)
    expect(read?.key == nil)
  }

  @Test(arguments: ["\u{1B}[A", "\u{1B}[M", "\u{1B}[200~", "\u{1B}x", "\u{1B}[3M", "a", ""])
  func `another sequence is not a report`(sequence: String) {
    expect(MouseReport(sequence.utf8) == nil)
  }
}
