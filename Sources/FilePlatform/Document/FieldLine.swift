internal import Domain

/// A line of a list under the heading of the decision: `- Outcome: yes`.
struct FieldLine {
  /// The start of the line: `-`, `*` or `+`, and a blank.
  let marker: ArraySlice<UInt8>
  let name: Name
  /// Without a digest.
  let value: ArraySlice<UInt8>
  /// Of the status: the comment with the digest of the board that was decided on; nil if there is none.
  let digest: String?
  /// Of the outcome; nil if there is none.
  let mark: ChoiceMark?

  enum Name: String, CaseIterable {
    case status, outcome, date, by, reason, authority, round, asked, quorum, deadline
    case autoClose = "auto-close"
    case objectionsBlock = "objections block"
    case decidersResolve = "deciders resolve"
    case supersededBy = "superseded by"
  }

  /// nil if the line is none of these fields.
  init?(_ line: ArraySlice<UInt8>) {
    guard let item = ListItem(line), let colon = item.body.firstIndex(of: UInt8(ascii: ":")),
      let name = item.body[..<colon].string.flatMap({ Name(rawValue: $0.lowercased()) })
    else { return nil }
    marker = item.marker
    self.name = name
    let rest = item.body[(colon + 1)...].trimmed
    let comment = TrailingComment(rest).flatMap { $0.words.count == 1 ? $0 : nil }
    digest =
      name != .status
      ? nil
      : comment?.words[0].string.flatMap { Decision.isDigest($0) ? $0 : nil }
    mark = name != .outcome ? nil : comment.flatMap { ChoiceMark($0.words[0]) }
    value = digest == nil && mark == nil ? rest : comment?.before ?? rest
  }

  /// Returns the fields of a topic, with their values; none for one that was never decided.
  static func fields(of topic: Topic, _ names: OptionNames) -> [(name: Name, value: String)] {
    var fields: [(name: Name, value: String)] = []
    if let decision = topic.decision {
      let digest = decision.digest.map { " <!-- \($0) -->" } ?? ""
      let status: Status =
        decision.outcome == nil ? .dropped : decision.successor == nil ? .decided : .superseded
      fields.append((.status, status.rawValue + digest))
      if let outcome = decision.outcome {
        let name = decision.title ?? outcome.rawValue
        // Only where it could mean something else.
        let isMarked = outcome.isOption || names.option(titled: name) != nil
        let mark = isMarked ? " <!-- \(ChoiceMark.word(outcome, named: name)) -->" : ""
        fields.append((.outcome, name + mark))
      }
      fields += [
        (.date, decision.date.rfc3339), (.by, decision.author), (.reason, decision.reason),
      ]
      if decision.authority != .person {
        fields.append((.authority, decision.authority.rawValue))
      }
      if let successor = decision.successor { fields.append((.supersededBy, successor)) }
    } else if topic.round > 1 || topic.rule != nil {
      fields.append((.status, Status.open.rawValue))
    }
    if topic.round > 1 { fields.append((.round, String(topic.round))) }
    return fields + (topic.rule.map(Self.fields(of:)) ?? [])
  }

  private static func fields(of rule: DecisionRule) -> [(name: Name, value: String)] {
    var fields: [(name: Name, value: String)] = []
    if !rule.asked.isEmpty {
      let names = rule.asked.map {
        CommentWord.encoded($0).unicodeScalars.map { $0 == "," ? "%2c" : String($0) }.joined()
      }
      fields.append((.asked, names.joined(separator: ", ")))
    }
    if let quorum = rule.quorum { fields.append((.quorum, quorum.text)) }
    if let deadline = rule.deadline { fields.append((.deadline, deadline.rfc3339)) }
    if rule.autoClose { fields.append((.autoClose, "yes")) }
    if rule.objectionsBlock { fields.append((.objectionsBlock, "yes")) }
    if rule.decidersResolve { fields.append((.decidersResolve, "yes")) }
    return fields
  }

  /// Returns the bytes of a field after the marker.
  static func body(_ name: Name, _ value: String) -> [UInt8] {
    Array("\(name.rawValue.prefix(1).uppercased())\(name.rawValue.dropFirst()): \(value)".utf8)
  }
}

/// The status of a topic in a document.
enum Status: String {
  case open, decided, dropped, superseded
}

/// The item of a list: its marker, and what follows.
struct ListItem {
  let marker: ArraySlice<UInt8>
  /// Not empty, without blanks at its ends.
  let body: ArraySlice<UInt8>

  /// nil if the line is not such an item.
  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first, [0x2D, 0x2A, 0x2B].contains(first),
      line.dropFirst().first?.isBlank == true
    else { return nil }
    marker = line.prefix(2)
    body = line.dropFirst(2).trimmed
    if body.isEmpty { return nil }
  }
}
