/// How a terminal draws a character, as the sequence SGR sets it.
struct CellStyle: Equatable {
  /// A bit for each attribute, such as bit 1 for bold, which SGR 1 sets.
  private var attributes: UInt16 = 0
  /// The parameters of a colour, such as `31` or `38;5;160`; empty for the terminal's own.
  private var foreground = ""
  private var background = ""

  var isReverse: Bool { attributes & 1 << 7 != 0 }

  /// What is erased keeps only this.
  var erased: CellStyle {
    var style = CellStyle()
    style.background = background
    return style
  }

  /// The parameters of an SGR sequence that sets it from nothing; empty for the terminal's own style.
  var parameters: String {
    let set = (0..<16).filter { attributes & 1 << $0 != 0 }.map(String.init)
    return (set + [foreground, background].filter { !$0.isEmpty }).joined(separator: ";")
  }

  /// Applies the parameters of an SGR sequence.
  ///
  /// - Returns: whether all of them are known.
  mutating func apply(_ sequence: Substring) -> Bool {
    var rest = sequence.split(separator: ";", omittingEmptySubsequences: false)[...]
    while let code = rest.popFirst() {
      switch Int(code.isEmpty ? "0" : code) {
      case 0: self = CellStyle()
      case .some(let code) where (1...9).contains(code): attributes |= 1 << code
      case 22: attributes &= ~(1 << 1 | 1 << 2)
      case .some(let code) where (23...29).contains(code): attributes &= ~(1 << (code - 20))
      case .some(30...37), .some(90...97): foreground = String(code)
      case .some(40...47), .some(100...107): background = String(code)
      case 39: foreground = ""
      case 49: background = ""
      case 38, 48:
        guard let count = ["5": 2, "2": 4][rest.first ?? ""], rest.count >= count else {
          return false
        }
        let color = ([code] + rest.prefix(count)).joined(separator: ";")
        rest = rest.dropFirst(count)
        if code == "38" { foreground = color } else { background = color }
      case nil where code.hasPrefix("38:"): foreground = String(code)
      case nil where code.hasPrefix("48:"): background = String(code)
      default: return false
      }
    }
    return true
  }
}
