internal import Terminal

/// A decision as the board shows it: display-ready, as the daemon last told it.
struct Board: Equatable, Sendable {
  /// A pro or a con.
  struct Argument: Equatable, Sendable {
    var text: String
    /// How much it counts, 1 to 5.
    var weight: Int

    /// The text, and its weight where that is not 1.
    var label: String {
      let text = text.printable
      return weight == 1 ? text : "\(text) ×\(weight)"
    }
  }

  var title: String
  /// The number of pros.
  var pros: Int
  /// The number of cons.
  var cons: Int
  /// The weights of the pros less those of the cons.
  var score: Int
  /// `pro`, `con` or `even`; anything else is shown as it is.
  var leaning: String
  /// The pros, in order of addition.
  var proArguments: [Argument]
  /// The cons, in order of addition.
  var conArguments: [Argument]
  /// What went wrong, one message each, without the word "Alert".
  var alerts: [String]
  /// What the client itself has to say, such as that the connection is lost; nil is nothing.
  var notice: String?
  /// Whether the daemon is fetching either side.
  var isFetching: Bool
}
