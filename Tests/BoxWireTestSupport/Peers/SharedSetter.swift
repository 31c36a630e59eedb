internal import BoxWire
package import SystemTestSupport

/// Sets shared boxes to increasing numbers, and deletes some from time to time.
package final class SharedSetter {
  package private(set) var changes: [SharedChange] = []
  private let peer: Peer
  private var generator: SeededGenerator

  package init(_ daemon: any TestDaemon, _ generator: SeededGenerator) throws {
    peer = try daemon.connect()
    self.generator = generator
  }

  package func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  package func setNext() throws {
    let box = "shared.\("abc".randomElement(using: &generator) ?? "a")"
    if random(0...9) == 0, changes.last(where: { $0.box == box })?.value != nil {
      try delete(box)
    } else {
      try set(box, "\(changes.count)")
    }
  }

  package func set(_ box: String, _ value: String) throws {
    try change(box, value, "set", #"{"box":"\#(box)","value":\#(value)}"#)
  }

  package func delete(_ box: String) throws {
    try change(box, nil, "delete", #"{"box":"\#(box)"}"#)
  }

  private func change(
    _ box: String, _ value: String?, _ method: String, _ parameters: String
  ) throws {
    let answer = try peer.call(method, parameters)
    guard let revision = answer["result", "revision"]?.integer else {
      throw PeerError.unexpected(answer)
    }
    changes.append(SharedChange(box: box, value: value, revision: revision))
  }
}
