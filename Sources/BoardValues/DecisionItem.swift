/// Where the decision of a topic stands, with the words that every client shows for it. It has no names
/// but that of the user who decided: the people and their positions are in another box.
public struct DecisionItem: Equatable, Sendable, Codable {
  public let status: Status
  /// The number of people for each outcome that has any, the largest first; nil, and encoded as null,
  /// until it is known.
  public let tally: [Count]?
  /// The number of people who have taken a position that counts, also to abstain; nil, and encoded as
  /// null, until it is known.
  public let answered: Int?
  /// The number of people who are asked and have not answered; nil, and not encoded, unless people are
  /// named.
  public let awaited: Int?
  /// The number of people who must have answered before a decision; nil, and not encoded, without a
  /// quorum.
  public let needed: Int?
  /// Until when people are asked: RFC 3339, UTC, with milliseconds; nil, and not encoded, without one.
  public let deadline: String?
  /// Whether the daemon decides at the deadline; nil, and not encoded, if it does not.
  public let autoClose: Bool?
  /// The number of open objections; nil, and not encoded, if there are none or if it is not known.
  public let openObjections: Int?
  /// 1 until the topic is reopened.
  public let round: Int
  /// nil, and not encoded, unless the question was answered.
  public let outcome: ChoiceName?
  /// The title that the option of the outcome had; nil, and not encoded, without such an option.
  public let outcomeTitle: String?
  /// Why; nil, and not encoded, while the topic is open, as is what follows.
  public let reason: String?
  /// The URLs in the reason, with the scheme http or https; nil, and not encoded, if there are none.
  public let links: [String]?
  /// The user who decided; the daemon if the rule did.
  public let author: String?
  /// nil, and not encoded, if a person has decided as the rule allows.
  public let authority: AuthorityName?
  /// When it was decided: RFC 3339, UTC, with milliseconds.
  public let date: String?
  /// The id of the topic that replaces this one; nil, and not encoded, unless ``status`` is `superseded`.
  public let successor: String?
  /// The ids of the topics that this one replaces; nil, and not encoded, if there are none.
  public let supersedes: [String]?
  /// Whether somebody has edited the title, an option or an argument since, in a document or a database; nil, and not
  /// encoded, if that is not known.
  public let isChangedSince: Bool?
  /// In words, such as "open · 3 answered · yes leads 2 to 1" and "decided: yes · by ada on 2026-11-26
  /// 17:00 UTC".
  public let line: String

  public enum Status: String, CaseIterable, Sendable, Codable {
    case open
    /// Open, and its deadline has passed.
    case due
    case decided, dropped
    /// Decided or dropped, and then replaced by another topic.
    case superseded
  }

  /// The number of people for an outcome.
  public struct Count: Equatable, Sendable, Codable {
    public let position: ChoiceName
    /// The title of the option; nil, and not encoded, for `yes` and `no`.
    public let title: String?
    public let count: Int

    public enum CodingKeys: CodingKey {
      case position, title, count
    }

    public init(position: ChoiceName, title: String?, count: Int) {
      (self.position, self.title, self.count) = (position, title, count)
    }
  }

  public enum CodingKeys: CodingKey {
    case status, tally, answered, awaited, needed, deadline, autoClose, openObjections, round
    case outcome, outcomeTitle, reason, links, author, authority, date, successor, supersedes
    case isChangedSince, line
  }

  public init(
    status: Status, tally: [Count]?, answered: Int?, awaited: Int?, needed: Int?, deadline: String?,
    autoClose: Bool?, openObjections: Int?, round: Int, outcome: ChoiceName?,
    outcomeTitle: String?, reason: String?, links: [String]?, author: String?,
    authority: AuthorityName?, date: String?, successor: String?, supersedes: [String]?,
    isChangedSince: Bool?, line: String
  ) {
    (self.status, self.tally, self.answered, self.round) = (status, tally, answered, round)
    (self.awaited, self.needed) = (awaited, needed)
    (self.deadline, self.autoClose) = (deadline, autoClose)
    self.openObjections = openObjections
    (self.outcome, self.outcomeTitle) = (outcome, outcomeTitle)
    (self.reason, self.links) = (reason, links)
    (self.successor, self.supersedes) = (successor, supersedes)
    (self.author, self.authority, self.date) = (author, authority, date)
    self.isChangedSince = isChangedSince
    self.line = line
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    try container.encode(tally, forKey: .tally)
    try container.encode(answered, forKey: .answered)
    try container.encodeIfPresent(awaited, forKey: .awaited)
    try container.encodeIfPresent(needed, forKey: .needed)
    try container.encodeIfPresent(deadline, forKey: .deadline)
    try container.encodeIfPresent(autoClose, forKey: .autoClose)
    try container.encodeIfPresent(openObjections, forKey: .openObjections)
    try container.encode(round, forKey: .round)
    try container.encodeIfPresent(outcome, forKey: .outcome)
    try container.encodeIfPresent(outcomeTitle, forKey: .outcomeTitle)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encodeIfPresent(links, forKey: .links)
    try container.encodeIfPresent(author, forKey: .author)
    try container.encodeIfPresent(authority, forKey: .authority)
    try container.encodeIfPresent(date, forKey: .date)
    try container.encodeIfPresent(successor, forKey: .successor)
    try container.encodeIfPresent(supersedes, forKey: .supersedes)
    try container.encodeIfPresent(isChangedSince, forKey: .isChangedSince)
    try container.encode(line, forKey: .line)
  }
}
