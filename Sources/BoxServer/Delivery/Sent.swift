/// What was sent to subscribers: `change` and other lines about boxes.
struct Sent {
  var lines = 0
  var bytes = 0

  mutating func count(lines: Int = 1, bytes: Int) {
    self.lines += lines
    self.bytes += bytes
  }

  static func += (sum: inout Sent, more: Sent) {
    sum.count(lines: more.lines, bytes: more.bytes)
  }
}
