import BoxClient
import BoxWire
import Expectations
import Terminal
import Testing
import UVLoop

@testable import TerminalClient

struct FailureTests {
  @Test func `exit codes are the ones in the help`() {
    expect(Failure.usage("x", command: nil).exitCode, equals: 64)
    expect(Failure.refused(RequestError(.failed, "x"), method: "a.b").exitCode, equals: 65)
    expect(Failure.refused(.limit("patterns", "x"), method: Get.method).exitCode, equals: 64)
    expect(
      Failure.noArgument(ColumnName(TopicName(argument: "ai")!, .pro), text: "x").exitCode,
      equals: 4)
    expect(Failure.unconnected(.nobodyListens(place: "/s")).exitCode, equals: 69)
    expect(Failure.unconnected(.configuration("/c: x")).exitCode, equals: 78)
    expect(Failure.unconnected(.unsafeDirectory("/tmp/x")).exitCode, equals: 69)
    expect(Failure.daemonEnded(status: 1, log: nil).exitCode, equals: 69)
    expect(Failure.unconnected(.otherVersion(2)).exitCode, equals: 69)
    expect(Failure.unconnected(.noDaemon(place: "/s")).exitCode, equals: 69)
    expect(Failure.unconnected(.silent(place: "/s")).exitCode, equals: 69)
    expect(Failure.full.exitCode, equals: 69)
    expect(Failure.noAnswer(from: "d", to: "ping", timeout: .seconds(1)).exitCode, equals: 69)
    expect(Failure.notSent(.ended).exitCode, equals: 75)
    expect(Failure.lost(.ended).exitCode, equals: 75)
    expect(Failure.output(.readerGone).exitCode, equals: 0)
    expect(Failure.notRunning.exitCode, equals: 3)
    expect(
      Failure.notReached("a.b", state: "not there", wanted: "1", timeout: .seconds(1)).exitCode,
      equals: 124)
    expect(Failure.commandUnusable("x", LoopError(operation: "s", code: 2)).exitCode, equals: 127)
    expect(Failure.commandUnusable("x", LoopError(operation: "s", code: 13)).exitCode, equals: 126)
    expect(Failure.signal(2).exitCode, equals: 130)
  }

  @Test func `a closed reader is not reported`() {
    expect(Failure.output(.readerGone).sentence == nil)
  }

  @Test func `a refusal shows the daemon's message, advice and the code`() {
    let failure = Failure.refused(
      .invalid(member: "text", "text must not be empty"), method: "a.b")
    expect(
      failure.sentence,
      equals: """
        refused: text must not be empty; see what it takes with 'procon-client describe a.b' (-32602)
        """)
  }

  @Test(arguments: [RequestError.Code.failed, .notFound, .invalidParameters])
  func `a refusal of a session has no advice to look into another session`(
    code: RequestError.Code
  ) {
    let failure = Failure.refused(RequestError(code, "no"), method: "session.draft.save")
    expect(failure.sentence, equals: "refused: no (\(code.rawValue))")
  }

  @Test func `a question replaces the advice`() {
    let error = RequestError(.noMethod, "there is no method pnig")
    expect(
      Failure.refused(error, method: "pnig", question: ["ping"].question).sentence,
      equals: "refused: there is no method pnig (did you mean 'ping'?) (-32601)")
  }

  @Test func `every refusal has advice`() {
    let codes = (-32700 ... -32000).compactMap { RequestError.Code(rawValue: $0) }
    expect(codes.count, equals: 12)
    for code in codes {
      let sentence = Failure.refused(RequestError(code, "x"), method: "a.b").sentence
      expect(sentence?.contains("x; "), equals: true, "\(code)")
    }
  }

  @Test(arguments: [
    (Get.method, "answer", "name fewer boxes, or use 'procon-client subscribe'"),
    (Discover.method, "answer", "name fewer paths, or patterns that match less"),
    (Subscribe.method, "patterns", "name fewer, or use * or ** in place of many"),
  ])
  func `the advice about a limit depends on the request`(
    method: String, limit: String, advice: String
  ) {
    expect(
      Failure.refused(.limit(limit, "x"), method: method).sentence,
      equals: "refused: x; \(advice) (-32004)")
  }

  @Test func `a refused description suggests the whole one`() {
    expect(
      Failure.refused(RequestError(.notFound, "x"), method: Discover.method).sentence,
      equals: "refused: x; see what there is with 'procon-client describe' (-32001)")
  }

  @Test func `a refused set or delete suggests the intents`() {
    let error = RequestError(.notAllowed, "x")
    for method in [SetBox.method, DeleteBox.method] {
      expect(
        Failure.refused(error, method: method).sentence,
        equals: "refused: x; see which intents change others with 'procon-client describe' (-32003)"
      )
    }
    expect(
      Failure.refused(error, method: "a.b").sentence,
      equals: "refused: x; ask the administrator of the daemon (-32003)")
  }

  @Test(arguments: [SetBox.method, DeleteBox.method, Get.method, "a.b"])
  func `a refusal by the policy suggests another user`(method: String) {
    let error = RequestError(.notAllowed, "x", .reason("policy"))
    expect(
      Failure.refused(error, method: method).sentence,
      equals:
        "refused: x; log in as another user with --login, or ask the administrator of the daemon "
        + "(-32003)")
  }

