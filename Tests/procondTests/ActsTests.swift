import BoxWire
import BoxWireTestSupport
import Expectations
import SystemTestSupport
import Testing
import procondTestSupport

/// The log says who has changed which topics there are, also after they are gone.
@Suite(.blocking) struct ActsTests {
  @Test func `the log has a line for each topic that comes, goes or gets another title`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    let long = letters(120)
    try peer.call("topics.ai.pros.add", #"{"text":"Not a line"}"#)
    let name = try require(
      try peer.value("topics.ai.pros.items").elements?.last?["author"]?.string)
    try peer.call("topics.create", #"{"title":"\" removed \"ai"}"#)
    for _ in 1...2 { try peer.call("topics.rename", #"{"id":"ai","title":"\#(long)"}"#) }
    try peer.call("topics.undo", #"{"id":"ai"}"#)
    try peer.call("topics.import", #"{"topics":[{"title":"Tea"},{"title":"Milk"}]}"#)
    try peer.call("topics.copy", #"{"from":"topics.tea"}"#)
    for _ in 1...2 { try peer.call("topics.remove", #"{"id":"tea"}"#) }
    try peer.call("topics.remove.trash.restore", #"{"id":"tea"}"#)
    try peer.call("topics.remove", #"{"id":"tea"}"#)
    try peer.call("topics.remove.trash.purge", #"{"id":"tea"}"#)
    let lines = daemon.log.events.filter { $0.hasPrefix("topics: \"\(name)\" ") }
    expect(
      lines.map { $0.replacing("topics: \"\(name)\" ", with: "") },
      equals: [
        #"created "removed-ai" titled "\" removed \"ai""#,
        #"renamed "ai" to "\#(long.prefix(100))…""#,
        #"undid a change of "ai" which "renamed \"Artificial Intelligence\" to \"\#(long.prefix(62))…""#,
        #"imported "tea""#, #"imported "milk""#, #"copied "tea-2" from "topics.tea""#,
        #"removed "tea" titled "Tea""#, #"restored "tea" titled "Tea""#,
        #"removed "tea" titled "Tea""#, #"erased "tea" titled "Tea""#,
      ])
  }

  @Test func `the history of a store says who has removed and restored a topic, and when`() throws {
    let daemon = try DaemonInProcess(store: .sqlite)
    let peer = try daemon.connect()
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    try peer.call("topics.remove", #"{"id":"tea"}"#)
    try peer.call("topics.create", #"{"title":"Tea"}"#)
    try peer.call("topics.remove.trash.restore", #"{"id":"tea"}"#)
    let items = try peer.call("topics.history")["result", "items"]?.elements ?? []
    expect(items.map { $0["topic"]?.string }, equals: ["tea-2", "tea", "tea", "tea"])
    expect(
      items.map { $0["action"]?.string }, equals: ["restored", "created", "removed", "created"])
    expect(
      items.map { $0["text"]?.string?.hasSuffix(#" "Tea""#) }, equals: [true, true, true, true])
    expect(items.allSatisfy { $0["author"]?.string?.isEmpty == false && $0["date"] != nil })
    let older = try peer.call("topics.history", #"{"before":2,"limit":1}"#)["result", "items"]
    expect(older?.elements?.map { $0["id"]?.integer }, equals: [1])
    expect(try peer.call("topics.history", #"{"id":"none"}"#).errorCode, equals: -32001)
  }
}
