internal import Boxes
internal import Domain

/// The stores that sessions show. All sessions share one.
public final class TopicMounts {
  /// In order of addition. Its observers are also notified when topics of a mount were removed.
  var all: Output<[TopicMount]> { Output(mounts) }

  private let mounts = Box<[TopicMount]>([])
  /// The boxes of the lists of all mounts. They take 200 bytes, and most routes start with them.
  private var allLists: [String] = []
  private var followTopics: [String: Binding] = [:]

  public init() {}

  /// The mount with this root; nil if there is none.
  subscript(root: String) -> TopicMount? {
    mounts.value.first { $0.root == root }
  }

  /// Adds a mount at the end.
  ///
  /// - Precondition: no other mount has its root.
  public func add(_ mount: TopicMount) {
    precondition(self[mount.root] == nil, "\(mount.root) is already mounted")
    allLists += mount.list
    mounts.value.append(mount)
    var shown: [Topic.ID] = []
    followTopics[mount.root] = mount.topics.ids.bind { [weak mounts] ids in
      // What is added at the end concerns no route, and there may be many topics and sessions.
      let hasRemoved = !ids.starts(with: shown)
      shown = ids
      if hasRemoved, let mounts { mounts.value = mounts.value }
    }
  }

  /// Removes the mount with this root, and what routes show of it. Does nothing if there is none.
  public func remove(_ root: String) {
    followTopics[root] = nil
    let others = mounts.value.filter { $0.root != root }
    allLists = others.flatMap(\.list)
    mounts.value = others
  }

  /// Returns the patterns of the boxes that show the topics of all mounts that the caller may read;
  /// nil if there are mounts, but none that the caller may read.
  func lists(readableBy caller: any SessionCaller) -> [String]? {
    let all = mounts.value
    let readable = all.filter { caller.mayReadPart(of: [$0.root[...]]) }
    guard !readable.isEmpty || all.isEmpty else { return nil }
    // A box that is named cannot be left out like those that only match a pattern.
    let hidden = Set(
      readable.filter { !caller.mayRead([$0.root[...], TopicMount.alertName]) }.map(\.alert))
    if readable.count == all.count, hidden.isEmpty { return allLists }
    return readable.flatMap { mount in mount.list.filter { !hidden.contains($0) } }
  }
}
