import Application
import BoardValues
import Domain
import DomainTestSupport
import Expectations
import MemoryPlatform
import Testing

/// What a board promises, in each style. The view models of MVVM are those that the daemon
/// publishes.
@Suite(.timeLimit(.minutes(10))) struct BoardTests {
  let memory = MemoryGateway.withBuiltInTopic(at: start)
  let store: FailingGateway
  /// Forwards calls about arguments to `store`.
  let slow: SlowGateway
  let down = "the store is full"

  init() {
    store = FailingGateway(memory)
    slow = SlowGateway(store)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `before the first fetch a board shows the summary only`(style: PresentationStyle)
    async throws
  {
    let board = try await style.screen(store).display.board
    expect(board.summary?.line, equals: "4 pros · 3 cons · score +1 · leans pro")
    expect(board, equals: ShownBoard(summary: board.summary))
  }

  @Test(arguments: PresentationStyle.allCases, Side.allCases)
  func `fetch shows the arguments in order of addition`(style: PresentationStyle, side: Side)
    async throws
  {
    let screen = try await style.screen(store)
    await screen.fetch(side)
    let list = BuiltInTopic.arguments(side, at: start)
    expect(
      screen.display.board[side],
      equals: ShownBoard.Column(items: list.arguments.map(ArgumentItem.init)))
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a change is shown on its side and in the summary`(style: PresentationStyle) async throws {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    await screen.add(" Patience ", weight: 3, to: .pro)
    expect(screen.display.board.pros.items.last?.text, equals: "Patience")
    expect(
      screen.display.board.summary?.line, equals: "5 pros · 3 cons · score +4 · leans pro")
    await screen.change("2", text: "Speed", weight: 5, on: .pro)
    expect(screen.display.board.pros.items[1].text, equals: "Speed")
    expect(screen.display.board.pros.items[1].weight, equals: 5)
    await screen.remove("1", from: .pro)
    expect(screen.display.board.pros.items.map(\.id), equals: ["2", "3", "4", "5"])
    expect(
      screen.display.board.summary?.line, equals: "4 pros · 3 cons · score +7 · leans pro")
    expect(screen.display.board.pros.alert == nil)
    expect(screen.display.board.refusal == nil)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a side without arguments has an alert`(style: PresentationStyle) async throws {
    let store = MemoryGateway(boards: [Board(BuiltInTopic.topic(at: start))])
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    expect(screen.display.board.pros, equals: ShownBoard.Column(alert: "No pros found"))
    await screen.add("Patience", weight: 1, to: .pro)
    expect(screen.display.board.pros.alert == nil)
    await screen.remove("1", from: .pro)
    expect(screen.display.board.pros, equals: ShownBoard.Column(alert: "No pros found"))
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a failure is an alert of its side and keeps the items, until a call succeeds`(
    style: PresentationStyle
  ) async throws {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    await screen.fetch(.con)
    let before = screen.display.board
    store.fail(.full)
    await screen.fetch(.pro)
    expect(
      screen.display.board.pros, equals: ShownBoard.Column(items: before.pros.items, alert: down))
    expect(screen.display.board.cons, equals: before.cons)
    expect(screen.display.board.summary, equals: before.summary)
    store.recover()
    await screen.fetch(.pro)
    expect(screen.display.board, equals: before)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `every change shows a failure of the store`(style: PresentationStyle) async throws {
    let changes: [(any BoardScreen) async -> Void] = [
      { await $0.add("Patience", weight: 1, to: .pro) },
      { await $0.change("1", text: nil, weight: 2, on: .pro) },
      { await $0.remove("1", from: .pro) },
    ]
    for change in changes {
      let screen = try await style.screen(store)
      store.fail(.full)
      await change(screen)
      expect(screen.display.board.pros.alert, equals: down)
      expect(screen.display.board.refusal == nil)
      store.recover()
      await change(screen)
      expect(screen.display.board.pros.alert == nil)
    }
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a broken rule concerns only the user who broke it`(style: PresentationStyle) async throws {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    let before = screen.display.board
    await screen.add(" ", weight: 1, to: .pro)
    expect(screen.display.board.refusal, equals: "text must not be empty")
    await screen.change("1", text: "No Breaks", weight: nil, on: .pro)
    expect(screen.display.board.refusal, equals: "\"No Breaks\" is already there")
    await screen.remove("9", from: .pro)
    expect(screen.display.board.refusal, equals: "there is no argument 9")
    expect(screen.display.values(of: \.pros.alert), equals: [nil])
    await screen.change("1", text: nil, weight: 1, on: .pro)
    expect(screen.display.board, equals: before)
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a fetch of the same content draws nothing but its activity`(style: PresentationStyle)
    async throws
  {
    let screen = try await style.screen(store)
    await screen.fetch(.pro)
    let before = screen.display.history
    await screen.fetch(.pro)
    let new = screen.display.history.dropFirst(before.count)
    var fetching = before[before.count - 1]
    fetching.pros.isFetching = true
    expect(Array(new), equals: [fetching, before[before.count - 1]])
  }

  @Test(arguments: PresentationStyle.allCases)
  func `a screen without references is released`(style: PresentationStyle) async throws {
    var screen: (any BoardScreen)? = try await style.screen(store)
    await screen?.fetch(.pro)
    weak let (released, display) = (screen, screen?.display)
    screen = nil
    expect(released == nil)
    expect(display == nil)
  }
}
