/// The methods. If a request has several faults, any of them may be reported: the protocol defines
/// no order.
extension FuzzModel {
  /// - Returns: the outcome, whether or not it is answered, and whether it may be delayed.
  mutating func carryOut(
    _ request: FuzzRequest, isInBatch: Bool
  ) throws -> (FuzzOutcome, isLate: Bool) {
    guard request.parameters != nil else {
      // The method may be unknown too.
      return (.errors([-32602, -32601, -32600].map { FuzzError(code: $0, data: .none) }), false)
    }
    switch request.method {
    case "subscribe": return try subscribe(request, isInBatch)
    case "unsubscribe": return (unsubscribe(request), false)
    case "get": return (try get(request), false)
    case "set": return (try set(request), false)
    case "delete": return (delete(request), false)
    case "ping":
      let faults = request.unknownMembers(besides: [])
      return (faults.isEmpty ? .revision(revision) : .errors(faults), false)
    case "rpc.discover": return (discover(request), false)
    default: return (try intent(request), true)
    }
  }

  private func intent(_ request: FuzzRequest) throws -> FuzzOutcome {
    let segments = request.method.split(separator: ".", omittingEmptySubsequences: false)
    switch segments.first {
    case "daemon" where segments.last == "reload": throw Unpredictable()
    case "topics" where ["add", "change", "remove", "fetch"].contains(segments.last):
      guard request.method == "topics.ai.pros.add" else { throw Unpredictable() }
      var faults = request.unknownMembers(besides: ["text", "weight"])
      if request["text"]?.string == nil { faults.append(.member("text")) }
      // A valid request would change boxes.
      guard !faults.isEmpty else { throw Unpredictable() }
      if let weight = request["weight"], !(1...5).contains(weight.whole ?? 0) {
        faults.append(.member("weight"))
      }
      return .errors(faults)
    case "topics" where segments.count < 4: throw Unpredictable()
    default: return .error(-32601)
    }
  }

  // MARK: Boxes

  private mutating func set(_ request: FuzzRequest) throws -> FuzzOutcome {
    var faults = request.unknownMembers(besides: ["box", "value", "ifRevision", "ttl"])
    let path = path(request, &faults)
    let expected = ifRevision(request, &faults)
    if request["value"] == nil { faults.append(.member("value")) }
    if let ttl = request["ttl"] {
      let seconds = ttl.double ?? 0
      if !(0.001...31_536_000).contains(seconds) {
        faults.append(.member("ttl"))
      } else if seconds < 1_000_000 {
        // The box would expire during the test.
        throw Unpredictable()
      }
    }
    guard faults.isEmpty, let path, let value = request["value"]?.text else {
      return .errors(faults)
    }
    if let refusal = refusal(path, expected) { return refusal }
    let held = shared[path]
    var limited: [FuzzError] = []
    if value.count > limits.value { limited.append(FuzzError(code: -32004, data: .limit("value"))) }
    if held == nil, shared.count >= limits.boxes {
      limited.append(FuzzError(code: -32004, data: .limit("boxes")))
    }
    guard limited.isEmpty else { return .errors(limited) }
    if let held, held.value == value { return .revision(held.revision) }
    revision += 1
    shared[path] = Box(value: value, revision: revision)
    return .revision(revision)
  }

  private mutating func delete(_ request: FuzzRequest) -> FuzzOutcome {
    var faults = request.unknownMembers(besides: ["box", "ifRevision"])
    let path = path(request, &faults)
    let expected = ifRevision(request, &faults)
    guard faults.isEmpty, let path else { return .errors(faults) }
    if let refusal = refusal(path, expected) { return refusal }
    guard shared.removeValue(forKey: path) != nil else { return .error(-32001) }
    revision += 1
    return .revision(revision)
  }

  /// Why a box must not be changed; nil if it may be.
  private func refusal(_ path: String, _ expected: Int?) -> FuzzOutcome? {
    guard path.hasPrefix("shared.") else { return .error(-32003) }
    guard let expected else { return nil }
    guard let box = shared[path] else {
      return expected == 0 ? nil : .error(-32002, .revision(0))
    }
    guard expected > 0, (box.revision...revision).contains(expected) else {
      return .error(-32002, .revision(box.revision))
    }
    return nil
  }

