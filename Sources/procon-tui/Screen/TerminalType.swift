internal import BoxWire
internal import CNcurses
internal import OperatingSystem

/// The type of the terminal, as terminfo(5) describes it.
enum TerminalType {
  /// Such as `xterm-256color`; nil if it is not known.
  static var name: String? {
    Environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether anything can be drawn on it: it is described, and its cursor can be moved.
  static var canBeDrawnOn: Bool {
    guard let name, tgetent(nil, name) == 1, let move = tigetstr("cup") else { return false }
    // It returns this for an unknown name.
    return move != UnsafeMutablePointer(bitPattern: -1)
  }

  /// Why lines are printed instead.
  static var plainness: String {
    let reason =
      name.map { "a terminal of type '\($0.excerpt)' cannot be drawn on" } ?? "TERM is not set"
    return "\(reason); printing line by line, as with --plain"
  }
}
