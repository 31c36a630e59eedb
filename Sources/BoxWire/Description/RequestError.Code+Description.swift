extension RequestError.Code {
  /// The error's name in a description.
  var name: String {
    switch self {
    case .notJSON: "NotJSON"
    case .invalidRequest: "InvalidRequest"
    case .noMethod: "NoMethod"
    case .invalidParameters: "InvalidParameters"
    case .fault: "Fault"
    case .failed: "Failed"
    case .notFound: "NotFound"
    case .conflict: "Conflict"
    case .notAllowed: "NotAllowed"
    case .limit: "Limit"
    case .unavailable: "Unavailable"
    case .lineTooLong: "LineTooLong"
    }
  }

  /// When it is returned, and what `data` then contains.
  private var meaning: String {
    switch self {
    case .notJSON: "The line is not JSON, or not UTF-8."
    case .invalidRequest: "It is JSON, but not a request."
    case .noMethod: "There is no such method, or no scene at that path."
    case .invalidParameters: "A parameter is missing, unknown or wrong; data.member names it."
    case .fault: "An internal error of the daemon; see its log."
    case .failed: "It fails because of what is stored; data.reason says how."
    case .notFound: "There is no such box or thing."
    case .conflict: "It has changed since: data.revision, or data.updated, says when."
    case .notAllowed: "It is not allowed."
    case .limit: "A limit is reached; data.limit names it."
    case .unavailable: "It cannot be done now; retry after data.retryAfter milliseconds."
    case .lineTooLong: "The line is too long; the connection closes."
    }
  }

  /// The OpenRPC error object.
  var errorObject: JSONText {
    JSONText(members: [("code", JSONText(rawValue)), ("message", JSONText(meaning))])
  }

  /// A reference to it in a document's components.
  var reference: JSONText {
    JSONText(members: [("$ref", JSONText("#/components/errors/\(name)"))])
  }
}
