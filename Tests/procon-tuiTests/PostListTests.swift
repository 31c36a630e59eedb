import BoardValues
import Expectations
import Testing

@testable import procon_tui

/// The newest posts, which the daemon shows by itself, before older ones.
struct PostListTests {
  private func posts(_ numbers: some Sequence<Int>) -> [PostItem] {
    numbers.map {
      PostItem(
        id: "\($0)", title: "Post \($0)", subtitle: "", author: "", created: "", updated: "",
        updatedBy: nil, dates: "")
    }
  }

  private func numbers(_ list: PostList) -> [Int] { list.posts.compactMap { Int($0.id) } }

  /// The newest five of nine posts, and all older ones, in pages of two.
  private func list() -> PostList {
    var list = PostList(pageSize: 2)
    list.show(posts((5...9).reversed()))
    for (page, before) in [([4, 3], "5"), ([2, 1], "3"), ([], "1")] {
      expect(!list.isComplete)
      list.append(posts(page), after: before)
    }
    return list
  }

  @Test func `pages are added behind the last post until one is shorter`() {
    expect(numbers(list()), equals: [9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(list().isComplete)
  }

  @Test func `what gives way to a new post stays`() {
    var list = list()
    list.show(posts((6...10).reversed()))
    expect(numbers(list), equals: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    var short = PostList()
    short.show(posts([2, 1]))
    short.show(posts([3, 2]))
    expect(numbers(short), equals: [3, 2, 1])
  }

  @Test func `what is removed among the newest is replaced by an older one`() {
    var list = list()
    list.show(posts([9, 8, 6, 5, 4]))
    expect(numbers(list), equals: [9, 8, 6, 5, 4, 3, 2, 1])
    var last = self.list()
    last.show(posts([9, 8, 7, 6, 4]))
    expect(numbers(last), equals: [9, 8, 7, 6, 4, 3, 2, 1])
    var few = PostList()
    few.show(posts([2, 1]))
    few.show(posts([2]))
    expect(numbers(few), equals: [2])
  }

  @Test func `a page that was asked for before the last post changed is not added`() {
    var list = PostList(pageSize: 2)
    list.show(posts((5...9).reversed()))
    // 7 is removed, and 4 comes in.
    list.show(posts([9, 8, 6, 5, 4]))
    list.append(posts([4, 3]), after: "5")
    expect(numbers(list), equals: [9, 8, 6, 5, 4])
    expect(!list.isComplete)
    list.append(posts([3, 2]), after: "4")
    expect(numbers(list), equals: [9, 8, 6, 5, 4, 3, 2])
  }

  @Test func `a page that brings nothing new is the last one`() {
    var list = list()
    list.append(posts([9, 8]), after: "1")
    expect(numbers(list), equals: [9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(list.isComplete)
  }

  @Test func `older posts are replaced by what the daemon has`() {
    var list = list()
    list.replace(posts([4, 2]), after: "5")
    expect(numbers(list), equals: [9, 8, 7, 6, 5, 4, 2, 1])
    expect(list.isComplete)
    // What follows a page that ends with an unknown post is not known.
    list.replace(posts([4, 3]), after: "5")
    expect(numbers(list), equals: [9, 8, 7, 6, 5, 4, 3])
    expect(!list.isComplete)
    list.replace(posts([2, 1]), after: "8")
    list.replace(posts([2, 1]), after: "0")
    expect(numbers(list), equals: [9, 8, 7, 6, 5, 4, 3])
    // Nothing follows a short page.
    list.append(posts([2, 1]), after: "3")
    list.replace(posts([2]), after: "3")
    expect(numbers(list), equals: [9, 8, 7, 6, 5, 4, 3, 2])
    expect(list.isComplete)
    list.replace([], after: "5")
    expect(numbers(list), equals: [9, 8, 7, 6, 5])
  }

  @Test func `what surrounds an older post is compared with the daemon's`() {
    var list = PostList()
    expect(list.anchor(of: nil) == nil)
    list.show(posts((51...100).reversed()))
    expect(list.anchor(of: "60") == nil)
    list.append(posts((1...50).reversed()), after: "51")
    for (id, anchor) in [(nil, "51"), ("60", "51"), ("45", "51"), ("10", "30")] {
      expect(list.anchor(of: id)?.id, equals: anchor)
    }
  }
}
