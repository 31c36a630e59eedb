internal import BoxClient

extension Subscription.Missed {
  /// For a person, who has seen the lines of what the changes led to. Whether one of them concerned
  /// the boxes that are shown, nobody knows any more.
  var sentence: String {
    let what =
      if let upTo {
        "changes between revision \(after) and \(upTo)"
      } else {
        "the daemon began anew: changes after revision \(after)"
      }
    return "\(what) may have been missed; what they led to is shown"
  }
}
