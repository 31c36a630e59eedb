internal import Boxes

extension Box where Value: Equatable {
  /// Assigns the value unless the box already has it.
  func show(_ value: Value) {
    if self.value != value { self.value = value }
  }
}
