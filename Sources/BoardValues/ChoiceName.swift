/// What a person can be for, and what can be decided: `yes` or `no`; on a topic with options, the id of
/// one of them; for a person also `abstain`.
public struct ChoiceName: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let yes = Self(rawValue: "yes")
  public static let no = Self(rawValue: "no")
  public static let abstain = Self(rawValue: "abstain")
}
