/// Why a request was not carried out: the `error` of a response.
public struct RequestError: Error, Equatable, Sendable {
  /// The error codes: -32700 to -32600 are those of JSON-RPC 2.0, the others the protocol's own.
  public enum Code: Int, Sendable {
    /// The line is not JSON; it is answered with id null.
    case notJSON = -32700
    /// The line is JSON, but not a request, or an empty batch.
    case invalidRequest = -32600
    /// There is no such method or intent.
    case noMethod = -32601
    /// A parameter is missing, unknown or wrong: ``Fact/member(_:)``.
    case invalidParameters = -32602
    /// An internal error of the daemon.
    case fault = -32603
    /// An intent failed because of what is stored: ``Fact/reason(_:)``.
    case failed = -32000
    /// There is no such box or item.
    case notFound = -32001
    /// The box or item has changed since: ``Fact/revision(_:)`` or ``Fact/updated(_:)``.
    case conflict = -32002
    case notAllowed = -32003
    /// A limit is reached: ``Fact/limit(_:)``.
    case limit = -32004
    /// A store or service cannot be reached now: ``Fact/retryAfter(_:)``.
    case unavailable = -32005
    /// The line is longer than the daemon allows; it closes the connection.
    case lineTooLong = -32006
  }

  /// A fact that a program can act on.
  public enum Fact: Equatable, Sendable {
    /// The member of `params` that is wrong, such as `box` or `changes[3].box`, or about which
    /// nothing else is to be said, such as `changes[3]`.
    case member(String)
    /// The reason in one word, such as `duplicate`.
    case reason(String)
    /// The revision of the box's last change; 0 when there is no such box.
    case revision(Int)
    /// The time of the item's last change, in RFC 3339 format, as in its `updated` member.
    case updated(String)
    /// The limit's name, such as `patterns`.
    case limit(String)
    /// The time after which the client may try again, in whole milliseconds.
    case retryAfter(Duration)
  }

  /// One of ``Code``, or a code from another version of the protocol.
  public let code: Int
  /// A sentence for people.
  public let message: String
  /// The fact in `data`; nil when there is none, or it is not one of these.
  public let fact: Fact?
  /// Which of several changes failed, such as `changes[3]`; nil for a request with one change, and
  /// if ``fact`` is this member or a part of it.
  public let change: String?

  public init(_ code: Code, _ message: String, _ fact: Fact? = nil) {
    self.init(code: code.rawValue, message, fact, change: nil)
  }

  private init(code: Int, _ message: String, _ fact: Fact?, change: String?) {
    self.code = code
    self.message = message
    self.fact = fact
    self.change = change
  }

  /// Code -32602 with the member as its fact.
  public static func invalid(member: String, _ message: String) -> RequestError {
    RequestError(.invalidParameters, message, .member(member))
  }

  /// The error as that of one of several changes, which message and data name.
  ///
  /// - Parameter index: of the change, from 0.
  package func ofChange(at index: Int) -> RequestError {
    let change = "changes[\(index)]"
    let message = "\(change): \(message)"
    return switch fact {
    case nil: RequestError(code: code, message, .member(change), change: nil)
    case .member(let name):
      RequestError(code: code, message, .member("\(change).\(name)"), change: nil)
    default: RequestError(code: code, message, fact, change: change)
    }
  }

  /// Code -32602 for a member that the method does not know.
  static func unknown(member: String) -> RequestError {
    .invalid(member: member.excerpt, "there is no parameter \(member.excerpt)")
  }

  /// Code -32004 with the limit's name as its fact.
  public static func limit(_ name: String, _ message: String) -> RequestError {
    RequestError(.limit, message, .limit(name))
  }
}

extension RequestError {
  /// The error object on the wire.
  public var json: JSONText {
    var members = [(name: "code", value: JSONText(code)), ("message", JSONText(message))]
    let data = [fact?.member, change.map { ("member", JSONText($0)) }].compactMap(\.self)
    if !data.isEmpty { members.append(("data", JSONText(members: data))) }
    return JSONText(members: members)
  }

  /// nil when `json` is not an error object. An unknown fact is left out.
  public init?(json: JSONText) {
    guard let code = json["code"]?.integer, let message = json["message"]?.string else {
      return nil
    }
    let data = json["data"]
    let fact = data.flatMap(Fact.init(json:))
    let member = data?["member"]?.string
    if let fact {
      self.init(code: code, message, fact, change: member)
    } else {
      self.init(code: code, message, member.map(Fact.member), change: nil)
    }
  }
}

extension RequestError.Fact {
  fileprivate var member: (name: String, value: JSONText) {
    switch self {
    case .member(let name): ("member", JSONText(name))
    case .reason(let word): ("reason", JSONText(word))
    case .revision(let revision): ("revision", JSONText(revision))
    case .updated(let date): ("updated", JSONText(date))
    case .limit(let name): ("limit", JSONText(name))
    case .retryAfter(let time): ("retryAfter", JSONText(milliseconds: time))
    }
  }

  fileprivate init?(json: JSONText) {
    if let word = json["reason"]?.string {
      self = .reason(word)
    } else if let revision = json["revision"]?.integer {
      self = .revision(revision)
    } else if let date = json["updated"]?.string {
      self = .updated(date)
    } else if let name = json["limit"]?.string {
      self = .limit(name)
    } else if let milliseconds = json["retryAfter"]?.integer {
      self = .retryAfter(.milliseconds(milliseconds))
    } else {
      return nil
    }
  }
}

extension String {
  /// The text as an error repeats it: its first 100 Unicode scalars, and an ellipsis if there are
  /// more.
  package var excerpt: String {
    let scalars = unicodeScalars
    guard let end = scalars.index(startIndex, offsetBy: 100, limitedBy: endIndex), end < endIndex
    else { return self }
    return "\(self[..<end])…"
  }
}
