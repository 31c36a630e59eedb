import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// The commands that export and import topics.
@Suite(.blocking) struct ExchangeTests {
  private let user = TestUser()
  private let directory = TemporaryDirectory()

  private func run(
    _ words: String..., on daemon: DaemonInProcess, input: String? = nil
  ) throws -> (end: ChildProcess.End, output: String, errors: String) {
    try user.run(words, with: daemon, input: input)
  }

  @Test func `one daemon imports what another one exports`() throws {
    let (first, second) = (try DaemonInProcess(), try DaemonInProcess(store: .sqlite))
    expect(try run("new", "Cats", on: first).end, equals: .exited(0))
    expect(
      try run("add", "con", "Fur", "--weight", "3", "--topic", "cats", on: first).end,
      equals: .exited(0))
    expect(
      try run("post", "--title", "Trial", "--content", "A\n\tB", "--topic", "cats", on: first).end,
      equals: .exited(0))
    let exported = try run("export", on: first)
    expect(exported.end, equals: .exited(0))
    try write(exported.output, to: directory.file("topics.json"))
    let imported = try run("import", directory.file("topics.json"), on: second)
    expect(imported.end, equals: .exited(0), "\(imported.errors)")
    let answer = try JSONText(parsing: imported.output.utf8)
    expect(
      answer["ids"]?.elements?.compactMap(\.string), equals: ["artificial-intelligence", "cats"])
    let (one, other) = (try run("export", "cats", on: first), try run("export", "cats", on: second))
    let parts = try [one, other].map { answer in
      try require(try JSONText(parsing: answer.output.utf8)["topics"]?.elements?.first)
    }
    for part in ["title", "created", "pros", "cons"] {
      expect(parts[0][part], equals: parts[1][part])
    }
    let posts = parts.map { $0["posts"]?.elements?.first }
    for part in ["title", "content", "author", "created"] {
      expect(posts[0]?[part] != nil)
      expect(posts[0]?[part], equals: posts[1]?[part])
    }
  }

