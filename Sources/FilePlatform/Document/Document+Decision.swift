internal import Domain

// Writing the decision and the positions.

extension Document {
  /// Writes the fields that differ. Fields that mean nothing, because the topic had neither a decision nor a
  /// rule, stay as somebody wrote them.
  mutating func putDecision(_ board: Board, insteadOf old: Board) {
    let wanted = FieldLine.fields(of: board.topic, OptionNames(board))
    var outdated = Set(FieldLine.fields(of: old.topic, OptionNames(old)).map(\.name))
    // A decision would have what is left of an earlier one.
    if board.topic.decision != nil { outdated.formUnion([.authority, .supersededBy]) }
    guard !wanted.isEmpty || !outdated.isEmpty else { return }
    addSection(.decision)
    let lines = fields
    var replaced: [Int: [Part]] = [:]
    var written: Set<FieldLine.Name> = []
    for (index, line) in lines {
      guard let value = wanted.first(where: { $0.name == line.name })?.value,
        written.insert(line.name).inserted
      else {
        if outdated.contains(line.name) { replaced[index] = [] }
        continue
      }
      let body = FieldLine.body(line.name, value)
      if !parts[index].line.text.dropFirst(line.marker.count).trimmed.elementsEqual(body) {
        var part = parts[index]
        part.line.text = line.marker + body
        replaced[index] = [part]
      }
    }
    let marker = lines.first?.line.marker ?? Self.marker
    let new = wanted.filter { !written.contains($0.name) }
      .map { Part(.other, Line(marker + FieldLine.body($0.name, $0.value), end)) }
    if !new.isEmpty { insert(new, in: .decision, &replaced) }
    replace(replaced)
  }

  /// Writes what differs. Lines of positions that are taken again stay in their places: positions are in
  /// order of their dates.
  mutating func putPositions(_ board: Board, insteadOf old: Board) {
    let positions = board.positions
    let (names, oldNames) = (OptionNames(board), OptionNames(old))
    let lines = self.positions
    guard !positions.isEmpty || !lines.isEmpty else { return }
    addSection(.positions)
    let wanted = Dictionary(positions.map { ($0.person, $0) }) { first, _ in first }
    var written: Set<String> = []
    var replaced: [Int: [Part]] = [:]
    for (index, line) in self.positions {
      guard let position = wanted[line.person] else {
        replaced[index] = []
        continue
      }
      written.insert(line.person)
      if line.shows(position, names) { continue }
      var part = parts[index]
      part.line.text = line.marker + PositionLine.body(position, names, oldNames)
      replaced[index] = [part]
    }
    let marker = lines.first?.line.marker ?? Self.marker
    let new = positions.filter { !written.contains($0.person) }
      .map { Part(.other, Line(marker + PositionLine.body($0, names, oldNames), end)) }
    if !new.isEmpty { insert(new, in: .positions, &replaced) }
    replace(replaced)
  }

  /// Of the first item of a list.
  static let marker = Array("- ".utf8)[...]
}
