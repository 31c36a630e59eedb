internal import TerminalClient

extension SideName {
  var other: SideName { self == .pro ? .con : .pro }

  var style: Style { self == .pro ? .pro : .con }
}
