import Glibc
import Testing

@testable import procon_bench

/// A program that replaces procond and has one fault.
struct WrongServer {
  /// The fault.
  enum Fault: String, CaseIterable {
    case none
    /// The tenth value is not sent to the last subscriber.
    case drops
    /// The tenth value is sent twice.
    case doubles
    /// The tenth value differs in one byte.
    case changes
    /// The connections are closed after the tenth value.
    case leaves
    /// The tenth set is answered with an error.
    case refuses
    /// The values come after a goodbye.
    case parts

    /// A server may refuse, but what it does must be right.
    var exitCode: Int32 { self == .none || self == .refuses ? 0 : 76 }

    /// What the benchmark must print about the fault.
    var words: [String] {
      switch self {
      case .none: []
      case .drops: ["subscriber 0 got value 11 after 9 of "]
      case .doubles: ["subscriber 0 got value 10 after 10 of "]
      case .changes: ["subscriber 0 got what was not published: "]
      case .leaves: ["it closed a connection"]
      case .refuses: ["refused: no more"]
      case .parts: ["it sent what is not its protocol: "]
      }
    }
  }

  let path: String

  init(_ fault: Fault, in directory: ServerDirectory) throws {
    path = directory.file("procond")
    let script = Self.script.replacing("FAULT", with: fault.rawValue)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
    defer { close(descriptor) }
    let bytes = Array(script.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  private static let script = #"""
    #!/usr/bin/env python3
    import json, selectors, socket, sys

    fault = "FAULT"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[sys.argv.index("--socket") + 1])
    listener.listen(64)
    selector = selectors.DefaultSelector()
    selector.register(listener, selectors.EVENT_READ)
    rests, subscribers, revision = {}, [], 0

    def send(connection, text):
        connection.sendall(text.encode() + b"\n")

    def notify(connection, method, parameters):
        send(connection, '{"jsonrpc":"2.0","method":"%s","params":%s}' % (method, parameters))

    def answer(connection, id, rest):
        send(connection, '{"jsonrpc":"2.0","id":%s,%s}' % (id, rest))

    def publish(number, value):
        line = '{"revision":%d,"boxes":{"shared.bench":"%s"}}'
        change = line % (number, value)
        wrong = line % (number, value.replace("x", "y", 1 if fault == "changes" else 0))
        for index, connection in enumerate(subscribers):
            if number != 10 or fault in ("none", "refuses"):
                notify(connection, "change", change)
            elif fault == "leaves":
                connection.shutdown(socket.SHUT_RDWR)
            elif fault == "parts":
                notify(connection, "bye", '{"reason":"slow"}')
            elif fault != "drops" or index > 0:
                notify(connection, "change", wrong)
                if fault == "doubles": notify(connection, "change", wrong)

    def receive(connection, line):
        global revision
        request = json.loads(line)
        parameters = request["params"]
        if request["method"] == "subscribe":
            answer(connection, request["id"], '"result":{"epoch":"e","revision":1,"resumed":false}')
            notify(connection, "synced", '{"epoch":"e","revision":1}')
            subscribers.append(connection)
            return
        number = request["id"] - 1000000000
        if fault == "refuses" and number == 10:
            answer(connection, request["id"], '"error":{"code":-32004,"message":"no more"}')
            return
        answer(connection, request["id"], '"result":{"revision":%d}' % number)
        if number: publish(number, parameters["value"])

    while True:
        for key, _ in selector.select():
            if key.fileobj is listener:
                connection = listener.accept()[0]
                rests[connection] = b""
                selector.register(connection, selectors.EVENT_READ)
                try:
                    hello = '{"protocol":1,"server":"x","epoch":"e","revision":1}'
                    notify(connection, "hello", hello)
                except OSError:
                    pass
                continue
            connection = key.fileobj
            try:
                part = connection.recv(65536)
            except ConnectionResetError:
                # A client that only looked whether somebody listens did not read the greeting.
                part = b""
            if not part:
                selector.unregister(connection)
                continue
            *lines, rests[connection] = (rests[connection] + part).split(b"\n")
            for line in lines: receive(connection, line)

    """#
}
