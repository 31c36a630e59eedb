public import BoardValues
public import Boxes
internal import Domain

/// What the caller of a session still has to do in the topics of all mounts, the soonest deadline
/// first. Nothing is read until the client asks.
public final class AwaitingViewModel {
  /// At most `Limits.awaitingShown`.
  public var items: Output<[AwaitingItem]> { Output(itemsBox) }
  public var summary: Output<AwaitingSummary> { Output(summaryBox) }

  private let itemsBox = Box<[AwaitingItem]>([])
  private let summaryBox = Box(AwaitingSummary(count: 0, first: nil))
  private let mounts: TopicMounts
  private let caller: any SessionCaller
  private let inBackground: RunInBackground
  private let now: CurrentTime
  /// The caller's name; nil until it is known.
  private var person: String?
  /// Whether the client has asked.
  private var isUsed = false
  /// How often the caller has become somebody else.
  private var identities = 0
  private var followsMounts: Binding?
  private var followed: [FollowedMount] = []

  /// - Parameter inBackground: runs what reads stores.
  init(
    _ mounts: TopicMounts, for caller: any SessionCaller, inBackground: @escaping RunInBackground,
    now: @escaping CurrentTime
  ) {
    self.mounts = mounts
    self.caller = caller
    self.inBackground = inBackground
    self.now = now
  }

  /// Whether something is missing, so that ``load()`` is to be called for the next request.
  public var isDue: Bool {
    guard let person else { return true }
    // The number of a user whose name the system could not say may get a name later.
    return person.allSatisfy(\.isNumber)
      || mounts.all.value.contains { !$0.topics.pending.isLoaded }
  }

  /// Reads what waits for the caller, and follows it from then on. A store that cannot be read is left
  /// out; of several, each is shown as soon as it was read.
  public func load() async {
    isUsed = true
    var identity: Int
    repeat {
      identity = identities
      let name = await caller.author()
      guard identity == identities else { continue }
      person = name
      follow(mounts.all.value)
      followMounts()
      for mount in mounts.all.value { await mount.loadPending() }
    } while identity != identities
  }

  /// To be called after each change of the caller's rights.
  public func rightsChanged() {
    show()
  }

  /// To be called when the caller has logged in or out. What the client has seen stays until it is known
  /// who the caller is now.
  func identityChanged() {
    guard isUsed else { return }
    identities += 1
    person = nil
    followed = []
    inBackground(load)
  }

  // MARK: Following

  private struct FollowedMount {
    let mount: TopicMount
    let matters: [(addressee: Pending.Addressee, now: Output<[PendingMatter]>)]
    var bindings: [Binding] = []
  }

  private func followMounts() {
    guard followsMounts == nil else { return }
    followsMounts = mounts.all.bind { [unowned self] all in
      guard person != nil, !all.elementsEqual(followed.map(\.mount), by: ===) else { return }
      follow(all)
    }
  }

  private func follow(_ all: [TopicMount]) {
    guard let person else { return }
    followed = all.map { mount in
      FollowedMount(
        mount: mount,
        matters: [.person(person), .deciders].map {
          (addressee: $0, now: mount.topics.pending.matters(for: $0))
        })
    }
    for index in followed.indices {
      followed[index].bindings = followed[index].matters.map { matters in
        var isFirst = true
        return matters.now.bind { [unowned self] _ in
          if !isFirst { show() }
          isFirst = false
        }
      }
    }
    show()
  }

  /// Shows what the caller may read.
  private func show() {
    guard person != nil else { return }
    let now = now()
    var found: [Awaiting] = []
    for mount in followed {
      let (root, pending) = (mount.mount.root, mount.mount.topics.pending)
      if !pending.isLoaded { inBackground { await pending.loadIfNeeded() } }
      for (addressee, matters) in mount.matters {
        for matter in matters.value where isShown(matter, of: addressee, in: root) {
          found.append(awaiting(matter, of: addressee, in: root, at: now))
        }
      }
    }
    present(found.sorted())
  }

  private func present(_ all: [Awaiting]) {
    let summary = AwaitingSummary(count: all.count, first: all.first)
    let items = all.prefix(Limits.awaitingShown).map(\.item)
    if items != itemsBox.value { itemsBox.value = items }
    if summary != summaryBox.value { summaryBox.value = summary }
  }

