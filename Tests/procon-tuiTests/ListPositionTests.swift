import Expectations
import Testing

@testable import procon_tui

struct ListPositionTests {
  @Test func `the selected row is revealed with as little scrolling as possible`() {
    var list = ListPosition()
    list.reveal(of: 10, room: 3) { _ in 1 }
    expect(list.top, equals: 0)
    list.select(4, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    expect(list.top, equals: 2)
    list.select(3, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    expect(list.top, equals: 2)
    list.select(1, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    expect(list.top, equals: 1)
  }

  @Test func `rows may take several lines`() {
    var list = ListPosition()
    list.select(3, of: 5)
    list.reveal(of: 5, room: 4) { $0 == 3 ? 3 : 1 }
    expect(list.top, equals: 2)
    list.reveal(of: 5, room: 2) { $0 == 3 ? 3 : 1 }
    expect(list.top, equals: 3)
  }

  @Test func `a shorter list leaves no empty lines at its end`() {
    var list = ListPosition()
    list.select(9, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    expect(list.top, equals: 7)
    list.reveal(of: 5, room: 3) { _ in 1 }
    expect(list.top, equals: 2)
    expect(list.selected, equals: 4)
    list.reveal(of: 0, room: 3) { _ in 1 }
    expect(list.top, equals: 0)
  }

  @Test func `commands move the selection within the list`() {
    var list = ListPosition()
    let selected = { (command: Command) -> Int? in
      list.move(command, of: 10, page: 4) ? list.selected : nil
    }
    expect(selected(.up), equals: 0)
    expect(selected(.pageDown), equals: 3)
    expect(selected(.last), equals: 9)
    expect(selected(.down), equals: 9)
    expect(selected(.pageUp), equals: 6)
    expect(selected(.first), equals: 0)
    expect(selected(.open) == nil)
  }
}
