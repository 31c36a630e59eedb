import BoxWire
import BoxWireTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// The README's section about mounts of files, followed word for word.
@Suite(.blocking) struct ReadmeFilesTests {
  private let directory = TemporaryDirectory()

  @Test func `the document has the meaning that the README describes`() throws {
    let mounts = #"{"mounts": {"wiki": {"files": "/srv/wiki"}}}"#
    expect(Readme.text.contains("`\(mounts)`"))
    mkdir(directory.file("procon"), 0o700)
    mkdir(directory.file("wiki"), 0o700)
    try write(
      mounts.replacing("/srv/wiki", with: directory.file("wiki")),
      to: directory.file("procon/procond.json"))
    let document = try Readme.block(after: "## Files", "markdown") + "\n"
    try write(document, to: directory.file("wiki/cats.md"))
    let peer = try DaemonProcess(in: directory).connect()
    let answer = try peer.call(
      "get", #"{"boxes":["wiki.cats.**","wiki.isErrorFree"]}"#)
    let boxes = try require(answer["result", "boxes"])
    expect(boxes["wiki.isErrorFree", "status"]?.boolean, equals: true)
    expect(boxes["wiki.cats.summary", "title"]?.string, equals: "Cats or dogs?")
    let pros = try require(boxes["wiki.cats.pros.items"]?.elements)
    expect(pros.compactMap { $0["text"]?.string }, equals: ["Soft", "Quiet at night"])
    expect(pros.compactMap { $0["weight"]?.integer }, equals: [1, 3])
    expect(boxes["wiki.cats.cons.items"]?.elements?.first?["author"]?.string, equals: "ada")
    let posts = try require(boxes["wiki.cats.posts.items"]?.elements)
    expect(posts.compactMap { $0["title"]?.string }, equals: ["What the trial showed"])
    // What a person adds about the decision is shown, and kept.
    let deciding = try Readme.block(after: "## Files", "markdown", number: 2) + "\n"
    try peer.call("subscribe", #"{"boxes":["wiki.cats.decision","wiki.cats.positions.items"]}"#)
    try write(document + "\n" + deciding, to: directory.file("wiki/cats.md"))
    while true {
      let decision = try peer.next()["params", "boxes", "wiki.cats.decision"]
      guard decision?["status"]?.string == "decided" else { continue }
      expect(decision?["reason"]?.string, equals: "Mice are worse.")
      expect(decision?["tally"]?.description, equals: #"[{"count":1,"position":"yes"}]"#)
      break
    }
    try write(document, to: directory.file("wiki/cats.md"))
    while try peer.next()["params", "boxes", "wiki.cats.decision", "status"]?.string != "open" {}
    // The next write adds what was omitted to all of them, and keeps the rest.
    try peer.call("wiki.cats.cons.add", #"{"text":"New"}"#)
    let written = try require(contents(of: directory.file("wiki/cats.md")))
    let comment = #/ <!-- [^>]+ -->/#
    expect(
      written.replacing(comment, with: ""),
      equals: document.replacing(comment, with: "").replacing("- Hair\n", with: "- Hair\n- New\n"))
    expect(written.matches(of: comment).count, equals: 6)
    // The README says to ignore the hidden file.
    let hidden = entries(of: directory.file("wiki")).filter { $0 != "cats.md" }
    expect(hidden.count == 1 && hidden[0].hasPrefix(".") && hidden[0].hasSuffix("~"))
    expect(Readme.text.contains("`.*~`"))
  }
}
