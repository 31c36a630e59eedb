/// Connections of this program's, closed on release.
final class Connections {
  /// Of those that are ready, in the order in which they became so.
  private(set) var descriptors: [Int32] = []
  private var unfinished: Set<Int32> = []

  deinit {
    for descriptor in descriptors { Descriptor.close(descriptor) }
    for descriptor in unfinished { Descriptor.close(descriptor) }
  }

  /// Takes over a connection that is not ready.
  func open(_ descriptor: Int32) {
    unfinished.insert(descriptor)
  }

  /// Notes that it is ready.
  func finish(_ descriptor: Int32) {
    unfinished.remove(descriptor)
    descriptors.append(descriptor)
  }
}
