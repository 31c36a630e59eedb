package import BoxWire
package import Domain

/// A box, as it was reported.
package struct EtcdBox: Equatable, Sendable {
  /// Without the prefix.
  package let name: String
  /// nil if it was deleted.
  package let value: JSONText?
}

/// What happens to the boxes in a cluster.
package enum EtcdBoxNews: Equatable, Sendable {
  /// All boxes that there are, instead of those that were reported before.
  case all([EtcdBox])
  /// What one revision of the cluster has changed; each box at most once.
  case step([EtcdBox], revision: Int)
  /// Since when it is not known what has changed, and why; nil if it is known.
  case obstacle(String?)
  /// Why the values of these keys are not shown.
  case faults([String: String])
}

/// What a caller wants to be done to a box.
package struct EtcdBoxChange: Equatable, Sendable {
  /// The state in which the box must be.
  package enum Expected: Equatable, Sendable {
    case anything, present
    /// As it was reported last.
    case asReported
  }

  let name: String
  let value: JSONText?
  let expected: Expected
  let timeToLive: Duration?

  /// - Parameters:
  ///   - value: nil deletes it.
  ///   - timeToLive: more than 0, after which the box is deleted; nil for a box that stays.
  package init(
    name: String, value: JSONText?, expected: Expected = .anything, timeToLive: Duration? = nil
  ) {
    (self.name, self.value) = (name, value)
    (self.expected, self.timeToLive) = (expected, timeToLive)
  }
}

/// Why boxes were not changed, as far as it is known.
package enum EtcdBoxesError: Error, Equatable, Sendable {
  /// A box is not in the state that its change requires.
  case changed
  /// There are more changes than the cluster makes at once; the sentence says how many it makes.
  case tooMany(String)
  /// The changes have more bytes than the cluster accepts at once, as the sentence says.
  case tooLarge(String)
  case store(StoreError)

  init(_ error: EtcdError) {
    self =
      if error == .tooLarge {
        .tooLarge(
          "the cluster does not accept as many bytes at once; by default, it accepts 1.5 MiB")
      } else {
        .store(StoreError(error))
      }
  }
}
