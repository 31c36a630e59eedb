import Domain
import Expectations
import MemoryPlatform
import Testing

/// The rules for posts.
struct PostTests {
  private let now = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  private func empty(count: Int = 0, newest: Timestamp? = nil) -> Discussion {
    Discussion(topic: "ai", count: count, newest: newest, post: nil)
  }

  private func write(
    _ title: String = "Title", _ content: String = "Content", in discussion: Discussion? = nil
  ) throws(PostError) -> Post {
    var discussion = discussion ?? empty()
    return try discussion.write(title: title, content: content, author: "ada", at: now)
  }

  @Test func `a new post has the identifier and the date that the store assigned`() throws {
    let date = Timestamp(millisecondsSince1970: 5)
    let assigned = { (assigned: Assigned) in
      Discussion(topic: "ai", count: 1, newest: now, post: nil, assigned: assigned)
    }
    let post = try write(in: assigned(Assigned(id: "101", created: date)))
    expect((post.id, post.created, post.updated) == ("101", date, date))
    let dated = try write(in: assigned(Assigned(id: "101")))
    expect(dated.created, equals: now.after(now))
  }

  @Test(arguments: [
    (" One line ", " One line"), ("a\nb", "a\nb"),
    ("\n \n  indented\n\tmore \n\n", "  indented\n\tmore"),
    ("a\r\nb\rc\r\n", "a\nb\nc"),
  ])
  func `content keeps its lines and loses blank ones around them`(
    given: String, kept: String
  ) throws {
    expect(try write("Title", given).content.unicodeScalars.elementsEqual(kept.unicodeScalars))
  }

  @Test(arguments: [
    ("", BrokenTextRule.empty), (" \n\t\n", .empty), ("\u{200B}", .empty),
    ("a\u{0}b", .controlCharacter), ("a\u{1B}[31m", .controlCharacter),
    ("a\u{2028}b", .controlCharacter), ("a\u{202E}b", .bidirectionalControl),
    (String(repeating: "é", count: 32_769), .tooManyBytes(65_538)),
  ])
  func `content that breaks a rule is refused`(content: String, rule: BrokenTextRule) {
    #expect(throws: PostError.invalid(.content(rule))) { try write("Title", content) }
  }

  @Test(arguments: [
    ("", BrokenTextRule.empty), ("a\nb", .controlCharacter), ("a\tb", .controlCharacter),
    (String(repeating: "a", count: 201), .tooManyCharacters(201)),
    ("a\u{200B}b", .hiddenCharacter("\u{200B}")), ("a\u{2060}", .hiddenCharacter("\u{2060}")),
    (String(repeating: "a\u{301}\u{302}", count: 200), .tooManyBytes(1000)),
  ])
  func `a title that breaks a rule is refused`(title: String, rule: BrokenTextRule) {
    #expect(throws: PostError.invalid(.title(rule))) { try write(title) }
  }

  @Test func `hidden characters stay in contents, and in titles that a store has already`() throws {
    let text = "a\u{200B}b"
    expect(try write("Title", text).content, equals: text)
    let old = Post(
      id: "1", topic: "ai", title: text, content: "c", author: "ada", created: now, updated: now)
    var discussion = Discussion(topic: "ai", count: 1, newest: now, post: old)
    let edited = try discussion.edit(
      id: "1", title: text, content: "new", ifUpdated: nil, by: "ada", at: now)
    expect(edited.title == text && edited.content == "new")
  }

  @Test func `the longest title and the longest content are accepted`() throws {
    let title = String(repeating: "é", count: 200)
    let content = String(repeating: "a", count: 65_536)
    let post = try write(title, content)
    expect(post.title, equals: title)
    expect(post.content, equals: content)
  }

  @Test func `a topic accepts at most 10,000 posts`() throws {
    _ = try write(in: empty(count: 9_999))
    #expect(throws: PostError.full(limit: 10_000)) { try write(in: empty(count: 10_000)) }
  }

  @Test func `the identifier is a version 7 UUID with the date of the post`() throws {
    let ids = try (0..<100).map { _ in try write().id }
    expect(Set(ids).count, equals: 100)
    for id in ids {
      expect(id.wholeMatch(of: /018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    }
  }

  @Test(arguments: [
    (Int64.min, "00000000-0000-7"), (-1, "00000000-0000-7"), (.max, "ffffffff-ffff-7"),
  ])
  func `a clock that is far off still produces identifiers`(time: Int64, start: String) throws {
    var discussion = empty()
    let post = try discussion.write(
      title: "A", content: "B", author: "ada", at: Timestamp(millisecondsSince1970: time))
    expect(post.id.hasPrefix(start))
    expect(post.id.count, equals: 36)
  }

  @Test func `a post is newer than all others even if the clock was set back`() throws {
    let future = Timestamp(millisecondsSince1970: now.millisecondsSince1970 + 5000)
    let post = try write(in: empty(count: 1, newest: future))
    expect(post.created, equals: future.after(future))
  }

  @Test func `an edit needs a title or a content, and may change nothing`() throws {
    let post = try write()
    var discussion = Discussion(topic: "ai", count: 1, newest: now, post: post)
    #expect(throws: PostError.invalid(.nothingToChange)) {
      try discussion.edit(
        id: post.id, title: nil, content: nil, ifUpdated: nil, by: "bob", at: now)
    }
    let same = try discussion.edit(
      id: post.id, title: "Title", content: "Content", ifUpdated: nil, by: "bob", at: now)
    expect(same, equals: post)
    expect(discussion.record == nil)
    let edited = try discussion.edit(
      id: post.id, title: "Other", content: nil, ifUpdated: post.updated, by: "bob", at: now)
    expect(edited.content, equals: "Content")
    expect(edited.author, equals: "ada")
    expect(edited.created, equals: post.created)
    expect(edited.updated, equals: post.updated.after(post.updated))
    expect(discussion.record?.author, equals: "bob")
  }

  @Test func `a post that has changed since is neither edited nor removed`() throws {
    let post = try write()
    var discussion = Discussion(topic: "ai", count: 1, newest: now, post: post)
    let older = Timestamp(millisecondsSince1970: 1)
    let changed = PostError.changed(id: post.id, updated: post.updated)
    #expect(throws: changed) {
      try discussion.edit(
        id: post.id, title: "Other", content: nil, ifUpdated: older, by: "bob", at: now)
    }
    #expect(throws: changed) {
      try discussion.remove(id: post.id, ifUpdated: older, by: "bob", at: now)
    }
    expect(discussion.post, equals: post)
    #expect(throws: PostError.notFound(id: "none")) {
      try discussion.remove(id: "none", ifUpdated: nil, by: "bob", at: now)
    }
  }

  @Test func `a change cannot be undone once something newer depends on it`() async throws {
    let gateway = MemoryGateway.withBuiltInTopic(at: now)
    let current = { @Sendable [now] in now }
    let post = try await StorePosts(gateway: gateway, now: current).write(
      in: "ai", title: "Title", content: "Content", author: "ada"
    ).value
    _ = try await StorePosts(gateway: gateway, now: current).edit(
      post.id, of: "ai", content: "Mine", author: "bob")
    let topics = StoreTopics(gateway: gateway, now: current)
    await #expect(throws: UndoError.post(.superseded)) {
      try await topics.undo("ai", author: "ada")
    }
    expect(try await gateway.post(post.id, of: "ai").content, equals: "Mine")
    _ = try await topics.undo("ai", author: "bob")
    _ = try await topics.undo("ai", author: "ada")
    await #expect(throws: PostError.notFound(id: post.id)) {
      try await gateway.post(post.id, of: "ai")
    }
  }
}
