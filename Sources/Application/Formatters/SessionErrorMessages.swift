internal import BoardValues
public import Domain

extension LogInError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .refused: "the name or the password is wrong, or the token is not valid"
    case .busy: "another attempt to log in is in progress"
    case .tooEarly(let wait): "too many attempts to log in; try again in \(wait.inWords)"
    case .unavailable(let error): "nobody can log in now: \(error.message)"
    }
  }
}

extension LogInForm {
  /// A sentence for people whose login has ended without a logout.
  static let endMessage =
    "your login has ended: the user was removed, or has another password or token"
}

extension RouteError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .notAllowed(let path): "you may not read \(path)"
    case .nothingReadable: "you may not read any list of topics"
    case .unknown(let path): "there is no topic \(path)"
    case .noPost(let id, let path): "there is no post \(id) in \(path)"
    case .full(let limit):
      "there are already \(limit) scenes on top of each other, the maximum; dismiss one first"
    case .draftOpen: "another draft is open; save or cancel it first"
    case .postEdited: "a post is being edited; save or cancel the changes first"
    case .superseded: "another scene was requested in the meantime"
    case .store(let error): error.message
    }
  }
}

extension WritingError {
  /// A sentence for people.
  public var message: String {
    switch self {
    case .noDraft: "there is no draft"
    case .noPost: "there is no post"
    case .notEditing: "the post is not being edited"
    case .busy: "the post is still being saved or deleted"
    case .tooLong(let part, let limit):
      "\(part.rawValue) must be at most \(limit.withThousandsSeparators) bytes long"
    case .notAllowed(let intent): "you may not call \(intent)"
    case .conflict(let authors, let updated):
      authors.isEmpty
        ? "the post was changed at \(updated.rfc3339); save again to replace that version"
        : "\(authors.inWords) changed the post; save again to replace that version"
    case .post(let error): error.message
    }
  }
}

extension Duration {
  /// In whole seconds, rounded up, such as "2 seconds".
  fileprivate var inWords: String {
    let (seconds, rest) = components
    let whole = rest > 0 ? seconds + 1 : seconds
    return whole == 1 ? "1 second" : "\(whole) seconds"
  }
}

extension [String] {
  /// Names as in a sentence: at most three, such as "bob, eve, dan and others".
  fileprivate var inWords: String {
    let names = prefix(3) + (count > 3 ? ["others"] : [])
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