  private func isShown(
    _ matter: PendingMatter, of addressee: Pending.Addressee, in root: String
  ) -> Bool {
    let path = TopicPath(root: root, topic: matter.topic.id)
    switch matter.matter {
    case .position: return caller.mayRead(path.segments("decision"))
    case .todo: return caller.mayRead(path.segments("todos", "items"))
    case .objection(let objection):
      guard caller.mayRead(path.segments("objections", "items")) else { return false }
      guard addressee == .deciders else { return true }
      // The caller's own are there already.
      return objection.author != person && caller.mayCall(path.segments("decision", "decide"))
    }
  }

  private func awaiting(
    _ matter: PendingMatter, of addressee: Pending.Addressee, in root: String, at now: Timestamp
  ) -> Awaiting {
    let path = TopicPath(root: root, topic: matter.topic.id)
    let title = caller.mayRead(path.segments("summary")) ? matter.topic.title : path.topic
    // The deadline is that of the decision.
    let isDated = matter.isTodo || caller.mayRead(path.segments("decision"))
    return Awaiting(
      matter, until: isDated ? matter.deadline : nil, at: path.text, titled: title,
      isOwn: addressee != .deciders, at: now)
  }
}

/// An item, and what it is sorted by.
private struct Awaiting: Comparable {
  let item: AwaitingItem
  /// Such as "until 2026-12-01"; nil without a deadline.
  let until: String?
  private let deadline: Timestamp?

  /// - Parameters:
  ///   - path: that of the topic.
  ///   - isOwn: whether it waits for the person as such, not as one of those who may decide.
  init(
    _ matter: PendingMatter, until deadline: Timestamp?, at path: String, titled title: String,
    isOwn: Bool, at now: Timestamp
  ) {
    self.deadline = deadline
    let (kind, id, text, words): (AwaitingItem.Kind, String?, String?, String)
    var date = (text: deadline?.rfc3339, words: deadline?.dayAndTime(at: now))
    switch matter.matter {
    case .position: (kind, id, text, words) = (.position, nil, nil, "your position")
    case .objection(let objection):
      let beginning = isOwn ? "your objection was answered" : "an objection was answered"
      let excerpt = objection.text.excerpt
      (kind, id, text, words) = (.objection, objection.id, excerpt, "\(beginning): \(excerpt)")
    case .todo(let todo):
      let excerpt = todo.text.excerpt
      (kind, id, text, words) = (.todo, todo.id, excerpt, excerpt)
      date = (todo.due?.text, todo.due?.text)
    }
    let until = date.words.map { "until \($0)" }
    self.until = until
    item = AwaitingItem(
      kind: kind, at: path, title: title, id: id, text: text, until: date.text,
      line: [title, words, until].compactMap(\.self).joined(separator: Summary.separator))
  }

  static func < (first: Awaiting, second: Awaiting) -> Bool {
    switch (first.deadline, second.deadline) {
    case (let one?, let other?) where one != other: one < other
    case (_?, nil): true
    case (nil, _?): false
    default: first.place < second.place
    }
  }

  /// Among those with the same deadline.
  private var place: (String, Int, Int) {
    let kind = AwaitingItem.Kind.allCases.firstIndex(of: item.kind) ?? 0
    return (item.at, kind, item.id.flatMap { Int($0) } ?? 0)
  }
}

extension AwaitingSummary {
  /// - Parameter first: the one with the soonest deadline.
  fileprivate init(count: Int, first: Awaiting?) {
    let words =
      switch count {
      case 0: "nothing awaits you"
      case 1: "1 thing awaits you"
      default: "\(count) things await you"
      }
    self.init(
      count: count, until: first?.item.until,
      line: [words, first?.until].compactMap(\.self).joined(separator: Summary.separator))
  }
}

extension PendingMatter {
  fileprivate var isTodo: Bool {
    if case .todo = matter { true } else { false }
  }
}

extension String {
  /// As much as a list needs: each session has the texts of its own.
  fileprivate var excerpt: String {
    count > AwaitingItem.textCharacters ? "\(prefix(AwaitingItem.textCharacters - 1))…" : self
  }
}
