internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import TerminalClient

/// What others have changed, on all boards and lists of the topic.
extension BoardView {
  func findNews(_ occasion: Occasion) {
    guard occasion != .waiting else { return }
    if occasion == .entered { (comparison, isCompared, compared) = (Comparison(), false, []) }
    guard comparison.takes(isFetching: isFetching) else { return }
    guard !isCompared else { return comparison.pass() }
    isCompared = true
    var difference = comparison.difference(to: things)
    // The arguments of an option come and go with it; a side that is read for the first time is no news.
    let loaded = boards.values.reduce(into: Set()) { $0.formUnion($1.loaded) }
    difference.leaveOut { [compared] name in
      guard let group = Self.side(of: name) else { return false }
      return !loaded.contains(group) || !compared.contains(group)
    }
    compared = loaded
    news?.add(difference, in: topic) { Self.side(of: $0) ?? String($0.prefix { $0 != "." }) }
  }

  private var things: Comparison<String>.State {
    let title = [(name: News.topic, thing: heading.title)]
    let options = tabs.options.map { (name: "options.\($0.id)", thing: $0.comparable) }
    let arguments = boards.keys.sorted { $0.side(.pro) < $1.side(.pro) }
      .flatMap { boards[$0]?.things ?? [] }
    return title + arguments + options + lists.flatMap(\.things)
  }

  /// The name of the side that an argument is on, by the name of the argument; nil for other names.
  private static func side(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let side = name[..<dot]
    return SideName.allCases.contains { side == $0.plural || side.hasSuffix(".\($0.plural)") }
      ? String(side) : nil
  }

  /// What the user has changed does not light up.
  func ignore(_ call: Call, _ answer: JSONText) {
    let prefix = "\(place)."
    let ofAll = ["\(topic.root).undo", "\(topic.root).redo", "\(prefix)options.convert"]
    if ofAll.contains(call.intent) {
      return comparison.ignoreAll()
    }
    guard call.intent.hasPrefix(prefix), let dot = call.intent.lastIndex(of: ".") else { return }
    let (list, intent) = (call.intent[..<dot].dropFirst(prefix.count), call.intent[dot...])
    if list == BoardList.Kind.positions.rawValue { comparison.ignore(String(list)) }
    if let id = call.parameters[.id]?.string { comparison.ignore("\(list).\(id)") }
    // A comment has another id than its argument.
    guard let id = answer[AnswerKey.id]?.string, intent != ".comment" else { return }
    comparison.ignore(target(of: call).map { $0.board.argument($0.side, id) } ?? "\(list).\(id)")
  }

  /// Where an argument is after a call that adds or moves it; nil for other calls.
  func target(of call: Call) -> (board: BoardName, side: SideName)? {
    for board in boards.keys {
      for side in SideName.allCases {
        let path = "\(place).\(board.side(side))"
        if call.intent == "\(path).add" { return (board, side) }
        guard call.intent == "\(path).move" else { continue }
        let option = call.parameters[.option]?.string
        let other = call.parameters[.to]?.string.flatMap { SideName(rawValue: $0) }
        return (option.map { BoardName(option: $0) } ?? board, other ?? side)
      }
    }
    return nil
  }
}

extension OptionItem {
  /// What others can change in it by itself.
  var comparable: String { text.map { "\(title)\n\($0)" } ?? title }
}
