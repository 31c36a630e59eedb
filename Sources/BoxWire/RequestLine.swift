/// The contents of one line from a client.
public enum RequestLine: Equatable, Sendable {
  /// One request, or the reason why the line is not one.
  case single(Result<Request, RequestError>)
  /// The members in order, 1 to 100; a member that is not a request is a failure.
  case batch([Result<Request, RequestError>])

  /// Reads a line, without its LF.
  ///
  /// - Throws: `RequestError` -32700 when it is not JSON, -32600 for an empty batch, -32004 for a
  ///   batch of more than 100 members; all are answered with id null.
  public init(_ line: UnsafeRawBufferPointer) throws(RequestError) {
    var scanner = JSONScanner(line)
    let count: Int
    do throws(JSONError) {
      (self, count) = try RequestLine.read(&scanner)
      try scanner.finish()
    } catch {
      throw RequestError(.notJSON, "the line is \(error)")
    }
    if count == 0 { throw RequestError(.invalidRequest, "a batch must not be empty") }
    if count > ProtocolLimits.batch {
      throw .limit(
        "batch", "a batch has at most \(ProtocolLimits.batch) members, this one \(count)")
    }
  }

  /// - Returns: the line with at most the allowed number of members, and their actual number.
  private static func read(
    _ scanner: inout JSONScanner
  ) throws(JSONError) -> (RequestLine, count: Int) {
    scanner.skipWhitespace()
    guard scanner.current == UInt8(ascii: "[") else {
      return (.single(try Request.read(&scanner)), 1)
    }
    var members: [Result<Request, RequestError>] = []
    var count = 0
    try scanner.enter(UInt8(ascii: "["))
    if scanner.leave(UInt8(ascii: "]")) { return (.batch([]), 0) }
    repeat {
      let request = try Request.read(&scanner)
      count += 1
      if count <= ProtocolLimits.batch { members.append(request) }
    } while scanner.skip(UInt8(ascii: ","))
    guard scanner.leave(UInt8(ascii: "]")) else { throw scanner.fault() }
    return (.batch(members), count)
  }
}
