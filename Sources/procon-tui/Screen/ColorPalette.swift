internal import CNcurses

/// The colours of a terminal, by their numbers in terminfo(5).
///
/// They are readable on light and dark backgrounds, which are the terminal's own: with 256 colours
/// and more, each has a contrast of at least 3.8 with both white and black (WCAG 2.1, section 1.4.3).
/// With fewer, they are those that the terminal's user has chosen, without yellow, which hardly
/// differs from white.
struct ColorPalette {
  /// The number of the terminal's colours, 8 to 2^24.
  let count: Int

  /// - Returns: -1 for the terminal's own colour.
  subscript(color: Style.Color) -> Int32 {
    guard color != .none else { return -1 }
    return switch count {
    case (1 << 24)...: color.rgb
    case 256...: color.shade
    default: color.ansi
    }
  }
}

extension Style.Color {
  /// One of the eight of ISO 6429.
  fileprivate var ansi: Int32 {
    switch self {
    case .none: -1
    case .pro: COLOR_GREEN
    case .con: COLOR_RED
    case .news: COLOR_MAGENTA
    }
  }

  /// One of xterm's 256: 16, plus red, green and blue from 0 to 5 in base 6.
  fileprivate var shade: Int32 {
    switch self {
    case .none: -1
    case .pro: 28
    case .con: 160
    case .news: 130
    }
  }

  /// The colour in red, green and blue, for terminals with direct colours.
  fileprivate var rgb: Int32 {
    switch self {
    case .none: -1
    case .pro: 0x00_8700
    case .con: 0xD7_0000
    case .news: 0xAF_5F00
    }
  }
}
