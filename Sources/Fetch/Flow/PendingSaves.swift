/// What no fetch waits for, until it is saved: the newest delivery of each resource. One run at a
/// time saves those of a resource, so an older copy never replaces a newer one.
struct PendingSaves<Value> {
  private var newest: [Resource: FetchDelivery<Value>] = [:]
  /// The resources that are being saved.
  private var running: Set<Resource> = []

  /// Replaces an older delivery that has not been saved yet.
  mutating func add(_ delivery: FetchDelivery<Value>, of resource: Resource) {
    newest[resource] = delivery
  }

  /// Returns false if another run saves the deliveries of this resource, including the newest one.
  mutating func begin(_ resource: Resource) -> Bool { running.insert(resource).inserted }

  /// Removes and returns the delivery to save next; nil if there is none, which ends the run.
  mutating func next(_ resource: Resource) -> FetchDelivery<Value>? {
    guard let delivery = newest.removeValue(forKey: resource) else {
      running.remove(resource)
      return nil
    }
    return delivery
  }

  /// Removes all deliveries, and returns their resources, in no particular order.
  mutating func removeAll() -> [Resource] {
    defer { newest = [:] }
    return Array(newest.keys)
  }
}
