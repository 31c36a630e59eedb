/// What a daemon may answer to a line.
enum FuzzExpectation {
  /// One response.
  case response(FuzzResponse)
  /// An array of responses in order.
  case batch([FuzzResponse])
  /// -32006, then `bye`, then the end of the stream.
  case tooLong
}

/// What a daemon may answer to a request.
struct FuzzResponse {
  /// The raw text.
  let id: [UInt8]
  let outcome: FuzzOutcome
}

enum FuzzOutcome {
  /// `{}`.
  case empty
  /// `{"revision":…}` and no other member.
  case revision(Int)
  /// The result of `subscribe`; `resumed` is nil if both values are allowed.
  case subscribed(revision: Int, resumed: Bool?)
  /// Values by path, as text.
  case boxes([String: [UInt8]], revision: Int)
  case document
  /// A document, or -32001.
  case documentOrNotFound
  /// One of these errors.
  case errors([FuzzError])

  static func error(_ code: Int, _ data: FuzzError.Data = .none) -> FuzzOutcome {
    .errors([FuzzError(code: code, data: data)])
  }
}

/// An error code and the expected `data`.
struct FuzzError {
  enum Data {
    case none
    case member([UInt8])
    case limit(String)
    case revision(Int)
  }

  let code: Int
  let data: Data

  /// -32602 with the name of a member.
  static func member(_ name: String) -> FuzzError {
    FuzzError(code: -32602, data: .member(Array(name.utf8)))
  }
}

// MARK: Checking

extension FuzzExpectation {
  /// What is wrong with a line as an answer; nil if it is correct.
  func fault(in line: StrictJSON, epoch: [UInt8]) -> String? {
    switch self {
    case .response(let response): return response.fault(in: line, epoch)
    case .batch(let responses):
      guard let elements = line.elements else { return "it is not an array" }
      guard elements.count == responses.count else {
        return "it has \(elements.count) elements, not \(responses.count)"
      }
      for (index, (response, element)) in zip(responses, elements).enumerated() {
        if let fault = response.fault(in: element, epoch) { return "element \(index): \(fault)" }
      }
      return nil
    case .tooLong:
      let error = FuzzError(code: -32006, data: .limit("line"))
      return FuzzResponse(id: Array("null".utf8), outcome: .errors([error])).fault(in: line, epoch)
    }
  }
}

extension FuzzResponse {
  fileprivate func fault(in line: StrictJSON, _ epoch: [UInt8]) -> String? {
    guard line.members?.count == 3, line["jsonrpc"]?.string == Array("2.0".utf8) else {
      return "it is not a response of three members"
    }
    guard line["id"]?.text == id else {
      return "the id is not \(String(decoding: id, as: UTF8.self))"
    }
    if let result = line["result"] {
      return outcome.accepts(result: result, epoch) ? nil : "not \(outcome)"
    }
    guard let error = line["error"], let code = error["code"]?.whole else { return "no outcome" }
    guard let message = error["message"]?.string, (1..<1500).contains(message.count) else {
      return "the message is missing or too long"
    }
    let isAccepted = outcome.errors.contains { expected in
      expected.code == code && expected.accepts(error["data"])
    }
    return isAccepted ? nil : "not \(outcome)"
  }
}

extension FuzzOutcome {
  fileprivate var errors: [FuzzError] {
    switch self {
    case .errors(let errors): errors
    case .documentOrNotFound: [FuzzError(code: -32001, data: .none)]
    default: []
    }
  }

  fileprivate func accepts(result: StrictJSON, _ epoch: [UInt8]) -> Bool {
    let count = result.members?.count
    let revision = result["revision"]?.whole
    switch self {
    case .empty: return count == 0
    case .revision(let expected): return count == 1 && revision == expected
    case .subscribed(let expected, let resumed):
      let isResumed = result["resumed"].map { $0.text == Array("true".utf8) }
      return count == 3 && result["epoch"]?.string == epoch && revision == expected
        && isResumed != nil && isResumed == resumed ?? isResumed
    case .boxes(let boxes, let expected):
      let values = result["boxes"]?.members
      return count == 3 && result["epoch"]?.string == epoch && revision == expected
        && values?.count == boxes.count
        && values?.allSatisfy { boxes[String(decoding: $0.name, as: UTF8.self)] == $0.value.text }
          == true
    case .document, .documentOrNotFound:
      return result["openrpc"]?.string == Array("1.3.2".utf8) && result["methods"]?.elements != nil
        && result["x-boxes"]?.members != nil
    case .errors: return false
    }
  }
}

extension FuzzError {
  fileprivate func accepts(_ data: StrictJSON?) -> Bool {
    switch self.data {
    case .none: data == nil
    case .member(let name): data?.members?.count == 1 && data?["member"]?.string == name
    case .limit(let name): data?["limit"]?.string == Array(name.utf8)
    case .revision(let revision): data?["revision"]?.whole == revision
    }
  }
}
