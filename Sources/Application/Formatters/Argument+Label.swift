import Domain

extension Argument {
  /// The text, followed by the weight unless that is the usual one, such as "No breaks ×2".
  var label: String {
    weight == Limits.defaultWeight ? text : "\(text) ×\(weight)"
  }
}
