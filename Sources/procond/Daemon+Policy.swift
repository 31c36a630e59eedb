internal import BoxServer
internal import Logging

extension Daemon {
  /// Applies a policy from now on; nil allows everything to every client.
  func adopt(_ file: PolicyFile?) {
    if policy.adopt(file?.rules) {
      if file == nil {
        registry.rights = nil
        logger.info("no policy: every client may do everything")
      } else {
        registry.rights = { [policy] caller, groups in policy.rights(of: caller, groups: groups) }
      }
      registry.rightsChanged()
    }
    guard let file else { return }
    let count = file.rules.count
    logger.info("policy of \(file.path): \(count == 1 ? "1 rule" : "\(count) rules")")
    for warning in file.warnings { logger.warning("\(warning)") }
  }
}
