internal import OperatingSystem

/// A URL that a terminal opens when its user clicks on a text (OSC 8,
/// https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). Terminals that do not know the
/// sequences ignore them, as xterm does.
package struct TerminalLink: Hashable, Sendable {
  /// In printable ASCII, so that it cannot end the sequence.
  private let address: String

  /// In bytes; terminals ignore URLs that are longer than 2,083.
  private static let longest = 2083

  /// nil for anything but a URL with the scheme http or https, and for one that is too long.
  package init?(_ url: String) {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard ["http", "https"].contains(scheme), url.dropFirst(scheme.count).hasPrefix("://") else {
      return nil
    }
    var address = ""
    for byte in url.utf8 {
      if (0x21...0x7E).contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    guard address.utf8.count <= Self.longest else { return nil }
    self.address = address
  }

  /// What is drawn from here to ``end`` leads to the URL.
  package var begin: String { "\u{1B}]8;;\(address)\u{7}" }
  package static let end = "\u{1B}]8;;\u{7}"

  /// Whether the program's terminal may be sent them.
  package static let isKnownToTerminal = isKnown(to: Environment["TERM"])

  /// - Parameter terminal: its type; nil if that is not known. Consoles, and what emulates hardware,
  ///   may draw the sequences.
  static func isKnown(to terminal: String?) -> Bool {
    guard let terminal, !terminal.isEmpty else { return false }
    return !["linux", "vt", "cons", "ansi", "dumb", "eterm"].contains { terminal.hasPrefix($0) }
  }
}
