import Testing

@testable import procon_tui

struct ListPositionTests {
  @Test func `the selected row is revealed with as little scrolling as possible`() {
    var list = ListPosition()
    list.reveal(of: 10, room: 3) { _ in 1 }
    #expect(list.top == 0)
    list.select(4, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    #expect(list.top == 2)
    list.select(3, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    #expect(list.top == 2)
    list.select(1, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    #expect(list.top == 1)
  }

  @Test func `rows may take several lines`() {
    var list = ListPosition()
    list.select(3, of: 5)
    list.reveal(of: 5, room: 4) { $0 == 3 ? 3 : 1 }
    #expect(list.top == 2)
    list.reveal(of: 5, room: 2) { $0 == 3 ? 3 : 1 }
    #expect(list.top == 3)
  }

  @Test func `a shorter list leaves no empty lines at its end`() {
    var list = ListPosition()
    list.select(9, of: 10)
    list.reveal(of: 10, room: 3) { _ in 1 }
    #expect(list.top == 7)
    list.reveal(of: 5, room: 3) { _ in 1 }
    #expect(list.top == 2)
    #expect(list.selected == 4)
    list.reveal(of: 0, room: 3) { _ in 1 }
    #expect(list.top == 0)
  }

  @Test func `commands move the selection within the list`() {
    var list = ListPosition()
    let selected = { (command: Command) -> Int? in
      list.move(command, of: 10, page: 4) ? list.selected : nil
    }
    #expect(selected(.up) == 0)
    #expect(selected(.pageDown) == 3)
    #expect(selected(.last) == 9)
    #expect(selected(.down) == 9)
    #expect(selected(.pageUp) == 6)
    #expect(selected(.first) == 0)
    #expect(selected(.open) == nil)
  }
}
