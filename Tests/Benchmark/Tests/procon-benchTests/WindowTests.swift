import Testing

@testable import procon_bench

@Suite struct WindowTests {
  @Test func `a change is complete when the slowest subscriber has it`() {
    var window = Window(size: 4, subscribers: 3, completed: 0)
    window.publish(1...2)
    window.receive(0...2, published: 2)
    window.receive(0...1, published: 2)
    #expect(window.completed == 0)
    window.receive(0...1, published: 2)
    #expect(window.completed == 1)
    window.receive(1...2, published: 2)
    window.receive(1...2, published: 2)
    #expect(window.completed == 2 && window.durations.count == 2)
  }

  @Test func `a newer value includes those before it`() {
    var window = Window(size: 3, subscribers: 2, completed: 10)
    window.publish(11...13)
    window.receive(10...13, published: 13)
    window.receive(10...12, published: 13)
    #expect(window.completed == 12)
    window.receive(12...12, published: 13)
    window.receive(12...13, published: 13)
    #expect(window.completed == 13)
  }

  @Test func `entries of the window are reused`() {
    var window = Window(size: 2, subscribers: 1, completed: 0)
    for number in 1...9 {
      window.publish(number...number)
      #expect(window.completed == number - 1)
      window.receive(number - 1...number, published: number)
    }
    #expect(window.completed == 9 && window.durations.count == 9)
    #expect(window.durations.allSatisfy { $0 >= 0 })
  }
}
