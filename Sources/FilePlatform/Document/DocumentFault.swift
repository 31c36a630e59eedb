/// Why a document cannot be understood, and where.
package struct DocumentFault: Error, Equatable {
  /// Counted from 1.
  package let line: Int
  /// A sentence without its full stop.
  package let reason: String
}
