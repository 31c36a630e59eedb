internal import BoxWire

/// The parts of values that are too long for one request of etcd's, by name.
///
/// Such a value is `{"parts":NAME,"bytes":LENGTH}`, and its parts are under `parts/NAME/`. They are written
/// before it.
struct LongValues {
  private var parts: [String: [Int: [UInt8]]] = [:]

  /// Small enough for several in one request, and much longer than most values.
  static let partBytes = 400_000

  private static let beginning = Array(#"{"parts":""#.utf8)

  /// Of all values that have parts here.
  var names: Set<String> { Set(parts.keys) }

  static func parts(of value: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: value.count, by: partBytes).map { start in
      Array(value[start..<min(start + partBytes, value.count)])
    }
  }

  static func reference(to name: String, bytes: Int) -> [UInt8] {
    JSONText(members: [("parts", JSONText(name)), ("bytes", JSONText(bytes))]).bytes
  }

  /// The name of the parts of a value; nil if it has none.
  static func name(in value: [UInt8]) -> String? {
    guard value.starts(with: beginning) else { return nil }
    return (try? JSONText(parsing: value))?.members?.first?.value.string
  }

  /// The value itself, or that whose parts it names; nil if some are missing.
  func whole(_ value: [UInt8]) -> [UInt8]? {
    guard let name = Self.name(in: value) else { return value }
    let members = (try? JSONText(parsing: value))?.members
    guard let bytes = members?.first(where: { $0.name == "bytes" })?.value.integer else {
      return nil
    }
    var whole: [UInt8] = []
    for number in 0..<(parts[name]?.count ?? 0) {
      guard let part = parts[name]?[number] else { return nil }
      whole += part
    }
    return whole.count == bytes ? whole : nil
  }

  mutating func put(_ part: [UInt8], of name: String, at number: Int) {
    parts[name, default: [:]][number] = part
  }

  mutating func remove(_ name: String, at number: Int) {
    parts[name]?[number] = nil
    if parts[name]?.isEmpty == true { parts[name] = nil }
  }
}
