import BoxWire
import BoxWireTestSupport
import EtcdTestSupport
import Expectations
import Glibc
import SystemTestSupport
import Testing

/// Boards in a cluster of etcd, shown by daemons.
@Suite(.blocking) struct EtcdMountTests {
  @Test func `two daemons show the same boards, also when members of the cluster fail`()
    async throws
  {
    let members = try await EtcdMembers(3)
    let (one, two) = (ServiceFiles(), ServiceFiles())
    for files in [one, two] { try files.configure(members.mount("team")) }
    let first = try one.start()
    let peer = try first.connect()
    let new = try peer.call("team.create", #"{"title":"Which editor?"}"#)
    expect(new["result", "id"]?.string, equals: "which-editor")
    let second = try two.start()
    let follower = try BoxFollower("team.**", of: second)
    try follower.wait(for: "team.which-editor.pros.items") { $0.elements?.isEmpty == true }
    try peer.call("team.which-editor.pros.add", #"{"text":"Fast"}"#)
    try follower.wait(for: "team.which-editor.pros.items") { $0.elements?.count == 1 }

    let leader = try await members.leader()
    members.kill(leader)
    // Without an answer, it is not known whether it was made.
    var code: Int?
    repeat {
      let answer = try peer.call("team.which-editor.pros.add", #"{"text":"Small"}"#)
      code = answer["error", "code"]?.integer
    } while code == -32005
    expect(code == nil || code == -32000)
    try follower.wait(for: "team.which-editor.pros.items") { $0.elements?.count == 2 }

    let other = try await members.leader()
    members.kill(other)
    let alert = try follower.wait(for: "team.isErrorFree") { $0["status"]?.boolean == false }
    let expected =
      #/what is shown is from \d{4}-.*Z, because the cluster is not available: http://127\.0\.0\.1:\d+: .*/#
    let sentence = try require(alert["message"]?.string)
    expect(sentence.wholeMatch(of: expected) != nil, "\(sentence)")
    expect(follower.boxes["team.which-editor.pros.items"]?.elements?.count, equals: 2)
    let refused = try second.connect().call(
      "team.which-editor.pros.add", #"{"text":"Never"}"#)
    expect(refused["error", "code"]?.integer, equals: -32005)

    try await members.restart(leader)
    try follower.wait(for: "team.isErrorFree") { $0["status"]?.boolean == true }
    try second.connect().call("team.which-editor.cons.add", #"{"text":"New"}"#)
    let items = try BoxFollower("team.**", of: first)
    try items.wait(for: "team.which-editor.cons.items") { $0.elements?.count == 1 }
    try items.wait(for: "team.which-editor.pros.items") { $0.elements?.count == 2 }
    for daemon in [first, second] { expect(try daemon.terminate(), equals: .exited(0)) }
  }

  @Test func `a daemon that starts without its cluster shows the boards once it is there`()
    async throws
  {
    let members = try await EtcdMembers(1)
    let files = ServiceFiles()
    try files.configure(members.mount("team") + #","topics":{"memory":true}"#)
    let before = try files.start()
    try before.connect().call("team.create", #"{"title":"Kept"}"#)
    expect(try before.terminate(), equals: .exited(0))
    members.kill(0)
    let daemon = try files.start()
    let follower = try BoxFollower("**", of: daemon)
    try follower.wait(for: "topics.ai.pros.items") { $0.elements?.count == 4 }
    let alert = try follower.wait(for: "team.isErrorFree") { $0["status"]?.boolean == false }
    expect(alert["message"]?.string?.contains("connection refused"), equals: true, "\(alert)")
    try await members.restart(0)
    try follower.wait(for: "team.kept.pros.items") { $0.elements?.isEmpty == true }
    try follower.wait(for: "team.isErrorFree") { $0["status"]?.boolean == true }
    expect(try daemon.terminate(), equals: .exited(0))
  }
}
