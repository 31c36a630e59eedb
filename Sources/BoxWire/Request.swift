/// One call of a method, or a notification when it has no `id`.
public struct Request: Equatable, Sendable {
  /// A string, a number or null, as written; nil for a notification.
  public let id: JSONText?
  /// The name of a method, or the path of an intent; any string.
  public let method: String
  private let checkedParameters: Result<Parameters, RequestError>

  /// - Parameter id: a string, a number or null; nil for a notification.
  public init(id: JSONText?, method: String, parameters: Parameters = Parameters()) {
    self.id = id
    self.method = method
    checkedParameters = .success(parameters)
  }

  /// The members of `params`; empty when it is missing.
  ///
  /// - Throws: `RequestError` -32602 when `params` is not an object.
  public func parameters() throws(RequestError) -> Parameters {
    try checkedParameters.get()
  }

  /// The line to send, LF included; without `params` when there are no members.
  public var line: [UInt8] {
    var line: [UInt8] = []
    line.append(literal: #"{"jsonrpc":"2.0","#)
    if let id {
      line.append(literal: #""id":"#)
      line += id.bytes
      line.append(UInt8(ascii: ","))
    }
    line.append(literal: #""method":"#)
    line.appendJSON(method)
    if case .success(let parameters) = checkedParameters, !parameters.members.isEmpty {
      line.append(literal: #","params":"#)
      line += parameters.json.bytes
    }
    line.append(literal: "}\n")
    return line
  }

  /// The line that sends requests as a batch, LF included. The daemon carries them out in order, each
  /// once the one before it is answered.
  public static func line(batch requests: [Request]) -> [UInt8] {
    let members = requests.map { $0.line.dropLast() }
    return [UInt8(ascii: "[")] + members.joined(separator: [UInt8(ascii: ",")])
      + [UInt8(ascii: "]"), UInt8(ascii: "\n")]
  }
}

extension Request {
  /// Reads one request at the scanner's position.
  ///
  /// - Throws: `JSONError` when it is not JSON. JSON that is not a request is returned as a
  ///   failure.
  static func read(
    _ scanner: inout JSONScanner
  ) throws(JSONError) -> Result<Request, RequestError> {
    scanner.skipWhitespace()
    guard scanner.current == UInt8(ascii: "{") else {
      _ = try scanner.value()
      return .failure(RequestError(.invalidRequest, "a request is an object"))
    }
    var members = RequestMembers()
    try scanner.members { name, scanner throws(JSONError) in
      try members.read(name, &scanner)
    }
    return Result { () throws(RequestError) in try Request(members) }
  }

  private init(_ members: RequestMembers) throws(RequestError) {
    guard members.version == nil || members.version?.string == "2.0" else {
      throw RequestError(.invalidRequest, "jsonrpc must be \"2.0\" when it is given")
    }
    guard members.id.map(Request.isID) ?? true else {
      throw RequestError(.invalidRequest, "id must be a string, a number or null")
    }
    guard let method = members.method?.string else {
      throw RequestError(.invalidRequest, "method must be a string")
    }
    id = members.id
    self.method = method
    checkedParameters = members.parameters
  }

  private static func isID(_ json: JSONText) -> Bool {
    json.isNull || json.string != nil || json.isNumber
  }
}

/// The members of a request that have a meaning, collected as they are found.
private struct RequestMembers {
  var version: JSONText?
  var id: JSONText?
  var method: JSONText?
  var parameters: Result<Parameters, RequestError> = .success(Parameters())

  mutating func read(_ name: String, _ scanner: inout JSONScanner) throws(JSONError) {
    switch name {
    case "jsonrpc": version = try scanner.text()
    case "id": id = try scanner.text()
    case "method": method = try scanner.text()
    case "params": parameters = try Self.readParameters(&scanner)
    default: _ = try scanner.value()
    }
  }

  private static func readParameters(
    _ scanner: inout JSONScanner
  ) throws(JSONError) -> Result<Parameters, RequestError> {
    scanner.skipWhitespace()
    guard scanner.current == UInt8(ascii: "{") else {
      _ = try scanner.value()
      return .failure(RequestError(.invalidParameters, "params must be an object"))
    }
    var parameters = Parameters()
    try scanner.members { name, scanner throws(JSONError) in
      parameters.members.append(Parameters.Member(name: name, value: try scanner.text()))
    }
    return .success(parameters)
  }
}
