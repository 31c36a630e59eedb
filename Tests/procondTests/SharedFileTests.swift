import BoxServer
import BoxWire
import Expectations
import Glibc
import SystemTestSupport
import Testing

@testable import procond

@Suite struct SharedFileTests {
  private let directory = TemporaryDirectory()
  private let file: SharedFile

  private static let time = 1_790_000_000_000

  init() {
    file = SharedFile(in: directory.path)
  }

  private func box(_ name: String, _ value: String, _ timeToLive: Duration? = nil) throws -> KeptBox
  {
    KeptBox(
      path: try require(Path("shared.\(name)")), value: try JSONText(parsing: value.utf8),
      timeToLive: timeToLive)
  }

  private func read(
    at time: Int = time, _ limits: ServerLimits = ServerLimits()
  ) throws -> SharedFile.Contents {
    try require(try file.read(at: time, limits))
  }

  @Test func `the file has lines that people can read`() throws {
    try file.write(
      [try box("a", "21.5"), try box("b", #"{"c":"é"}"#, .milliseconds(500))], at: Self.time)
    expect(
      contents(of: file.path),
      equals: """
        {"version":1,"boxes":2}
        {"box":"shared.a","value":21.5}
        {"box":"shared.b","expires":1790000000500,"value":{"c":"é"}}

        """)
    var status = stat()
    expect(stat(file.path, &status), equals: 0)
    expect(status.st_mode, equals: S_IFREG | 0o600)
    expect(entries(of: directory.path), equals: ["shared.jsonl"])
  }

  @Test func `boxes are read back in the same order`() throws {
    let long = "\"\(String(repeating: "x", count: 3 << 20))\""
    var limits = ServerLimits()
    limits.value = 8 << 20
    var boxes = [try box("long", long)]
    for number in 0..<1000 { boxes.append(try box("b\(number)", "[\(number)]")) }
    try file.write(boxes, at: Self.time)
    let read = try read(limits)
    expect(read.excess.isEmpty)
    expect(read.boxes.map(\.path), equals: boxes.map(\.path))
    expect(read.boxes.map(\.value), equals: boxes.map(\.value))
  }

  @Test func `no boxes still make a file`() throws {
    try file.write([], at: Self.time)
    expect(try read().boxes.isEmpty)
  }

  @Test func `a missing file has no contents`() throws {
    expect(try file.read(at: Self.time, ServerLimits()) == nil)
  }

  @Test func `boxes expire while no daemon runs`() throws {
    try file.write(
      [try box("a", "1", .seconds(10)), try box("b", "1", .seconds(5)), try box("c", "1")],
      at: Self.time)
    let boxes = try read(at: Self.time + 6000).boxes
    expect(boxes.map(\.path.text), equals: ["shared.a", "shared.c"])
    expect(boxes.map(\.timeToLive), equals: [.seconds(4), nil])
    // A clock that was set back does not make them live forever.
    expect(try read(at: 0).boxes[0].timeToLive, equals: .seconds(31_536_000))
  }

  @Test func `spaces that an editor may leave are allowed`() throws {
    try write(
      "{ \"version\": 1, \"boxes\": 1 }\n\n{ \"value\": [1, 2], \"box\": \"shared.a\" }\r\n",
      to: file.path)
    expect(try read().boxes.map { Array($0.value) }, equals: [Array("[1,2]".utf8)])
  }

  @Test func `boxes over the limits are reported and left out`() throws {
    try file.write(
      [try box("a", "1"), try box("b", "12345"), try box("c", "1"), try box("d", "1")],
      at: Self.time)
    var limits = ServerLimits()
    limits.value = 4
    limits.sharedBoxes = 2
    expect(try read(limits).boxes.map(\.path.text), equals: ["shared.a", "shared.c"])
    expect(try read(limits).excess.map(\.text), equals: ["shared.b", "shared.d"])
    limits = ServerLimits()
    limits.sharedBytes = 2 * ("shared.a".utf8.count + 1)
    expect(try read(limits).boxes.map(\.path.text), equals: ["shared.a", "shared.c"])
  }

  @Test(arguments: [
    ("", nil, "it is empty"),
    ("{\"version\":1,\"boxes\":0}", 1, "it has no end"),
    ("{\"boxes\":0}\n", 1, "the version or the number of boxes is missing"),
    ("[]\n", 1, "not a JSON object: unexpected character"),
    ("{\"version\":2,\"boxes\":0}\n", 1, "it has version 2, but this procond reads version 1"),
    ("{\"version\":1,\"boxes\":1}\n", 1, "expected 1 boxes after the first line, not 0"),
    (
      "{\"version\":1,\"boxes\":0}\n{\"box\":\"shared.a\",\"value\":1}\n", 2,
      "expected 0 boxes after the first line, not 1"
    ),
    ("{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"va", 2, "it has no end"),
    ("{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":}\n", 2, "not a JSON object: "),
    ("{\"version\":1,\"boxes\":1}\n{\"box\":\"topics.a\",\"value\":1}\n", 2, "box is not the path"),
    ("{\"version\":1,\"boxes\":1}\n{\"box\":\"shared\",\"value\":1}\n", 2, "box is not the path"),
    ("{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\"}\n", 2, "it must have a box and a value"),
    (
      "{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":1,\"value\":2}\n", 2,
      "it must have a box and a value, each once"
    ),
    (
      "{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":1,\"ttl\":2}\n", 2,
      "there is no member \"ttl\" of a shared box"
    ),
    (
      "{\"version\":1,\"boxes\":1}\n{\"box\":\"shared.a\",\"value\":1,\"expires\":1.5}\n", 2,
      "expires is not a number of milliseconds"
    ),
    (
      "{\"version\":1,\"boxes\":2}\n{\"box\":\"shared.a\",\"value\":1}\n"
        + "{\"box\":\"shared.a\",\"value\":1}\n", 3, "shared.a occurs twice"
    ),
  ])
  func `a damaged file is refused as a whole`(text: String, line: Int?, words: String) throws {
    try write(text, to: file.path)
    let error = try #require(throws: StateFileError.self) { try read() }
    expect(error.line, equals: line)
    expect(error.message.hasPrefix(words), "\(error.message)")
  }

  @Test func `only a regular file is read`() throws {
    try write("{\"version\":1,\"boxes\":0}\n", to: directory.file("other"))
    symlink(directory.file("other"), file.path)
    #expect(throws: StateFileError.self) { try read() }
    unlink(file.path)
    mkfifo(file.path, 0o600)
    #expect(throws: StateFileError.self) { try read() }
  }

  @Test func `files left behind by a crash are neither followed nor kept`() throws {
    try write("mine", to: directory.file("other"))
    let draft = "\(file.path).new"
    symlink(directory.file("other"), draft)
    try file.write([try box("a", "1")], at: Self.time)
    expect(contents(of: directory.file("other")), equals: "mine")
    try write("half", to: draft)
    expect(try read().boxes.count, equals: 1)
    expect(entries(of: directory.path), equals: ["other", "shared.jsonl"])
  }

  @Test func `a failed write keeps the old file`() throws {
    try file.write([try box("a", "1")], at: Self.time)
    let text = contents(of: file.path)
    // A directory cannot be overwritten by a file.
    mkdir("\(file.path).new", 0o700)
    #expect(throws: (any Error).self) { try file.write([try box("a", "2")], at: Self.time) }
    expect(contents(of: file.path), equals: text)
  }
}
