internal import BoardValues
internal import BoxClient
internal import BoxWire
internal import Terminal
internal import TerminalClient

extension CommandContext {
  /// Sends a request and prints its result.
  func printResult(
    of method: String, _ parameters: Parameters, over connection: Connection? = nil
  ) async throws(Failure) {
    let connection = if let connection { connection } else { try await connect() }
    print(try await call(method, parameters, over: connection))
  }

  /// Prints the result of a change: a sentence on a terminal, JSON in a pipe or with `--json`.
  func print(_ result: JSONText, as sentence: String) {
    if output.isTerminal, !printsJSON {
      print(line: sentence.printable)
    } else {
      print(result)
    }
  }

  /// Prints a list: rows of as many cells each, or an array of JSON with `--json`.
  func print(table rows: [[String]], json items: JSONText?) {
    if printsJSON { print(items ?? []) } else { print(table: rows) }
  }

  /// Prints rows of as many cells each: in columns on a terminal, with tabs between them in a pipe.
  func print(table rows: [[String]]) {
    guard output.isTerminal, let columns = rows.first?.count else {
      for row in rows { print(line: row.joined(separator: "\t")) }
      return
    }
    let widths = (0..<columns - 1).map { column in
      rows.map { $0[column].displayWidth }.max() ?? 0
    }
    for row in rows {
      let cells = zip(row, widths).map { $0.leftAligned(in: $1 + 2) }
      print(line: cells.joined() + row[columns - 1])
    }
  }

  /// Reports a failure that a box contains, on standard error.
  func report(_ alert: Alert) {
    let palette = color.palette(isTerminal: StandardError.isTerminal)
    StandardError.write(palette.styled("Alert: \(alert.message.printable)", .red))
  }
}

extension JSONText {
  /// The id of what an intent has made.
  var newID: String { self[AnswerKey.id]?.string ?? "" }

  /// Decodes a member of an answer.
  func read<Value: Decodable>(
    _ key: AnswerKey, as type: Value.Type = Value.self
  ) throws(Failure) -> Value {
    do throws(ValueFault) {
      return try decoded(key, as: type)
    } catch {
      throw .unexpected("\(error)")
    }
  }

  /// Says at which revision boxes were changed.
  func sentence(_ deed: String, _ boxes: [Path]) -> String {
    let what = boxes.count == 1 ? boxes[0].text : "\(boxes.count) boxes"
    return "\(deed) \(what) at revision \(self["revision"]?.integer ?? 0)."
  }
}
