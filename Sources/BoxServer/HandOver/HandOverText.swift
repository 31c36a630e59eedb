package import BoxWire

/// The connections that one process hands over to the next one, as bytes.
///
/// They are lines, each a JSON object with LF: a header, a line for each connection, and an end. The
/// bytes of a connection follow its line, without a line end.
///
/// ```
/// {"format":1,"readableBy":1,"epoch":"5f0c3a","connections":1,"state":{…}}
/// {"unsent":12,"unread":3,"socket":"procond.socket","subscription":{"patterns":["topics.**"],
///   "mode":"every","interval":0,"revision":41,"sent":40,"rights":"9c3f",
///   "snapshots":[{"patterns":["topics.**"],"isCatchUp":false,"isWhole":true}]},
///   "session":{"patterns":["session.**"],"mode":"every","interval":0,"behind":"ada@192.0.2.7",
///   "values":[{"path":"session.draft.title","value":"Trial","due":"change"}],"state":{…}}}
/// (12 bytes, which wait for the client, and 3 bytes that it has sent)
/// {"end":1}
/// ```
///
/// Each `state` is what the daemon needs beside its connections, or its scenes for one of them.
/// `readableBy` is the lowest format whose readers understand what follows. Members that a reader does
/// not know are ignored. The header, `unsent`, `unread`, the bytes and the end are the same in all
/// formats: who cannot understand a connection can still say goodbye to its client.
package struct HandOverText {
  /// The format that this program writes, and the highest that it reads.
  package static let format = 1

  /// Identifies the stream of changes to which revisions belong.
  package let epoch: String
  /// What the daemon needs beside its connections; nil for nothing.
  package let state: JSONText?
  /// In the order of their descriptors.
  package let connections: [Connection]

  /// A connection that was read.
  package struct Connection: Equatable {
    /// nil if it cannot be understood, and so cannot go on.
    package let state: HandedConnection?
    /// What waits for the client in any case.
    package let unsent: [UInt8]
  }

  /// Why a text cannot be used.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  // MARK: Writing

  /// Returns the text for connections in the order of their descriptors.
  package static func bytes(
    of connections: [HandedConnection], epoch: String, state: JSONText? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendLine(
      [
        ("format", JSONText(format)), ("readableBy", 1), ("epoch", JSONText(epoch)),
        ("connections", JSONText(connections.count)),
      ] + (state.map { [("state", $0)] } ?? []))
    for connection in connections {
      bytes.appendLine(connection.members)
      bytes += connection.unsent
      bytes += connection.unread
    }
    bytes.appendLine([("end", JSONText(connections.count))])
    return bytes
  }

  // MARK: Reading

  /// - Parameters:
  ///   - bytes: what is after the end is ignored.
  ///   - format: the highest format that the reader knows.
  /// - Throws: ``Invalid`` if it is not whole.
  package init(_ bytes: UnsafeRawBufferPointer, format: Int = format) throws(Invalid) {
    var rest = bytes[...]
    let header = try Self.line(&rest)
    guard header["format"]?.integer != nil, let count = header["connections"]?.integer,
      let epoch = header["epoch"]?.string
    else { throw Invalid(description: "its header is wrong") }
    let isReadable = header["readableBy"]?.integer.map { $0 <= format } ?? false
    self.epoch = epoch
    state = isReadable ? header["state"] : nil
    var connections: [Connection] = []
    while true {
      let line = try Self.line(&rest)
      if let end = line["end"]?.integer {
        guard end == count, connections.count == count else { break }
        self.connections = connections
        return
      }
      guard connections.count < count else { break }
      let unsent = try Self.bytes(line["unsent"], &rest)
      let unread = try Self.bytes(line["unread"], &rest)
      connections.append(
        Connection(
          state: isReadable ? HandedConnection(line, unsent: unsent, unread: unread) : nil,
          unsent: unsent))
    }
    throw Invalid(description: "its number of connections is wrong")
  }

  private static func line(_ rest: inout Slice<UnsafeRawBufferPointer>) throws(Invalid) -> JSONText
  {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
      let line = try? JSONText(parsing: rest[..<end])
    else { throw Invalid(description: "it is not complete") }
    rest = rest[(end + 1)...]
    return line
  }

  private static func bytes(
    _ count: JSONText?, _ rest: inout Slice<UnsafeRawBufferPointer>
  ) throws(Invalid) -> [UInt8] {
    guard let count = count?.integer, (0...rest.count).contains(count) else {
      throw Invalid(description: "it is not complete")
    }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
}

extension [UInt8] {
  fileprivate mutating func appendLine(_ members: [(name: String, value: JSONText)]) {
    self += JSONText(members: members).bytes
    append(UInt8(ascii: "\n"))
  }
}

extension HandedConnection {
  fileprivate var members: [(name: String, value: JSONText)] {
    var members: [(name: String, value: JSONText)] = [
      ("unsent", JSONText(unsent.count)), ("unread", JSONText(unread.count)),
    ]
    if let socket { members.append(("socket", JSONText(socket))) }
    if let subscription { members.append(("subscription", subscription.json)) }
    if let session { members.append(("session", session.json)) }
    return members
  }

  /// - Returns: nil if a member is wrong.
  fileprivate init?(_ line: JSONText, unsent: [UInt8], unread: [UInt8]) {
    socket = line["socket"]?.string
    if let text = line["subscription"] {
      guard let subscription = HandedSubscription(text) else { return nil }
      self.subscription = subscription
    }
    if let text = line["session"] {
      guard let session = HandedSession(text) else { return nil }
      self.session = session
    }
    (self.unsent, self.unread) = (unsent, unread)
  }
}

extension HandedSubscription {
  fileprivate var json: JSONText {
    JSONText([
      ("patterns", JSONText(patterns: patterns)), ("mode", JSONText(mode.rawValue)),
      ("interval", JSONText(milliseconds: interval)), ("revision", JSONText(revision)),
      ("sent", JSONText(sent)),
      ("rights", rights.map { JSONText($0) }),
      (
        "snapshots",
        snapshots.isEmpty
          ? nil
          : JSONText(
            elements: snapshots.map { snapshot in
              JSONText(members: [
                ("patterns", JSONText(patterns: snapshot.patterns)),
                ("isCatchUp", JSONText(snapshot.isCatchUp)),
                ("isWhole", JSONText(snapshot.isWhole)),
              ])
            })
      ),
    ])
  }

  fileprivate init?(_ text: JSONText) {
    guard let patterns = [Pattern](text["patterns"]), !patterns.isEmpty,
      let mode = text["mode"]?.string.flatMap(Subscribe.Mode.init),
      let interval = text["interval"]?.integer, ProtocolLimits.interval.contains(interval),
      let revision = text["revision"]?.integer, revision >= 0,
      let sent = text["sent"]?.integer, sent >= 0
    else { return nil }
    self.patterns = patterns
    self.mode = mode
    self.interval = .milliseconds(interval)
    self.revision = revision
    self.sent = sent
    rights = text["rights"]?.string
    var snapshots: [Snapshot] = []
    for snapshot in text["snapshots"]?.elements ?? [] {
      guard let patterns = [Pattern](snapshot["patterns"]),
        let isCatchUp = snapshot["isCatchUp"]?.boolean, let isWhole = snapshot["isWhole"]?.boolean
      else { return nil }
      snapshots.append(Snapshot(patterns: patterns, isCatchUp: isCatchUp, isWhole: isWhole))
    }
    self.snapshots = snapshots
  }
}

extension HandedSession {
  fileprivate var json: JSONText {
    JSONText([
      ("patterns", JSONText(patterns: patterns)), ("mode", mode.map { JSONText($0.rawValue) }),
      ("interval", interval.map(JSONText.init(milliseconds:))),
      ("behind", behind.map { JSONText($0) }),
      (
        "values",
        JSONText(
          elements: values.map { value in
            JSONText([
              ("path", JSONText(value.path.text)), ("value", value.value),
              ("due", value.due.map { JSONText($0.rawValue) }),
            ])
          })
      ), ("state", state),
    ])
  }

  fileprivate init?(_ text: JSONText) {
    guard let patterns = [Pattern](text["patterns"]) else { return nil }
    self.patterns = patterns
    mode = text["mode"]?.string.flatMap(Subscribe.Mode.init)
    interval = text["interval"]?.integer.map { .milliseconds($0) }
    behind = text["behind"]?.string
    for value in text["values"]?.elements ?? [] {
      guard let path = value["path"]?.string.flatMap(Path.init), let text = value["value"] else {
        return nil
      }
      let due = value["due"]?.string.flatMap(SessionBox.Due.init)
      values.append(Value(path: path, value: text, due: due))
    }
    state = text["state"]
  }
}

extension JSONText {
  fileprivate init(patterns: [Pattern]) {
    self.init(elements: patterns.map { JSONText($0.text) })
  }
}

extension [Pattern] {
  /// - Returns: nil unless it is an array of patterns.
  fileprivate init?(_ text: JSONText?) {
    guard let elements = text?.elements else { return nil }
    self = elements.compactMap { $0.string.flatMap(Pattern.init) }
    guard count == elements.count else { return nil }
  }
}
