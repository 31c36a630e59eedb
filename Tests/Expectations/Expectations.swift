import FoundationEssentials
public import Testing

/// Records an issue unless a condition holds.
///
/// The tests use this instead of the macro `#expect`. The compiler needs about 18 ms for each use of
/// the macro, and 2 for a call; with 11,000 of them, that was a fifth of the time to build the tests.
/// The issue shows the source of the call, which is read from its file.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if condition { return }
  expect(
    false, comment(),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}

public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation
) {
  if condition { return }
  record(nil, comment(), at: sourceLocation)
}

/// Records an issue, which shows both values, unless they are equal.
public func expect<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if value == expected { return }
  expect(
    value, equals: expected, comment(),
    sourceLocation: SourceLocation(
      fileID: fileID, filePath: filePath, line: line, column: column))
}

public func expect<Value: Equatable>(
  _ value: Value, equals expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation
) {
  if value == expected { return }
  record(
    "is \(String(reflecting: value)), not \(String(reflecting: expected))", comment(),
    at: sourceLocation)
}

/// Records an issue and throws unless a condition holds.
public func require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  if condition { return }
  record(
    nil, comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  throw UnmetRequirement()
}

/// - Returns: The value. Records an issue and throws if there is none.
public func require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws -> Value {
  if let value { return value }
  record(
    "is nil", comment(),
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  throw UnmetRequirement()
}

/// Ends a test whose issue is recorded already.
struct UnmetRequirement: Error, CustomStringConvertible {
  var description: String { "the requirement above is not met" }
}

private func record(_ values: String?, _ comment: Comment?, at location: SourceLocation) {
  let texts = [call(at: location), values, comment?.rawValue].compactMap { $0 }
  Issue.record(Comment(rawValue: texts.joined(separator: "\n")), sourceLocation: location)
}

/// The source from a line on, up to the end of its parentheses.
private func call(at location: SourceLocation) -> String? {
  guard let file = try? Data(contentsOf: URL(filePath: location.filePath)) else { return nil }
  var (lines, depth) = ([Substring](), 0)
  let source = String(decoding: file, as: UTF8.self)
  for line in source.split(separator: "\n", omittingEmptySubsequences: false)
    .dropFirst(location.line - 1).prefix(20)
  {
    lines.append(line)
    for character in line { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
    if depth <= 0 { break }
  }
  return lines.isEmpty ? nil : lines.joined(separator: "\n")
}