  @Test func `Markdown is exported in the format of files, and imported`() throws {
    let (first, second) = (try DaemonInProcess(), try DaemonInProcess(store: .files))
    expect(try run("new", "Cats", on: first).end, equals: .exited(0))
    expect(
      try run("add", "con", "Fur (2)", "--weight", "3", "--topic", "cats", on: first).end,
      equals: .exited(0))
    let content = "A\n## Pros\n- no argument\n\\# escaped"
    expect(
      try run("post", "--title", "Trial", "--content", content, "--topic", "cats", on: first).end,
      equals: .exited(0))
    let exported = try run("export", "ai", "cats", "--format", "markdown", on: first)
    expect(exported.end, equals: .exited(0))
    expect(exported.output.hasPrefix("# Artificial Intelligence <!-- "))
    expect(exported.output.contains("\n\n# Cats <!-- "))
    expect(exported.output.contains("\n- Fur (2) (3) <!-- 1 "))
    let imported = try run("import", "-", on: second, input: exported.output)
    expect(imported.end, equals: .exited(0), "\(imported.errors)")
    let answer = try JSONText(parsing: imported.output.utf8)
    expect(
      answer["ids"]?.elements?.compactMap(\.string), equals: ["artificial-intelligence", "cats"])
    let copies = try [first, second].map { daemon in
      let output = try run("export", "cats", on: daemon).output
      return try require(try JSONText(parsing: output.utf8)["topics"]?.elements?.first)
    }
    for part in ["title", "created", "pros", "cons"] {
      expect(copies[0][part], equals: copies[1][part])
    }
    expect(copies[1]["posts"]?.elements?.first?["content"]?.string, equals: content)
    let notes = "# Dogs\n\n## Pros\n\n- Loyal (5)\n* Warm\n\n## Cons\n\n- Walks\n"
    expect(try run("import", "-", on: first, input: notes).end, equals: .exited(0))
    let dogs = try JSONText(parsing: try run("export", "dogs", on: first).output.utf8)
    let pros = dogs["topics"]?.elements?.first?["pros"]?.elements
    expect(pros?.compactMap { $0["text"]?.string }, equals: ["Loyal", "Warm"])
    expect(pros?.compactMap { $0["weight"]?.integer }, equals: [5, 1])
    for (text, message) in [
      ("## Pros\n- Loyal\n", "line 2: a topic begins with its title"),
      ("# Dogs\n## Pros\n- Loyal\n- loyal\n", "topics[0].pros[1]: \"loyal\" is already there"),
      ("nothing", "there is no topic to import"),
    ] {
      let result = try run("import", "-", on: first, input: text)
      expect(result.end, equals: .exited(65))
      expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `a decision record is exported and imported, and names what is left out`() throws {
    let (first, second) = (try DaemonInProcess(), try DaemonInProcess(store: .files))
    let exported = try run("export", "ai", "--format", "madr", on: first)
    expect(exported.end, equals: .exited(0))
    expect(exported.output.hasPrefix("---\nstatus: proposed\n"))
    expect(exported.output.contains("\n* Good, because Error reduction\n"))
    expect(exported.errors.contains("left out: who wrote what, and when\n"), "\(exported.errors)")
    let record = exported.output + "\n## More Information\n\nSee the trial.\n"
    let imported = try run("import", "-", on: second, input: record)
    expect(imported.end, equals: .exited(0), "\(imported.errors)")
    expect(imported.errors.contains("the section \"More Information\" became a post\n"))
    let copies = try [("ai", first), ("artificial-intelligence", second)].map { id, daemon in
      let output = try run("export", id, on: daemon).output
      return try require(try JSONText(parsing: output.utf8)["topics"]?.elements?.first)
    }
    for side in ["pros", "cons"] {
      let texts = copies.map { $0[side]?.elements?.compactMap { $0["text"]?.string } }
      expect(texts[0], equals: texts[1])
    }
    expect(copies[1]["posts"]?.elements?.first?["content"]?.string, equals: "See the trial.")
    expect(try run("new", "Cats", on: first).end, equals: .exited(0))
    expect(try run("export", "--format", "madr", on: first).end, equals: .exited(64))
  }

  @Test func `a topic too long for one answer is not exported`() throws {
    let daemon = try DaemonInProcess()
    let peer = try daemon.connect()
    // Each line end takes two bytes in JSON.
    let content = String(repeating: #"x\n"#, count: 32_000)
    for number in 1...120 {
      try peer.call("topics.ai.posts.write", #"{"title":"\#(number)","content":"\#(content)x"}"#)
    }
    let json = try peer.call("topics.export", #"{"id":"ai"}"#)
    expect(json.errorCode, equals: -32004)
    expect(json.errorData, equals: #"{"limit":"answer"}"#)
    expect(json["error", "message"]?.string, equals: "the topic has more than 8 MiB in this form")
  }

  @Test func `import reads standard input, and invalid input changes nothing`() throws {
    let daemon = try DaemonInProcess()
    let piped = try run("import", "-", on: daemon, input: #"{"topics":[{"title":"A"}]}"#)
    expect(piped.end, equals: .exited(0), "\(piped.errors)")
    for (input, code, message) in [
      ("{", 64, "standard input cannot be imported"),
      ("[]", 64, "it is not an object with topics, as 'export' prints it"),
      (#"{"topics":[{"title":"B"},{"title":1}]}"#, 65, "topics[1].title must be a string"),
      (#"{"topics":[{"title":"B"},{}]}"#, 65, "topics[1].title is missing"),
      (#"{"topics":[{"title":"B","pros":{}}]}"#, 65, "topics[0].pros must be an array"),
      (#"{"topics":[{"title":"B","pros":[1]}]}"#, 65, "topics[0].pros[0] must be an object"),
      (
        #"{"topics":[{"title":"B","cons":[{"text":""}]}]}"#, 65,
        "topics[0].cons[0]: text must not be empty"
      ),
      (
        #"{"topics":[{"title":"B","created":"today"}]}"#, 65,
        "topics[0].created must be a date in RFC 3339 format"
      ),
      (#"{"topics":[]}"#, 65, "there is no topic to import"),
      (#"{"topics":[{"title":"B","pro":[]}]}"#, 65, #"topics[0] has no member "pro""#),
      (
        #"{"topics":[{"title":"B","pros":[{"text":"A","wieght":2}]}]}"#, 65,
        #"topics[0].pros[0] has no member "wieght""#
      ),
      (
        #"{"topics":[{"title":"\#(String(repeating: "x", count: 1_100_000))"}]}"#, 64,
        "are allowed; import topics one by one, or raise the daemon's limits.line"
      ),
    ] {
      let result = try run("import", "-", on: daemon, input: input)
      expect(result.end, equals: .exited(Int32(code)), "\(input.prefix(80)): \(result.errors)")
      expect(result.errors.contains(message), "\(result.errors)")
    }
    let missing = try run("import", directory.file("none"), on: daemon)
    expect(missing.end, equals: .exited(66))
    expect(missing.errors.contains("cannot be read: No such file or directory"))
    let names = try run("topics", on: daemon).output.split(separator: "\n").map {
      $0.prefix { $0 != "\t" }
    }
    expect(names, equals: ["ai", "a"])
    let unknown = try run("export", "none", on: daemon)
    expect(unknown.end, equals: .exited(4))
    expect(unknown.errors.contains("no topic 'none'"))
  }
}
