import Application
import BoardValues
import Domain

/// A screen that shows a board (Model-View-Presenter). It is passive: it draws what the presenter
/// gives it, passes on what the user does, and decides nothing.
protocol BoardView: AnyObject {
  func show(_ summary: Summary)
  /// - Parameter items: all of them, in order of addition.
  func show(_ items: [ArgumentItem], on side: Side)
  /// - Parameter alert: a failure, or that there is nothing to show; nil to hide the alert.
  func show(alert: String?, on side: Side)
  func show(isFetching: Bool, on side: Side)
  /// - Parameter refusal: why the user's last change was not made; nil to hide it.
  func show(refusal: String?)
  /// The topic was removed.
  func close()
}
