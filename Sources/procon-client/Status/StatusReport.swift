internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

/// The state of a running daemon. Everything but the greeting is nil if the daemon does not report
/// it.
struct StatusReport {
  let hello: Hello
  /// Its socket.
  let place: DaemonPlace
  /// The box `daemon.info`.
  let info: DaemonInfo?
  /// The box `daemon.stats`.
  let stats: DaemonStats?
  /// What is wrong with these boxes: sentences.
  let faults: [String]

  init(_ hello: Hello, _ place: DaemonPlace, boxes: JSONText?) {
    self.hello = hello
    self.place = place
    var boxes = BoxReader { boxes?[$0] }
    info = boxes.read("daemon.info")
    stats = boxes.read("daemon.stats")
    faults = boxes.faults
  }

  /// Lines of text for people, without the rates.
  var lines: [String] {
    var lines = ["\(hello.server.printable) is running", row("socket", place.path)]
    place.statusLine.map { lines.append($0) }
    if let info {
      let time = stats?.runningTime.map { " (\($0.inLargestUnits))" } ?? ""
      lines += [row("process", "\(info.pid)"), row("since", info.started + time)]
    }
    if let stats {
      let counts = [
        stats.connections.counted("connection"), stats.subscribers.counted("subscriber"),
      ]
      lines.append(row("clients", counts.joined(separator: ", ")))
    }
    lines.append(row("revision", "\(stats?.revision ?? hello.revision)"))
    if let memory = stats?.memory { lines.append(row("memory", Double(memory).asBytes)) }
    return lines
  }

  /// The line with the rates; nil when there are none.
  func line(_ rates: DaemonStats.Rates?) -> String? {
    rates.map { rates in
      let lines = "\(rates.lines.withOneDecimal) lines/s (\(rates.bytes.asBytes)/s)"
      return row("rate", "\(rates.changes.withOneDecimal) changes/s, \(lines)")
    }
  }

  /// An object for programs, without the members that the daemon does not report.
  func json(_ rates: DaemonStats.Rates?) -> JSONText {
    var members = [
      (name: "running", value: JSONText(true)), ("server", JSONText(hello.server)),
      ("socket", JSONText(place.path)), ("epoch", JSONText(hello.epoch)),
      ("revision", JSONText(stats?.revision ?? hello.revision)),
    ]
    members += place.statusMembers
    if let info {
      members += [
        ("version", JSONText(info.version)), ("pid", JSONText(info.pid)),
        ("started", JSONText(info.started)),
      ]
    }
    if let stats {
      members.append(("connections", JSONText(stats.connections)))
      members.append(("subscribers", JSONText(stats.subscribers)))
      if let memory = stats.memory { members.append(("memory", JSONText(memory))) }
      if let uptime = stats.runningTime {
        members.append(("uptime", JSONText(decimal: uptime / .seconds(1))))
      }
    }
    if let rates {
      let perSecond = [
        (name: "changes", value: JSONText(decimal: rates.changes)),
        ("lines", JSONText(decimal: rates.lines)), ("bytes", JSONText(decimal: rates.bytes)),
      ]
      members.append(("perSecond", JSONText(members: perSecond)))
    }
    return JSONText(members: members)
  }
}

extension DaemonPlace {
  /// The line that says which of the user's two daemons it is; nil if the user has one.
  var statusLine: String? {
    choice.map { row("daemon", $0) }
  }

  /// The member that says which of the user's two daemons it is; none if the user has one.
  var statusMembers: [(name: String, value: JSONText)] {
    guard choice != nil, let owner else { return [] }
    return [("daemon", JSONText(owner.rawValue))]
  }
}

private func row(_ name: String, _ value: String) -> String {
  let padding = String(repeating: " ", count: 10 - name.count)
  return "  \(name)\(padding)\(value.printable)"
}

extension JSONText {
  /// A number with one decimal place; null for a number that JSON cannot represent.
  fileprivate init(decimal number: Double) {
    self = (try? JSONText(parsing: number.withOneDecimal.utf8)) ?? .null
  }
}
