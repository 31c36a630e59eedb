internal import BoxWire

// The requests and answers of etcd's JSON gateway (api/v3 of etcd 3.4, rpc.proto). Bytes are EtcdBase64,
// 64-bit numbers are strings, and members with the value 0, false or "" are left out of answers.

extension JSONText {
  /// Bytes, as the gateway has them.
  init(base64 bytes: [UInt8]) {
    self.init(valid: [UInt8(ascii: "\"")] + EtcdBase64.encode(bytes) + [UInt8(ascii: "\"")])
  }

  /// A 64-bit number, as the gateway has it.
  init(int64 number: Int) {
    self.init(String(number))
  }

  /// The 64-bit number; nil unless it is one.
  var int64: Int? { string.flatMap { Int($0) } ?? integer }

  /// The bytes; nil unless it is EtcdBase64.
  var bytesOfBase64: [UInt8]? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    return bytes.withUnsafeBufferPointer { text in
      EtcdBase64.decode(UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)]))
    }
  }
}

/// What a request reads.
struct EtcdRange {
  /// The first key.
  var key: [UInt8]
  /// The first key that no longer belongs to it; empty if only one key does.
  var end: [UInt8] = []
  /// The revision to read at; 0 for the latest.
  var revision = 0
  /// The maximum number of keys; 0 for any.
  var limit = 0
  var countsOnly = false

  /// All keys that begin with a prefix.
  static func all(under prefix: String) -> EtcdRange {
    let key = Array(prefix.utf8)
    // A range from and to the byte 0 has all keys.
    return EtcdRange(key: key.isEmpty ? [0] : key, end: end(of: key))
  }

  var request: JSONText {
    var members: [(name: String, value: JSONText)] = bounds
    if revision > 0 { members.append(("revision", JSONText(int64: revision))) }
    if limit > 0 { members.append(("limit", JSONText(int64: limit))) }
    if countsOnly { members.append(("count_only", true)) }
    return JSONText(members: members)
  }

  /// The keys, as requests have them.
  var bounds: [(name: String, value: JSONText)] {
    [("key", JSONText(base64: key))] + (end.isEmpty ? [] : [("range_end", JSONText(base64: end))])
  }

  /// The first key after all those that begin with a prefix.
  private static func end(of prefix: [UInt8]) -> [UInt8] {
    var end = prefix
    while let last = end.popLast() {
      if last < 255 { return end + [last + 1] }
    }
    return [0]
  }
}

/// A page of a list.
struct EtcdPage: Sendable {
  /// The revision of the cluster when it was read.
  var revision: Int
  /// In the order of their keys, without keys that are not UTF-8: this program writes none.
  var pairs: [EtcdPair] = []
  /// The key of the last pair; nil if there is none.
  var last: [UInt8]?
  var hasMore: Bool

  /// - Returns: nil unless it is an answer to a range.
  init?(_ answer: JSONText) {
    guard let revision = answer.revisionOfHeader else { return nil }
    self.revision = revision
    hasMore = answer["more"]?.boolean ?? false
    for element in answer["kvs"]?.elements ?? [] {
      guard let pair = RawPair(element) else { return nil }
      last = pair.key
      if let pair = pair.pair { pairs.append(pair) }
    }
  }
}

/// A pair as it is in answers, with any key.
struct RawPair {
  var key: [UInt8] = []
  var value: [UInt8] = []
  var created = 0
  var modified = 0

  init?(_ text: JSONText) {
    guard let members = text.members else { return nil }
    for (name, value) in members {
      switch name {
      case "key": key = value.bytesOfBase64 ?? []
      case "value":
        guard let bytes = value.bytesOfBase64 else { return nil }
        self.value = bytes
      case "create_revision": created = value.int64 ?? 0
      case "mod_revision": modified = value.int64 ?? 0
      default: break
      }
    }
    // Each key has at least one byte.
    guard !key.isEmpty else { return nil }
  }

  /// nil if the key is not UTF-8.
  var pair: EtcdPair? {
    keyText.map { EtcdPair(key: $0, value: value, created: created, modified: modified) }
  }

  /// nil if it is not UTF-8.
  var keyText: String? { String(validating: key, as: UTF8.self) }
}

extension EtcdTransaction {
  var request: JSONText {
    [
      "compare": JSONText(elements: conditions.map(\.request)),
      "success": JSONText(elements: changes.map(\.request)),
    ]
  }
}

extension EtcdTransaction.Condition {
  fileprivate var request: JSONText {
    switch self {
    case .absent(let key):
      Self.compare(EtcdRange(key: Array(key.utf8)), "CREATE", "EQUAL", "create_revision", 0)
    case .unchanged(let key, let revision):
      Self.compare(EtcdRange(key: Array(key.utf8)), "MOD", "EQUAL", "mod_revision", revision)
    case .present(let key):
      Self.compare(EtcdRange(key: Array(key.utf8)), "CREATE", "GREATER", "create_revision", 0)
    case .nothingWritten(let prefix, let revision):
      // It is so of each key, and thus also if there is none.
      Self.compare(.all(under: prefix), "MOD", "LESS", "mod_revision", revision + 1)
    }
  }

  private static func compare(
    _ range: EtcdRange, _ target: String, _ result: String, _ name: String, _ value: Int
  ) -> JSONText {
    JSONText(
      members: range.bounds + [
        ("target", JSONText(target)), ("result", JSONText(result)),
        (name, JSONText(int64: value)),
      ])
  }
}

extension EtcdTransaction.Change {
  fileprivate var request: JSONText {
    switch self {
    case .put(let key, let value, let lease):
      [
        "request_put": JSONText(
          members: [
            ("key", JSONText(base64: Array(key.utf8))), ("value", JSONText(base64: value)),
          ] + (lease == 0 ? [] : [("lease", JSONText(int64: lease))]))
      ]
    case .delete(let key):
      ["request_delete_range": JSONText(members: EtcdRange(key: Array(key.utf8)).bounds)]
    case .deleteAll(let prefix):
      ["request_delete_range": JSONText(members: EtcdRange.all(under: prefix).bounds)]
    }
  }
}

extension EtcdOutcome {
  /// - Returns: nil unless it is an answer to a transaction.
  init?(_ answer: JSONText) {
    guard let revision = answer.revisionOfHeader else { return nil }
    let isMade = answer["succeeded"]?.boolean ?? false
    self = isMade ? .made(revision: revision) : .refused(revision: revision)
  }
}

extension JSONText {
  /// The revision of the cluster, as each answer has it; nil if it has none.
  var revisionOfHeader: Int? { self["header"]?["revision"]?.int64 }
}
