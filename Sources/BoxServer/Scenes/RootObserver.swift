internal import BoxWire
internal import UVLoop

/// Knows whether clients subscribe to anything at or under a root, and may read it.
@LoopActor
final class RootObserver {
  private let root: Substring
  private let observe: @LoopActor (_ isObserved: Bool) -> Void
  /// The number of groups of subscribers that do so.
  private var groups = 0

  init(_ root: Substring, _ observe: @escaping @LoopActor (_ isObserved: Bool) -> Void) {
    self.root = root
    self.observe = observe
  }

  func count(_ selection: Selection, isAdded: Bool) {
    guard selection.patterns.mayMatch(under: root),
      selection.rights?.read.mayMatch(under: root) ?? true
    else { return }
    groups += isAdded ? 1 : -1
    if groups == (isAdded ? 1 : 0) { observe(isAdded) }
  }
}
