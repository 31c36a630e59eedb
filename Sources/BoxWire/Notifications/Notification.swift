/// The line of a notification, LF included.
func notificationLine(_ method: StaticString, _ parameters: JSONText) -> [UInt8] {
  var line: [UInt8] = []
  line.append(literal: #"{"jsonrpc":"2.0","method":""#)
  line.append(literal: method)
  line.append(literal: #"","params":"#)
  line += parameters.bytes
  line.append(literal: "}\n")
  return line
}
