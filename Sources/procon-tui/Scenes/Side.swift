/// The side of an argument.
enum Side: Equatable, CaseIterable {
  case pro, con

  var other: Side { self == .pro ? .con : .pro }

  /// As the protocol names it.
  var name: String { self == .pro ? "pro" : "con" }

  /// In paths.
  var plural: String { "\(name)s" }

  var style: Style { self == .pro ? .pro : .con }
}
