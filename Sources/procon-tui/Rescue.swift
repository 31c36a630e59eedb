internal import Terminal
internal import UVLoop

/// Texts that were being edited when their place was lost. They are kept in files.
@LoopActor
final class Rescue {
  /// Called when a view has gone, with the text in it that was not saved; empty if there is none.
  var lost: (@LoopActor (_ text: String) -> Void)?
  /// Called when ``notice`` has changed by itself.
  var changed: (@LoopActor () -> Void)?
  /// What has become of a text. Other keys than Enter and Escape, which are perhaps the rest of the
  /// text, have no effect until it is read; nil if there is nothing to read.
  private(set) var notice: String?
  /// A view that another one has replaced during a call of the user's, or while they are in their
  /// editor: it is not known yet whether they have left it.
  private var replaced: (any SceneView)?
  /// The view that was shown when the connection was lost, until its place has been reached again.
  private var interrupted: (any SceneView)?

  private static let gone = "What you were editing no longer exists"

  /// Whether a view has been replaced that the user has perhaps not left.
  var isUndecided: Bool { replaced != nil }

  /// Another view is shown in place of this one.
  ///
  /// - Parameter isUndecided: whether it is not known yet whether the user has left it.
  func replace(_ view: any SceneView, isUndecided: Bool) {
    // A lost connection replaces everything.
    guard interrupted == nil else { return }
    if isUndecided { replaced = replaced ?? view } else { save(view) }
  }

  /// The user has left what was replaced.
  func leave() {
    replaced = nil
  }

  /// The user has not left what was replaced.
  func settle(showing shown: (any SceneView)?) {
    if let replaced, replaced !== shown { save(replaced, showing: shown) }
    replaced = nil
  }

  func interrupt(_ view: (any SceneView)?) {
    interrupted = view
  }

  /// The connection is back.
  ///
  /// - Parameter isKept: whether the text has been kept elsewhere.
  func resume(showing shown: (any SceneView)?, isKept: Bool) {
    replaced = isKept ? nil : interrupted
    interrupted = nil
    settle(showing: shown)
  }

  /// Saves what was typed in a view that has gone.
  ///
  /// - Parameter shown: the view that is shown.
  func save(_ view: any SceneView, showing shown: (any SceneView)? = nil) {
    let form = view as? FormView
    let text = form?.below === shown && shown != nil ? form?.typed ?? "" : view.unsaved
    view.field = nil
    lost?(text)
    guard !text.isEmpty else { return }
    notice = Self.gone
    LoopActor.task { [self] in
      let end = await Editor.save(text)
      notice = "\(Self.gone); \(end)"
      changed?()
    }
  }

  func read() {
    notice = nil
  }
}
