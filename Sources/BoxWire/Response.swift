/// The answer to one request.
public struct Response: Equatable, Sendable {
  /// The request's id; null when it could not be read.
  public let id: JSONText
  /// The contents of `result` or `error`.
  public let outcome: Result<JSONText, RequestError>

  /// - Parameter id: the request's id, as written; null when it could not be read.
  public init(id: JSONText, _ outcome: Result<JSONText, RequestError>) {
    self.id = id
    self.outcome = outcome
  }

  /// The response on the wire, without LF.
  public var json: [UInt8] {
    var json: [UInt8] = []
    json.append(literal: #"{"jsonrpc":"2.0","id":"#)
    json += id.bytes
    switch outcome {
    case .success(let result):
      json.append(literal: #","result":"#)
      json += result.bytes
    case .failure(let error):
      json.append(literal: #","error":"#)
      json += error.json.bytes
    }
    json.append(UInt8(ascii: "}"))
    return json
  }

  /// The parts of a response line before and after the result, LF included.
  package static func around(id: JSONText) -> (head: [UInt8], tail: [UInt8]) {
    var head: [UInt8] = []
    head.append(literal: #"{"jsonrpc":"2.0","id":"#)
    head += id.bytes
    head.append(literal: #","result":"#)
    return (head, [UInt8(ascii: "}"), UInt8(ascii: "\n")])
  }

  /// The line to send, LF included.
  public var line: [UInt8] { json + [UInt8(ascii: "\n")] }

  /// The line that answers a batch, LF included, its members in order; nil when there is nothing to
  /// answer.
  public static func line(batch responses: [Response]) -> [UInt8]? {
    guard !responses.isEmpty else { return nil }
    var line = [UInt8(ascii: "[")]
    for response in responses {
      if line.count > 1 { line.append(UInt8(ascii: ",")) }
      line += response.json
    }
    line += [UInt8(ascii: "]"), UInt8(ascii: "\n")]
    return line
  }
}

extension [UInt8] {
  /// Appends the line that answers a request with a revision, LF included.
  ///
  /// - Parameter id: the request's id, as written.
  package mutating func appendResponse(id: UnsafeRawBufferPointer, revision: Int) {
    append(literal: #"{"jsonrpc":"2.0","id":"#)
    append(contentsOf: id)
    append(literal: #","result":{"revision":"#)
    append(decimal: revision)
    append(literal: "}}\n")
  }
}
