package import BoxWire

/// What a client knows that follows boxes over several connections, and over several runs of a daemon.
package final class Follower {
  /// Where a line broke the rules of the protocol.
  package struct Broken: Error, CustomStringConvertible {
    package let description: String
  }

  /// How a connection began.
  package struct Beginning: Equatable {
    package let resumed: Bool
    /// The lines before `synced`, such as `change a b -c`: the method, the boxes, and those removed.
    package let lines: [String]

    package init(resumed: Bool, _ lines: String...) {
      self.init(resumed: resumed, lines)
    }

    init(resumed: Bool, _ lines: [String]) {
      (self.resumed, self.lines) = (resumed, lines)
    }
  }

  package let patterns: [String]
  package private(set) var epoch = ""
  /// Up to which it knows the boxes.
  package private(set) var revision = 0
  package private(set) var values: [String: JSONText] = [:]
  private var peer: Peer?

  package convenience init(_ patterns: String...) {
    self.init(patterns)
  }

  package init(_ patterns: [String]) {
    self.patterns = patterns
  }

  /// Subscribes on a new connection, from where it is, and reads until it is synced.
  @discardableResult
  package func follow(_ peer: Peer) throws -> Beginning {
    self.peer = peer
    let quoted = patterns.map { #""\#($0)""# }.joined(separator: ",")
    let since = epoch.isEmpty ? "" : #","since":{"epoch":"\#(epoch)","revision":\#(revision)}"#
    let answer = try peer.call("subscribe", #"{"boxes":[\#(quoted)],"mode":"every"\#(since)}"#)
    guard let new = answer["result", "epoch"]?.string,
      let resumed = answer["result", "resumed"]?.boolean
    else { throw PeerError.unexpected(answer) }
    if resumed, new != epoch { throw Broken(description: "resumed in another epoch") }
    epoch = new
    if !resumed { (values, revision) = ([:], 0) }
    var lines: [String] = []
    while true {
      let line = try take(try peer.next())
      if line == "synced" { return Beginning(resumed: resumed, lines) }
      lines.append(line)
    }
  }

  /// Reads until it knows a revision.
  package func reach(_ revision: Int) throws {
    guard let peer else { return }
    while self.revision < revision { try take(try peer.next()) }
  }

  /// Reads what was changed up to now.
  ///
  /// - Returns: the lines, as in ``Beginning/lines``.
  @discardableResult
  package func sync() throws -> [String] {
    guard let peer else { return [] }
    try peer.send(#"{"id":"sync","method":"ping"}"#)
    var lines: [String] = []
    while case let line = try peer.next(), line["id"]?.string != "sync" {
      lines.append(try take(line))
    }
    return lines
  }

  /// Reads what has arrived before the connection ended.
  package func readToEnd() throws {
    guard let peer else { return }
    do {
      while true { try take(try peer.next()) }
    } catch PeerError.ended {
      self.peer = nil
    }
  }

  /// - Returns: the line in words.
  @discardableResult
  private func take(_ line: JSONText) throws -> String {
    guard let method = line["method"]?.string else { throw PeerError.unexpected(line) }
    let revision = line["params", "revision"]?.integer
    var words = [method]
    switch method {
    case "snapshot", "change":
      if method == "change", let revision, revision <= self.revision {
        throw Broken(description: "\(line) follows revision \(self.revision)")
      }
      let boxes = line["params", "boxes"]?.members ?? []
      let removed = (line["params", "removed"]?.elements ?? []).compactMap(\.string)
      for box in boxes { values[box.name] = box.value }
      for path in removed { values[path] = nil }
      words += boxes.map(\.name).sorted() + removed.sorted().map { "-\($0)" }
    case "gap": values = [:]
    default: break
    }
    // A snapshot is complete at the next `synced` only.
    if let revision, method != "snapshot" { self.revision = max(self.revision, revision) }
    return words.joined(separator: " ")
  }
}