  private func path(_ request: FuzzRequest, _ faults: inout [FuzzError]) -> String? {
    guard let name = request["box"]?.string, isPath(name) else {
      faults.append(.member("box"))
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }

  private func ifRevision(_ request: FuzzRequest, _ faults: inout [FuzzError]) -> Int? {
    guard let given = request["ifRevision"] else { return nil }
    guard let number = given.whole, number >= 0 else {
      faults.append(.member("ifRevision"))
      return nil
    }
    return number
  }

  private func get(_ request: FuzzRequest) throws -> FuzzOutcome {
    var faults = request.unknownMembers(besides: ["boxes"])
    let patterns = boxes(request, isRequired: true, limits.patterns, &faults)
    guard faults.isEmpty, let patterns else { return .errors(faults) }
    if patterns.contains(where: isOfDaemon) { throw Unpredictable() }
    let all = fixed.merging(shared.mapValues(\.value)) { $1 }
    for pattern in patterns where !pattern.contains("*") && all[pattern] == nil {
      return .error(-32001)
    }
    let found = all.filter { box in patterns.contains { matches(box.key, $0) } }
    return .boxes(found, revision: revision)
  }

  private func discover(_ request: FuzzRequest) -> FuzzOutcome {
    var faults = request.unknownMembers(besides: ["boxes"])
    let patterns = boxes(request, isRequired: false, limits.patterns, &faults)
    guard faults.isEmpty else { return .errors(faults) }
    let named = (patterns ?? []).filter { !$0.contains("*") && shared[$0] == nil }
    if named.contains(where: { $0.hasPrefix("shared.") }) { return .error(-32001) }
    return named.allSatisfy { fixed[$0] != nil } ? .document : .documentOrNotFound
  }

  // MARK: Subscriptions

  private mutating func subscribe(
    _ request: FuzzRequest, _ isInBatch: Bool
  ) throws -> (FuzzOutcome, isLate: Bool) {
    if isInBatch { return (.error(-32600), false) }
    var faults = request.unknownMembers(besides: ["boxes", "mode", "interval", "since"])
    let asked = boxes(request, isRequired: true, limits.patterns, &faults)
    let mode = request["mode"]?.string.map { String(decoding: $0, as: UTF8.self) }
    if request["mode"] != nil, mode != "latest", mode != "every" { faults.append(.member("mode")) }
    let interval = request["interval"]?.whole
    if request["interval"] != nil {
      let isRight = (0...60_000).contains(interval ?? -1) && (mode != "every" || interval == 0)
      if !isRight { faults.append(.member("interval")) }
    }
    let resumed = resumed(request["since"], &faults)
    guard faults.isEmpty, let asked else { return (.errors(faults), false) }
    if asked.contains(where: isOfDaemon) { throw Unpredictable() }
    if patterns.isEmpty {
      (self.mode, self.interval) = (mode ?? "latest", interval ?? 0)
    } else {
      if let mode, mode != self.mode { faults.append(.member("mode")) }
      if let interval, interval != self.interval { faults.append(.member("interval")) }
      if request["since"] != nil { faults.append(.member("since")) }
      if Set(patterns).union(asked).count > limits.patterns {
        faults.append(FuzzError(code: -32004, data: .limit("patterns")))
      }
      guard faults.isEmpty else { return (.errors(faults), false) }
    }
    for pattern in asked where !patterns.contains(pattern) { patterns.append(pattern) }
    return (.subscribed(revision: revision, resumed: resumed), true)
  }

  /// Whether it must be resumed; nil if both are allowed.
  private func resumed(_ since: StrictJSON?, _ faults: inout [FuzzError]) -> Bool? {
    guard let since else { return false }
    let names = Set((since.members ?? []).map(\.name))
    guard let epoch = since["epoch"]?.string, let revision = since["revision"]?.whole,
      revision >= 0,
      names.count == 2
    else {
      faults.append(.member("since"))
      return false
    }
    return epoch == self.epoch && revision <= self.revision ? nil : false
  }

  private mutating func unsubscribe(_ request: FuzzRequest) -> FuzzOutcome {
    var faults = request.unknownMembers(besides: ["boxes"])
    let given = boxes(
      request, isRequired: false, max(limits.patterns, patterns.count), &faults)
    guard faults.isEmpty else { return .errors(faults) }
    patterns.removeAll { given?.contains($0) ?? true }
    return .empty
  }

  // MARK: Patterns

  /// The patterns in `boxes`; nil if there are none.
  private func boxes(
    _ request: FuzzRequest, isRequired: Bool, _ limit: Int, _ faults: inout [FuzzError]
  ) -> [String]? {
    guard let given = request["boxes"] else {
      if isRequired { faults.append(.member("boxes")) }
      return nil
    }
    let elements = given.elements ?? []
    if elements.count > limit { faults.append(FuzzError(code: -32004, data: .limit("patterns"))) }
    guard !elements.isEmpty, elements.allSatisfy({ isPattern($0.string ?? []) }) else {
      faults.append(.member("boxes"))
      return nil
    }
    return elements.map { String(decoding: $0.string ?? [], as: UTF8.self) }
  }

  private func isPath(_ name: [UInt8]) -> Bool {
    isPattern(name) && !name.contains(UInt8(ascii: "*"))
  }

  private func isPattern(_ name: [UInt8]) -> Bool {
    let segments = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let stars = segments.filter { $0.elementsEqual("*".utf8) }.count
    guard segments.count <= 16, stars <= 3 else { return false }
    return segments.indices.allSatisfy { index in
      let segment = segments[index]
      if segment.elementsEqual("*".utf8) { return true }
      if segment.elementsEqual("**".utf8) { return index == segments.count - 1 }
      return (1...64).contains(segment.count)
        && segment.allSatisfy { letters.contains($0) }
    }
  }

  private func isOfDaemon(_ pattern: String) -> Bool {
    pattern.split(separator: ".").first == "daemon"
  }

  private func matches(_ path: String, _ pattern: String) -> Bool {
    matches(path.split(separator: ".")[...], pattern.split(separator: ".")[...])
  }

  private func matches(_ path: ArraySlice<Substring>, _ pattern: ArraySlice<Substring>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first == "**" { return true }
    guard let name = path.first, first == "*" || first == name else { return false }
    return matches(path.dropFirst(), pattern.dropFirst())
  }
}

private let letters = Set(
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)
