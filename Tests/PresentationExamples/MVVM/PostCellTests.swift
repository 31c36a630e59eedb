import BoardValues
import Expectations
import Testing

struct PostCellTests {
  @Test func `a view can show titles in capitals`() {
    let cell = PostCell(
      PostItem(
        id: "1", title: "Straße", subtitle: "It is faster.", author: "ada", created: nil,
        updated: nil, updatedBy: nil, dates: ""))
    expect(cell.title, equals: "STRASSE")
    expect(cell.subtitle, equals: "It is faster.")
  }
}
