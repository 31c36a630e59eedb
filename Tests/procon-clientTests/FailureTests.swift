import Client
import Testing
import Wire

@testable import procon_client

struct FailureTests {
  @Test func `exit codes are those that the help lists`() {
    #expect(Failure.usage("x", command: nil).exitCode == 64)
    #expect(Failure.refused(RequestError(.failed, "x")).exitCode == 65)
    #expect(Failure.noArgument(.pro, text: "x", topic: "ai").exitCode == 65)
    #expect(Failure.nobodyListens(places: ["/s"]).exitCode == 69)
    #expect(Failure.unsafeDirectory("/tmp/x").exitCode == 69)
    #expect(Failure.daemonEnded(status: 1, log: nil).exitCode == 69)
    #expect(Failure.unusable(.otherVersion(2)).exitCode == 69)
    #expect(Failure.noDaemon(place: "/s").exitCode == 69)
    #expect(Failure.silent(place: "/s").exitCode == 69)
    #expect(Failure.full.exitCode == 69)
    #expect(Failure.notSent(.ended).exitCode == 75)
    #expect(Failure.lost(.ended).exitCode == 75)
    #expect(Failure.readerGone.exitCode == 0)
  }

  @Test func `a reader who is gone is no word worth`() {
    #expect(Failure.readerGone.sentence == nil)
  }

  @Test func `a refusal tells the daemon's message and its code`() {
    let failure = Failure.refused(.invalid(member: "text", "text must not be empty"))
    #expect(failure.sentence == "refused: text must not be empty (-32602)")
  }

  @Test func `of one that says nothing it tells where it is and how long it was given`() {
    #expect(
      Failure.silent(place: "/s").sentence == """
        no daemon greets at /s within 5 s; try again, or name another socket with --socket
        """)
  }

  @Test func `without a daemon it says where it looked and what to do`() {
    #expect(
      Failure.nobodyListens(places: ["/a", "/b"]).sentence
        == "no daemon listens at /a or /b; start procond, or name its socket with --socket")
  }
}
