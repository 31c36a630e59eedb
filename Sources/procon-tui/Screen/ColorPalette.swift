internal import CNcurses

/// The colours of a terminal, by their numbers in terminfo(5).
///
/// Backgrounds are the terminal's own. The standard colours are readable on light and dark ones: with
/// 256 colours and more, each has a contrast of at least 3.8 with both white and black (WCAG 2.1,
/// section 1.4.3). Those of the themes for one kind of background have at least 7 with it. With fewer
/// colours, they are those that the terminal's user has chosen, without yellow, which hardly differs
/// from white.
struct ColorPalette {
  /// The number of the terminal's colours, 8 to 2^24.
  let count: Int
  let theme: ScreenSettings.Theme

  init(count: Int, theme: ScreenSettings.Theme = .standard) {
    (self.count, self.theme) = (count, theme)
  }

  /// - Returns: -1 for the terminal's own colour.
  subscript(color: Style.Color) -> Int32 {
    guard color != .none else { return -1 }
    guard theme != .terminal, count >= 256 else { return color.ansi }
    let levels = color.levels(theme)
    guard count < 1 << 24 else {
      return levels.reduce(0) { $0 << 8 | ($1 == 0 ? 0 : 55 + 40 * $1) }
    }
    // One of xterm's 256: 16, plus red, green and blue from 0 to 5 in base 6.
    return 16 + levels.reduce(0) { $0 * 6 + $1 }
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

  /// Red, green and blue, each from 0 to 5: of xterm's 256 colours, whose levels are 0, 95, 135, 175,
  /// 215 and 255.
  fileprivate func levels(_ theme: ScreenSettings.Theme) -> [Int32] {
    switch (self, theme) {
    case (.none, _): [0, 0, 0]
    case (.pro, .dark): [2, 4, 2]
    case (.con, .dark): [5, 2, 2]
    case (.news, .dark): [5, 4, 2]
    case (.pro, .light): [0, 1, 0]
    case (.con, .light): [3, 0, 0]
    case (.news, .light): [1, 0, 2]
    case (.pro, .highContrast): [0, 5, 0]
    case (.con, .highContrast): [5, 3, 3]
    case (.news, .highContrast): [5, 5, 0]
    case (.pro, _): [0, 2, 0]
    case (.con, _): [4, 0, 0]
    case (.news, _): [3, 1, 0]
    }
  }
}
