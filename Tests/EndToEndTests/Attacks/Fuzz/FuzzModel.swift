/// How procond must answer each line according to the protocol. It models the shared boxes and the
/// state of one connection, and shares no code with the daemon.
struct FuzzModel {
  /// The limits that the daemon was started with.
  struct Limits {
    var line = 16_384
    var value = 4096
    var boxes = 24
    var patterns = 8

    /// The contents of a configuration.
    var configuration: String {
      """
      {"limits":{"line":\(line),"value":\(value),"shared-boxes":\(boxes),"patterns":\(patterns)}}
      """
    }
  }

  struct Box {
    /// The value as text.
    var value: [UInt8]
    /// The revision of its last change.
    var revision: Int
  }

  let limits: Limits
  let epoch: [UInt8]
  /// Boxes that do not change, by path.
  let fixed: [String: [UInt8]]
  var revision: Int
  /// The boxes under `shared.`, by path.
  var shared: [String: Box] = [:]

  // State of the connection.
  var patterns: [String] = []
  var mode = "latest"
  var interval = 0

  init(limits: Limits, epoch: [UInt8], revision: Int, fixed: [String: [UInt8]]) {
    self.limits = limits
    self.epoch = epoch
    self.revision = revision
    self.fixed = fixed
  }

  /// The effect of a line, and its answer.
  struct Prediction {
    /// nil if there is no answer.
    var expectation: FuzzExpectation?
    /// Whether later requests may be answered first, or other lines may come in between.
    var endsBurst = false
  }

  /// The model cannot predict the effect of a line, so the line must not be sent.
  struct Unpredictable: Error {}

  mutating func reconnect() {
    patterns = []
  }

  /// - Parameter line: without its LF.
  /// - Throws: `Unpredictable`; the model is unusable afterwards.
  mutating func carryOut(_ line: ArraySlice<UInt8>) throws -> Prediction {
    guard line.count <= limits.line else {
      return Prediction(expectation: .tooLong, endsBurst: true)
    }
    let text = line.last == 0x0D ? line.dropLast() : line
    if text.isEmpty { return Prediction() }
    guard let json = StrictJSON(text) else { return refused(-32700) }
    if let elements = json.elements { return try carryOut(batch: elements) }
    guard let request = FuzzRequest(json) else { return refused(-32600) }
    let (outcome, isLate) = try carryOut(request, isInBatch: false)
    let response = request.id.map {
      FuzzExpectation.response(FuzzResponse(id: $0, outcome: outcome))
    }
    return Prediction(expectation: response, endsBurst: isLate)
  }

  private func refused(_ code: Int, _ data: FuzzError.Data = .none) -> Prediction {
    let response = FuzzResponse(id: Array("null".utf8), outcome: .error(code, data))
    return Prediction(expectation: .response(response))
  }

  private mutating func carryOut(batch: [StrictJSON]) throws -> Prediction {
    if batch.isEmpty { return refused(-32600) }
    if batch.count > 100 { return refused(-32004, .limit("batch")) }
    var responses: [FuzzResponse] = []
    var isAnyLate = false
    for element in batch {
      guard let request = FuzzRequest(element) else {
        responses.append(FuzzResponse(id: Array("null".utf8), outcome: .error(-32600)))
        continue
      }
      let (outcome, isLate) = try carryOut(request, isInBatch: true)
      isAnyLate = isAnyLate || isLate
      if let id = request.id { responses.append(FuzzResponse(id: id, outcome: outcome)) }
    }
    return Prediction(
      expectation: responses.isEmpty ? nil : .batch(responses), endsBurst: isAnyLate)
  }
}

/// A valid request.
struct FuzzRequest {
  /// The raw text; nil for a notification.
  let id: [UInt8]?
  let method: String
  /// In order, including duplicate names; nil if `params` is not an object.
  let parameters: [(name: [UInt8], value: StrictJSON)]?

  /// nil if the line is not a request.
  init?(_ json: StrictJSON) {
    guard json.members != nil, let method = json["method"]?.string else { return nil }
    if let version = json["jsonrpc"], version.string != Array("2.0".utf8) { return nil }
    if let id = json["id"] {
      switch id.kind {
      case .null, .number, .string: break
      case .boolean, .array, .object: return nil
      }
    }
    id = json["id"]?.text
    self.method = String(decoding: method, as: UTF8.self)
    if let params = json["params"] { parameters = params.members } else { parameters = [] }
  }

  /// The last parameter with that name; nil if there is none.
  subscript(name: String) -> StrictJSON? {
    parameters?.last { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// The parameters that the method does not know, truncated as in errors.
  func unknownMembers(besides known: [String]) -> [FuzzError] {
    (parameters ?? []).map(\.name)
      .filter { name in !known.contains { name.elementsEqual($0.utf8) } }
      .map { name in
        let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
        let cut = scalars.count > 100 ? String(scalars.prefix(100).map(Character.init)) + "…" : nil
        return FuzzError(code: -32602, data: .member(cut.map { Array($0.utf8) } ?? name))
      }
  }
}
