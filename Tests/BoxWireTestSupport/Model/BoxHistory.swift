internal import SystemTestSupport

/// Every change of a fixed set of boxes, in order of revision, and so the state at each revision.
///
/// A box is a number below 64, so that a set of boxes is a bit mask. A value is a number above 0
/// that is set only once. 0 means that the box does not exist.
package struct BoxHistory {
  package struct Change {
    package let revision: Int
    package let box: Int
    /// 0 if the box was removed.
    package let value: Int
  }

  /// The value that a box got.
  package struct Assignment: Hashable {
    package let box: Int
    /// 0 if the box was removed.
    package let value: Int
  }

  package let paths: [String]
  /// Those that clients set come first; the others belong to scenes.
  package let sharedPaths: Int
  /// nil if everybody may read everything.
  var rules: RuleHistory?
  /// In order of revision.
  package private(set) var changes: [Change] = []
  /// For each change, the bytes that a server remembers of the earlier ones.
  private var bytesBefore: [Int] = [0]
  /// The number of padding characters of each value; none for value 0.
  private var fillings: [Int] = [0]
  private let boxes: [String: Int]

  /// - Parameters:
  ///   - shared: paths of boxes that clients set.
  ///   - scenes: those of other boxes; at most 64 together.
  package init(shared: [String], scenes: [String] = []) {
    let paths = shared + scenes
    precondition(paths.count <= 64, "a set of boxes is a bit mask")
    self.paths = paths
    sharedPaths = shared.count
    boxes = Dictionary(uniqueKeysWithValues: zip(paths, paths.indices))
  }

  package var revision: Int { changes.last?.revision ?? 0 }

  /// 0 if the box does not exist.
  func lastValue(of box: Int) -> Int {
    changes.last { $0.box == box }?.value ?? 0
  }

  package func box(at path: String) -> Int? { boxes[path] }

  /// The values of all boxes at a revision.
  func state(at revision: Int) -> [Int] {
    var state = [Int](repeating: 0, count: paths.count)
    for change in changes.prefix(index(after: revision)) { state[change.box] = change.value }
    return state
  }

  /// Whether a box changed in a revision.
  func hasChange(at revision: Int) -> Bool {
    index(after: revision) > index(after: revision - 1)
  }

  /// - Returns: the number of a new value with `filling` characters of padding.
  package mutating func makeValue(filling: Int) -> Int {
    fillings.append(filling)
    return fillings.count - 1
  }

  package func filling(of value: Int) -> Int? {
    fillings.indices.contains(value) ? fillings[value] : nil
  }

  /// The value as JSON.
  package func text(of value: Int) -> String {
    "[\(value),\"\(letters(fillings[value], "~"))\"]"
  }

  /// - Parameter change: has no lower revision than the earlier ones. Changes that were made together
  ///   have the same one.
  package mutating func append(_ change: Change) {
    precondition(change.revision >= revision, "changes are in order of revision")
    changes.append(change)
    bytesBefore.append(bytesBefore[changes.count - 1] + size(of: change))
  }

  /// The index in ``changes`` of the first one after `revision`.
  package func index(after revision: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].revision <= revision { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The bytes of the changes in a range of ``changes``.
  package func bytes(of range: Range<Int>) -> Int {
    bytesBefore[range.upperBound] - bytesBefore[range.lowerBound]
  }

  /// The number of bytes that a box with this value takes in a line.
  package func size(ofBox box: Int, value: Int) -> Int {
    paths[box].utf8.count + 3 + 5 + String(value).utf8.count + fillings[value]
  }

  private func size(of change: Change) -> Int {
    change.value == 0
      ? paths[change.box].utf8.count : size(ofBox: change.box, value: change.value)
  }
}
