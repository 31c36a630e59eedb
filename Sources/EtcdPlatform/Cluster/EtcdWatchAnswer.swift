internal import BoxWire
internal import Glibc

/// An answer of a watch.
enum EtcdWatchAnswer: Sendable {
  /// - Parameters:
  ///   - revision: that of the member.
  ///   - events: with their revisions, in order; nil for a key that is not UTF-8.
  ///   - isComplete: whether the last revision ends with this answer.
  case events(revision: Int, events: [(revision: Int, event: EtcdStep.Event?)], isComplete: Bool)
  /// All events up to this revision have been sent.
  case progress(revision: Int)
  /// The revision of the member, which has not necessarily sent all events up to it.
  case revision(Int)
  /// Events that were asked for are gone.
  case compacted
  /// The watch has ended, or what arrived is not understood.
  case failed(reason: String)

  /// - Parameter object: a JSON object, as it arrived.
  init(_ object: [UInt8]) {
    guard let answer = try? JSONText(parsing: object) else {
      self = .failed(reason: "the watch is not JSON")
      return
    }
    guard let result = answer["result"], let members = result.members else {
      let error = answer["error"]
      self = .failed(reason: error?["message"]?.string ?? error?.string ?? answer.shown)
      return
    }
    let values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    let revision = values["header"]?["revision"]?.int64 ?? 0
    if values["canceled"]?.boolean == true {
      let isCompacted = values["compact_revision"]?.int64 ?? 0 > 0
      let reason = values["cancel_reason"]?.string ?? "the watch was cancelled"
      self = isCompacted ? .compacted : .failed(reason: reason)
    } else if let elements = values["events"]?.elements {
      let events = elements.map { Self.event($0) }
      guard events.allSatisfy({ $0 != nil }) else {
        self = .failed(reason: "the watch has a malformed event")
        return
      }
      self = .events(
        revision: revision, events: events.compactMap(\.self),
        isComplete: values["fragment"]?.boolean != true)
    } else if values["created"] != nil || values["watch_id"] != nil {
      // The answer to a request for progress has the id -1. In etcd before 3.4.25, it can overtake
      // events.
      self = .revision(revision)
    } else {
      self = .progress(revision: revision)
    }
  }

  private static func event(_ text: JSONText) -> (revision: Int, event: EtcdStep.Event?)? {
    guard let raw = text["kv"].flatMap({ RawPair($0) }) else { return nil }
    if text["type"]?.string == "DELETE" {
      return (raw.modified, raw.keyText.map { .delete(key: $0) })
    }
    return (raw.modified, raw.pair.map { .put($0) })
  }
}

/// Puts the steps of a watch together from its answers.
struct EtcdSteps {
  /// The revision up to which all steps are known.
  private(set) var known: Int
  /// What has arrived of the revision that follows.
  private var revision = 0
  private var events: [EtcdStep.Event] = []

  /// - Parameter known: the revision after which steps are asked for.
  init(after known: Int) {
    self.known = known
  }

  /// Adds events in the order of their revisions, and returns the steps that are complete. Events
  /// that are known are left out.
  mutating func add(
    _ added: [(revision: Int, event: EtcdStep.Event?)], isComplete: Bool
  ) -> [EtcdStep] {
    var steps: [EtcdStep] = []
    for (revision, event) in added where revision > known {
      if revision != self.revision { complete(&steps) }
      self.revision = revision
      if let event { events.append(event) }
    }
    if isComplete { complete(&steps) }
    return steps
  }

  /// Notes that all steps up to a revision have been added.
  mutating func proceed(to revision: Int) {
    known = max(known, revision)
  }

  /// Forgets what has arrived of a step that is not complete, because it will arrive again.
  mutating func restart() {
    (revision, events) = (0, [])
  }

  private mutating func complete(_ steps: inout [EtcdStep]) {
    if !events.isEmpty { steps.append(EtcdStep(revision: revision, events: events)) }
    known = max(known, revision)
    restart()
  }
}

/// Finds the JSON objects in the body of a watch. They may or may not be on lines of their own, and
/// arrive in parts of any size.
struct EtcdObjects {
  /// Maximum size of an object, in bytes.
  let longest: Int
  private var object: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// An object is longer than allowed.
  struct TooLong: Error {}

  init(longest: Int) {
    self.longest = longest
  }

  /// Adds what has arrived, and returns the objects that are complete.
  ///
  /// - Throws: `TooLong`.
  mutating func add(_ part: [UInt8]) throws(TooLong) -> [[UInt8]] {
    let ends = part.withUnsafeBytes { self.ends(in: $0) }
    var objects: [[UInt8]] = []
    var start = 0
    for end in ends {
      objects.append(object + part[start..<end])
      (object, start) = ([], end)
    }
    object += part[start...]
    guard object.count <= longest else { throw TooLong() }
    return objects
  }

  /// Where objects end.
  private mutating func ends(in part: UnsafeRawBufferPointer) -> [Int] {
    var ends: [Int] = []
    var index = 0
    while index < part.count {
      if isInString, !isEscaped { index = endOfPlainText(in: part, from: index) }
      guard index < part.count else { break }
      let byte = part[index]
      index += 1
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 {
          depth = 0
          ends.append(index)
        }
      default: break
      }
    }
    return ends
  }

  /// The index of the next quote or backslash. Nearly all bytes are those of values in EtcdBase64.
  private func endOfPlainText(in part: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = part.baseAddress else { return start }
    func find(_ byte: Character, before end: Int) -> Int {
      let found = memchr(base + start, Int32(byte.asciiValue ?? 0), end - start)
      return found.map { UnsafeRawPointer($0) - base } ?? end
    }
    return find("\\", before: find("\"", before: part.count))
  }
}
