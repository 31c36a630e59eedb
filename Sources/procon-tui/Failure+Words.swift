internal import BoxWire
internal import TerminalClient

extension Failure {
  /// Why the daemon did not do what a key asked for, in a sentence for the screen.
  var words: String {
    switch self {
    case .notSent: "There is no connection to the daemon; nothing was changed."
    case .lost: "The connection was lost before the daemon answered; check whether it was done."
    default: refusal?.message ?? sentence ?? ""
    }
  }
}
