import Application
import BoardValues
import Boxes
import Domain
import Expectations
import MemoryPlatform
import Testing

struct ArgumentsViewModelTests {
  private let store = MemoryGateway.withBuiltInTopic(at: start)

  @Test func `before the first fetch there are no items, no failure and no activity`() {
    let pros = ArgumentsViewModel(store)
    expect(pros.items.value.isEmpty)
    expect(pros.list.value, equals: ArgumentList(.pro))
    expect(pros.isErrorFree.value, equals: Content())
    expect(!pros.isFetching.value)
  }

  @Test(arguments: Side.allCases)
  func `fetch shows the arguments of the side in order of addition`(side: Side) async throws {
    let model = ArgumentsViewModel(store, side: Column(side))
    try await model.fetch()
    let list = BuiltInTopic.arguments(side, at: start)
    expect(model.items.value, equals: list.arguments.map(ArgumentItem.init))
    expect(model.list.value, equals: list)
    expect(model.isErrorFree.value, equals: Content())
  }

  @Test func `add returns the item and shows it last`() async throws {
    let pros = ArgumentsViewModel(store)
    let item = try await pros.add(text: " Patience ", weight: 3, author: "ada")
    expect(item.text, equals: "Patience")
    expect(item.weight, equals: 3)
    expect(item.author, equals: "ada")
    expect(pros.items.value.count, equals: 5)
    expect(pros.items.value.last, equals: item)
  }

  @Test func `change returns the item and shows it in its place`() async throws {
    let pros = ArgumentsViewModel(store)
    let item = try await pros.change(id: "2", text: "Speed", weight: 5, author: "ada")
    expect(item.text, equals: "Speed")
    expect(pros.items.value[1], equals: item)
  }

  @Test func `remove shows the others in order`() async throws {
    let pros = ArgumentsViewModel(store)
    try await pros.remove(id: "2", author: "ada")
    expect(pros.items.value.map(\.id), equals: ["1", "3", "4"])
  }

  @Test func `no change is lost when two view models share a store`() async throws {
    let one = ArgumentsViewModel(store)
    let other = ArgumentsViewModel(store)
    _ = try await one.add(text: "One", author: "ada")
    _ = try await other.add(text: "Other", author: "bob")
    expect(other.items.value.suffix(2).map(\.text), equals: ["One", "Other"])
  }

  @Test func `a fetch of the same content sets neither items nor list`() async throws {
    let pros = ArgumentsViewModel(store)
    try await pros.fetch()
    let items = Recorder(pros.items)
    let lists = Recorder(pros.list)
    try await pros.fetch()
    expect(items.values.count, equals: 1)
    expect(lists.values.count, equals: 1)
  }

  @Test func `a view model that is no longer referenced is released with its boxes`() async throws {
    var pros: ArgumentsViewModel? = ArgumentsViewModel(store)
    try await pros?.fetch()
    weak let model = pros
    let (items, list) = (pros.map { Observer($0.items) }, pros.map { Observer($0.list) })
    pros = nil
    expect(model == nil)
    expect(items?.isReleased, equals: true)
    expect(list?.isReleased, equals: true)
  }
}
