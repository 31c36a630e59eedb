internal import BoxWire
internal import TerminalClient

extension Failure {
  /// The words of a failure that lasts until the connection is restored.
  static let unconnected = "There is no connection to the daemon; nothing was changed."

  /// Why the daemon did not do what a key asked for, in a sentence for the screen.
  var words: String {
    switch self {
    case .notSent: Self.unconnected
    case .lost: "The connection was lost before the daemon answered; check whether it was done."
    case .textKept(let sentence, let failure): "\(failure.words); \(sentence)"
    default: refusal?.message ?? sentence ?? ""
    }
  }
}
