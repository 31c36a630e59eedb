internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import UVLoop

/// What others have just changed: it lights up for a while, with the name of the author.
@LoopActor
final class News {
  /// Something that lights up.
  struct Item: Equatable {
    /// Who has changed it; empty if that is not known.
    var author = ""
    /// What was done, and by whom; nil until the daemon has said so.
    var sentence: String?
  }

  /// The name of a topic itself, in its own scene.
  nonisolated static let topic = "title"
  nonisolated static let duration = Duration.seconds(2)
  /// The most things that light up at once.
  private static let most = 50

  /// Called when something is lit up, explained or no longer lit up.
  var changed: (@LoopActor () -> Void)?
  /// Calls an intent, and passes on its answer; nil if there is none.
  var inquire: (@LoopActor (Call, @escaping @LoopActor (JSONText?) -> Void) -> Void)?
  private var items: [String: Item] = [:]
  private var timers: [String: Timer] = [:]
  /// The names of what lights up, the newest last.
  private var order: [String] = []

  /// Lights up what others have changed, and asks the daemon who they are.
  ///
  /// - Parameters:
  ///   - topic: what they have changed it in; nil if the daemon does not know who changes it.
  ///   - group: returns the name that lights up in place of something that was removed.
  func add(
    _ difference: Comparison<some Equatable>.Difference, in topic: TopicLocation?,
    group: @escaping (String) -> String
  ) {
    guard !difference.isEmpty else { return }
    var lit = difference.removed.map {
      (name: group($0), words: "Somebody else has removed an entry.")
    }
    lit += difference.changed.prefix(Self.most).map { ($0, Self.change) }
    if difference.isReordered { lit.append(("", "Somebody else has moved an entry.")) }
    for (name, _) in lit { light(name) }
    guard let topic else {
      for (name, words) in lit { explain(name, words) }
      return
    }
    let count = difference.changed.count + difference.removed.count + 1
    inquire?(Self.newest(min(Self.most, count), of: topic)) { [weak self] answer in
      guard let self else { return }
      for entry in changes(in: answer, lit.map(\.name)).reversed() {
        let name = entry.item ?? Self.topic
        if difference.removed.contains(name) {
          explain(group(name), entry)
        } else {
          if entry.action == .moved, difference.isReordered { light(name) }
          explain(name, entry)
        }
      }
      for (name, words) in lit { explain(name, words) }
    }
  }

  /// Lights up topics that others have changed, by their paths, and asks the daemon who they are, but
  /// not who has deleted a topic.
  ///
  /// - Parameter title: returns the title of a topic that was deleted; nil if it is not known.
  func add(
    _ difference: Comparison<some Equatable>.Difference, title: (_ path: String) -> String?
  ) {
    for path in difference.removed.prefix(Self.most) {
      light(path)
      explain(path, "Somebody else has deleted \(title(path).map { "\"\($0)\"" } ?? "a topic").")
    }
    for path in difference.changed.prefix(Self.most) {
      light(path)
      inquire?(Self.newest(1, of: TopicLocation(text: path))) { [weak self] in
        guard let self else { return }
        for entry in changes(in: $0, [path]) { explain(path, entry) }
        explain(path, Self.change)
      }
    }
  }

  /// The intent that lists the newest changes of a topic.
  private static func newest(_ count: Int, of topic: TopicLocation) -> Call {
    Call("\(topic.root).history", [.id: JSONText(topic.id), .limit: JSONText(count)])
  }

  /// Returns the changes in the answer of `history`, newest first. What is wrong with it becomes the
  /// sentence of these names.
  private func changes(in answer: JSONText?, _ names: [String]) -> [HistoryItem] {
    do throws(ValueFault) {
      return try answer?.decoded(AnswerKey.items) ?? []
    } catch {
      for name in names { explain(name, "The history cannot be read: \(error).") }
      return []
    }
  }

  private static let change = "Somebody else has changed this."

  /// Lights something up.
  func light(_ name: String) {
    items[name] = Item()
    order.removeAll { $0 == name }
    order.append(name)
    timers[name] = Timer(after: Self.duration) { [weak self] in self?.fade(name) }
    changed?()
  }

  /// Says who has changed something, if it lights up.
  private func explain(_ name: String, _ entry: HistoryItem) {
    guard items[name] != nil else { return }
    items[name] = Item(author: entry.author, sentence: "\(entry.author) \(entry.text)")
    order.removeAll { $0 == name }
    order.append(name)
    changed?()
  }

  /// Says what has changed, if the daemon has not said more.
  private func explain(_ name: String, _ words: String) {
    guard let item = items[name], item.sentence == nil else { return }
    items[name]?.sentence = words
    changed?()
  }

  /// nil if it has not just changed.
  subscript(name: String) -> Item? { items[name] }

  /// Whether something has just changed that has this name, or a name that begins with it and a dot.
  func hasAny(under name: String) -> Bool {
    items.keys.contains { $0 == name || $0.hasPrefix("\(name).") }
  }

  /// What was done last; nil if nothing lights up.
  var sentence: String? { order.last.flatMap { items[$0]?.sentence } }

  private func fade(_ name: String) {
    items[name] = nil
    timers[name] = nil
    order.removeAll { $0 == name }
    changed?()
  }
}
