import Expectations
import Fetch
import SystemTestSupport
import Testing
import UVLoop
import UVLoopTestSupport

@testable import LoopHTTP

@Suite(.enabled(if: LoopThread.isRunning))
struct CopyDirectoryTests {
  private let directory = TemporaryDirectory()

  private var path: String { directory.file("a/copies") }

  private func copy(_ text: String, at time: Int64 = 1000) -> StoredCopy<[UInt8]> {
    StoredCopy(
      Array(text.utf8), fetchedAt: WallTime(millisecondsSince1970: time),
      sentAt: WallTime(millisecondsSince1970: 5),
      validators: Validators(etag: "\"e\"", fingerprint: "f"), pruned: 2)
  }

  private var names: [String] { entries(of: path) }

  @LoopActor
  @Test func `a copy is found again, also by the next process`() async throws {
    let copies = CopyDirectory(path, limit: 1000)
    expect(try await copies.load("a") == nil)
    expect(await copies.save(copy("One"), as: "a") == nil)
    expect(try await copies.load("a"), equals: copy("One"))
    expect(await copies.save(copy("Two", at: 2000), as: "a") == nil)
    expect(try await CopyDirectory(path, limit: 1000).load("a"), equals: copy("Two", at: 2000))
    expect(names, equals: ["a.copy"])
  }

  @LoopActor
  @Test func `a directory is not opened before its predecessor has finished with it`() async throws
  {
    let old = CopyDirectory(path, limit: 1000)
    let saving = LoopActor.task { [copy = copy("One")] in _ = await old.save(copy, as: "a") }
    let copies = CopyDirectory(path, limit: 1000, after: saving)
    expect(try await copies.load("a"), equals: copy("One"))
  }

  @LoopActor
  @Test func `the oldest copies are evicted, and one that is too large is not stored`() async throws
  {
    let copies = CopyDirectory(path, limit: 550)
    for (number, name) in ["b", "a", "c"].enumerated() {
      let text = String(repeating: "x", count: 100)
      expect(await copies.save(copy(text, at: Int64(number)), as: name) == nil)
    }
    expect(names, equals: ["a.copy", "c.copy"])
    expect(await copies.renew("a", copy("", at: 9)))
    expect(await copies.save(copy(String(repeating: "x", count: 100), at: 5), as: "d") == nil)
    expect(names, equals: ["a.copy", "d.copy"])
    expect(await copies.save(copy(String(repeating: "x", count: 1000)), as: "d") == nil)
    expect(names, equals: ["a.copy"])
    _ = try? await CopyDirectory(path, limit: 10).load("a")
    expect(names, equals: [])
  }

  @LoopActor
  @Test func `a date is renewed only for the content that is stored`() async throws {
    let copies = CopyDirectory(path, limit: 1000)
    expect(await !copies.renew("a", copy("One")))
    _ = await copies.save(copy("One"), as: "a")
    expect(await copies.renew("a", copy("One", at: 3000)))
    expect(try await copies.load("a"), equals: copy("One", at: 3000))
    var other = copy("One")
    other.validators = Validators()
    expect(await !copies.renew("a", other))
  }

  @LoopActor
  @Test(arguments: ["", "{}", "x\n", "{\"copy\":1}\nbody", "truncated", "changed", "version"])
  func `a damaged copy is an error, and removed`(damage: String) async throws {
    let copies = CopyDirectory(path, limit: 10_000)
    _ = await copies.save(copy("A body"), as: "a")
    let file = "\(path)/a.copy"
    let text = try require(contents(of: file))
    switch damage {
    case "truncated": try write(String(text.dropLast()), to: file)
    case "changed": try write(text.replacing("A body", with: "B body"), to: file)
    case "version": try write(text.replacing(#""copy":1"#, with: #""copy":2"#), to: file)
    default: try write(damage, to: file)
    }
    await #expect(throws: FetchError.self) {
      try await CopyDirectory(path, limit: 10_000).load("a")
    }
    expect(try await CopyDirectory(path, limit: 10_000).load("a") == nil)
    expect(names, equals: [])
  }

  @LoopActor
  @Test func `a copy of release 0.1.0 is read`() async throws {
    let body = #"[{"id":"ai","title":"AI"}]"#
    let facts = """
      {"copy":1,"read":5,"etag":"\\"e\\"","sent":"f","fingerprint":"\(Digest.of(body.utf8))"}
      """
    _ = await CopyDirectory(path, limit: 1000).save(copy(""), as: "b")
    try write("\(facts)\n\(body)", to: "\(path)/a.copy")
    let copies = CopyDirectory(path, limit: 1000)
    let found = try require(try await copies.load("a"))
    expect(found.value, equals: Array(body.utf8))
    expect(found.sentAt, equals: WallTime(millisecondsSince1970: 5))
    expect(found.validators, equals: Validators(etag: "\"e\"", fingerprint: "f"))
    expect(found.pruned, equals: 0)
    // Its name, too.
    let url = try BaseURL("https://example.org/v2/")
    let resource = Resource(path: ["topics"], headers: ["Authorization": .file(path: "token")])
    expect(
      CopyDirectory.name(of: resource, at: url),
      equals: Digest.of("https://example.org/v2/ GET /topics authorization<token".utf8))
  }

  @LoopActor
  @Test func `what is left of an unfinished copy is removed`() async throws {
    let copies = CopyDirectory(path, limit: 1000)
    _ = await copies.save(copy("One"), as: "a")
    try write("half", to: "\(path)/b.new")
    expect(try await CopyDirectory(path, limit: 1000).load("b") == nil)
    expect(names, equals: ["a.copy"])
  }

  @LoopActor
  @Test func `a directory that cannot be made is reported`() async throws {
    try write("a file", to: directory.file("a"))
    expect(
      await CopyDirectory(path, limit: 1000).save(copy("One"), as: "a"), equals: "Not a directory")
  }
}
