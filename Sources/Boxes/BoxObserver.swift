/// An object that is notified that boxes have changed, without their values.
///
/// It takes no memory of its own: one object observes any number of boxes, under a number for each.
public protocol BoxObserver: AnyObject {
  /// Called after each assignment of a box, even of an equal value, and before the observers that
  /// have bound. It must not assign the box, and neither attach to it nor detach from it.
  ///
  /// - Parameter number: the number of the box, as given to ``Output/attach(_:as:)``.
  func boxChanged(_ number: Int)
}
