internal import Glibc

/// The date of pages.
enum PageDate {
  /// Today, or the day of SOURCE_DATE_EPOCH (reproducible-builds.org), as mdoc(7) wants it.
  static func text() -> String {
    var seconds = time(nil)
    if let epoch = getenv("SOURCE_DATE_EPOCH"), let given = Int(String(cString: epoch)) {
      seconds = given
    }
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%B %e, %Y", &parts)
    let bytes = text[..<count].map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self).replacing("  ", with: " ")
  }
}