  @Test func `every failure with a sentence has advice`() {
    let error = LoopError(operation: "write", code: 28)
    let failures: [Failure] = [
      .usage("x", command: nil),
      .noArgument(ColumnName(TopicName(argument: "ai")!, .pro), text: "x"),
      .unexpected("member 'title' is missing"),
      .unconnected(.nobodyListens(place: "/s")),
      .unconnected(.unreachable(place: "/s", error)), .unconnected(.unsafeDirectory("/s")),
      .noExecutable("/s", error), .daemonEnded(status: 1, log: nil), .daemonSilent(log: "/l"),
      .unconnected(.configuration("/c: x")), .unconnected(.otherDaemon(place: "/s")),
      .unconnected(.otherVersion(2)), .unconnected(.noDaemon(place: "/s")),
      .unconnected(.silent(place: "/s")), .full,
      .noAnswer(from: "d", to: "ping", timeout: .seconds(1)), .notSent(.ended), .lost(.ended),
      .output(.failed(error)), .commandUnusable("x", error),
      .notReached("a.b", state: "not there", wanted: "1", timeout: .seconds(1)),
      .noSession, .secretFile("/s", .open), .secretFile("-", .notOneLine),
      .secretFile("/s", .unreadable(error)),
      .logInRefused(RequestError(.notAllowed, "x", .reason("login"))),
      .logInRefused(RequestError(.failed, "x", .reason("busy"))),
      .logInRefused(RequestError(.unavailable, "x", .retryAfter(.seconds(8)))),
      .logInRefused(RequestError(.noMethod, "x")),
    ]
    for failure in failures {
      expect(failure.sentence?.contains(";"), equals: true, "\(failure)")
    }
  }

  @Test func `a refused log-in has its own exit codes and advice`() {
    let early = Failure.logInRefused(
      RequestError(.unavailable, "too many failures", .retryAfter(.seconds(8))))
    expect(early.sentence, equals: "cannot log in: too many failures; try again in 8 s (-32005)")
    expect(early.exitCode, equals: 75)
    expect(early.mayPass)
    let wrong = Failure.logInRefused(RequestError(.notAllowed, "x", .reason("login")))
    expect(wrong.exitCode, equals: 77)
    expect(!wrong.mayPass)
    let full = Failure.logInRefused(.limit("sessions", "x"))
    expect(full.exitCode, equals: 6)
  }

  @Test func `what the rules do not allow has its own exit code and advice`() {
    let refused = Failure.refused(
      RequestError(.notAllowed, "you may not set shared.a", .reason("policy")),
      method: SetBox.method)
    expect(refused.exitCode, equals: 77)
    expect(refused.sentence?.contains("log in as another user with --login"), equals: true)
    let other = Failure.refused(RequestError(.notAllowed, "x"), method: "a.b")
    expect(other.exitCode, equals: 65)
  }

  @Test func `names are cut at 100 characters`() {
    let name = String(repeating: "x", count: 1000)
    let shown = String(repeating: "x", count: 100) + "…"
    let error = LoopError(operation: "spawn", code: 2)
    let failures: [Failure] = [
      .noArgument(ColumnName(TopicName(argument: "ai")!, .pro), text: name, near: [name]),
      .commandUnusable(name, error),
      .notReached(name, state: "not there", wanted: name, timeout: .seconds(1)),
      .unconnected(.unreachable(place: name, LoopError(operation: "connect", code: 36))),
    ]
    for failure in failures {
      expect(failure.sentence?.contains(shown), equals: true, "\(failure)")
      expect(failure.sentence?.contains("\(shown.dropLast())x"), equals: false, "\(failure)")
    }
  }

  @Test func `the advice is a working command, however long the name is`() {
    let method = (1...20).map { "segment\($0)" }.joined(separator: ".")
    for code in [RequestError.Code.invalidParameters, .notFound] {
      let sentence = Failure.refused(RequestError(code, "x"), method: method).sentence
      expect(
        sentence?.contains("x; see what there is with 'procon-client describe' ("), equals: true)
    }
  }

  @Test func `a silent daemon is reported with its socket and the timeout`() {
    expect(
      Failure.unconnected(.silent(place: "/s")).sentence,
      equals: """
        no daemon greets at /s within 5 s; try again, or name another socket with --socket
        """)
  }

  @Test func `without a daemon, the message names the socket and what to do`() {
    expect(
      Failure.unconnected(.nobodyListens(place: "/a")).sentence,
      equals: "no daemon listens at /a; start procond, or name its socket with --socket")
    expect(
      Failure.unconnected(.nobodyListens(place: "/run/procon/procon.sock")).sentence,
      equals: "no daemon listens at /run/procon/procon.sock; start it with 'systemctl start"
        + " procond.socket', or choose another one with --socket or the key \"daemon\" of your"
        + " configuration")
  }

  @Test func `another daemon ends a program, and says how to use it`() {
    let failure = Failure.unconnected(.otherDaemon(place: "/a"))
    expect(failure.isFinal)
    expect(
      failure.sentence,
      equals:
        "the daemon is gone, and another one listens at /a; start procon-client again to use it,"
        + " or name another socket with --socket")
  }
}
