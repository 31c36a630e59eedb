import Testing

@testable import TerminalClient
@testable import procon_tui

/// The newest posts, which the daemon shows by itself, before older ones.
struct PostListTests {
  private func posts(_ numbers: some Sequence<Int>) -> [Board.Post] {
    numbers.map {
      Board.Post(id: "\($0)", title: "Post \($0)", author: "", dates: "", subtitle: "")
    }
  }

  private func numbers(_ list: PostList) -> [Int] { list.posts.compactMap { Int($0.id) } }

  /// The newest five of nine posts, and all older ones.
  private func list() -> PostList {
    var list = PostList()
    list.show(posts((5...9).reversed()))
    list.append(posts((1...4).reversed()), after: "5")
    list.append([], after: "1")
    return list
  }

  @Test func `pages are added behind the last post until one brings nothing`() {
    #expect(numbers(list()) == [9, 8, 7, 6, 5, 4, 3, 2, 1])
    #expect(list().isComplete)
  }

  @Test func `what gives way to a new post stays`() {
    var list = list()
    list.show(posts((6...10).reversed()))
    #expect(numbers(list) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    var short = PostList()
    short.show(posts([2, 1]))
    short.show(posts([3, 2]))
    #expect(numbers(short) == [3, 2, 1])
  }

  @Test func `what is removed among the newest is replaced by an older one`() {
    var list = list()
    list.show(posts([9, 8, 6, 5, 4]))
    #expect(numbers(list) == [9, 8, 6, 5, 4, 3, 2, 1])
    var last = self.list()
    last.show(posts([9, 8, 7, 6, 4]))
    #expect(numbers(last) == [9, 8, 7, 6, 4, 3, 2, 1])
    var few = PostList()
    few.show(posts([2, 1]))
    few.show(posts([2]))
    #expect(numbers(few) == [2])
  }

  @Test func `a page that was asked for before the last post changed is not added`() {
    var list = PostList()
    list.show(posts((5...9).reversed()))
    // 7 is removed, and 4 comes in.
    list.show(posts([9, 8, 6, 5, 4]))
    list.append(posts((1...4).reversed()), after: "5")
    #expect(numbers(list) == [9, 8, 6, 5, 4])
    #expect(!list.isComplete)
    list.append(posts([3, 2]), after: "4")
    #expect(numbers(list) == [9, 8, 6, 5, 4, 3, 2])
  }

  @Test func `a page that brings nothing new is the last one`() {
    var list = list()
    list.append(posts([9, 8]), after: "1")
    #expect(numbers(list) == [9, 8, 7, 6, 5, 4, 3, 2, 1])
    #expect(list.isComplete)
  }

  @Test func `the first older posts are replaced by what the daemon has`() {
    var list = list()
    list.confirm(posts([4, 2]), after: "5")
    #expect(numbers(list) == [9, 8, 7, 6, 5, 4, 2, 1])
    // What follows a page that ends with an unknown post is not known.
    list.confirm(posts([4, 3]), after: "5")
    #expect(numbers(list) == [9, 8, 7, 6, 5, 4, 3])
    list.confirm(posts([1]), after: "8")
    #expect(numbers(list) == [9, 8, 7, 6, 5, 4, 3])
    list.confirm([], after: "5")
    #expect(numbers(list) == [9, 8, 7, 6, 5])
  }

  @Test func `one older post is replaced or removed`() {
    var list = list()
    #expect(list.neighbor(ofOlder: "4")?.id == "5")
    #expect(list.neighbor(ofOlder: "6") == nil)
    list.replace("3", with: Board.Post(id: "3", title: "New", author: "", dates: "", subtitle: ""))
    #expect(list.posts[6].title == "New")
    list.replace("3", with: nil)
    list.replace("9", with: nil)
    #expect(numbers(list) == [9, 8, 7, 6, 5, 4, 2, 1])
  }
}
