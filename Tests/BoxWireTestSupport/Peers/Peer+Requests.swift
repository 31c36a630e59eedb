package import BoxWire
internal import SystemTestSupport

extension Peer {
  /// Sets any box.
  ///
  /// - Returns: the revision.
  @discardableResult
  package func set(_ path: String, _ value: String) throws -> Int {
    try revision(of: call("set", #"{"box":"\#(path)","value":\#(value)}"#))
  }

  @discardableResult
  package func set(_ path: String, _ value: Int) throws -> Int {
    try set(path, String(value))
  }

  @discardableResult
  package func delete(_ path: String) throws -> Int {
    try revision(of: call("delete", #"{"box":"\#(path)"}"#))
  }

  /// The number of connections with a subscription.
  package func subscribers() throws -> Int? {
    let stats = try call("get", #"{"boxes":["daemon.stats"]}"#)
    return stats["result", "boxes", "daemon.stats", "subscribers"]?.integer
  }

  /// Sets boxes as fast as possible, and waits until all of it is carried out.
  package func setMany(_ boxes: [(path: String, value: String)]) throws {
    var members: [String] = []
    var size = 0
    for (index, box) in boxes.enumerated() {
      members.append(
        #"{"method":"set","params":{"box":"\#(box.path)","value":\#(box.value)}}"#)
      size += box.value.utf8.count
      guard members.count == 100 || size > 500_000 || index == boxes.count - 1 else { continue }
      try send("[\(members.joined(separator: ","))]")
      (members, size) = ([], 0)
    }
    try call("ping")
  }

  /// - Parameter members: members of the request in addition to `boxes`.
  /// - Returns: the result.
  @discardableResult
  package func requestSubscription(_ patterns: String..., members: String = "") throws -> JSONText {
    let list = patterns.map { #""\#($0)""# }.joined(separator: ",")
    let rest = members.isEmpty ? "" : ",\(members)"
    let response = try call("subscribe", #"{"boxes":[\#(list)]\#(rest)}"#)
    guard let result = response["result"] else { throw PeerError.unexpected(response) }
    return result
  }

  /// Subscribes and reads up to `synced`.
  ///
  /// - Parameter members: members of the request in addition to `boxes`.
  /// - Returns: the revision of `synced`.
  @discardableResult
  package func subscribe(_ pattern: String, _ members: String = "") throws -> Int {
    try requestSubscription(pattern, members: members)
    return try revision(in: next("synced"))
  }

  /// The value of a box, by `get`; null if there is none.
  package func value(_ path: String) throws -> JSONText {
    try call("get", #"{"boxes":["\#(path)"]}"#)["result", "boxes"]?[path] ?? .null
  }

  /// The value of `session.route`.
  package func route() throws -> JSONText {
    try value("session.route")
  }

  /// The scenes of the stack.
  package func scenes() throws -> [String] {
    try route()["stack"]?.elements?.compactMap { $0["scene"]?.string } ?? []
  }

  /// Reads everything that has been written to it, by means of a ping.
  ///
  /// - Returns: the lines before the answer.
  package func linesUpToNow() throws -> [JSONText] {
    try send(#"{"id":"now","method":"ping"}"#)
    var lines: [JSONText] = []
    while case let line = try next(), line["id"]?.string != "now" { lines.append(line) }
    return lines
  }

  private func revision(of response: JSONText) throws -> Int {
    guard let revision = response["result", "revision"]?.integer else {
      throw PeerError.unexpected(response)
    }
    return revision
  }

  private func revision(in notification: JSONText) throws -> Int {
    guard let revision = notification["params", "revision"]?.integer else {
      throw PeerError.unexpected(notification)
    }
    return revision
  }
}

extension JSONText {
  /// The method of a notification.
  package var method: String? { self["method"]?.string }
  /// The `revision` of a notification.
  package var revision: Int? { self["params", "revision"]?.integer }
  /// The `boxes` of a notification as text.
  package var boxes: String? { self["params", "boxes"]?.description }
  /// The removed paths in a notification.
  package var removed: [String] { (self["params", "removed"]?.elements ?? []).compactMap(\.string) }
  package var merged: Int? { self["params", "merged"]?.integer }
}

/// A string of `count` letters, as JSON.
package func text(_ count: Int, _ letter: Unicode.Scalar = "x") -> String {
  "\"\(letters(count, letter))\""
}
