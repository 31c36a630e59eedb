internal import AccountsPlatform
internal import BoxServer
internal import Logging

extension Daemon {
  /// Reloads the configuration with the file of users, and applies both. If either cannot be read,
  /// or has a mistake, nothing changes.
  ///
  /// - Returns: a sentence for each change that takes effect only after a restart.
  /// - Throws: `StartError` with the reason.
  func reload() throws(StartError) -> [String] {
    guard !isEnding else {
      throw StartError(status: .unavailable, description: "the daemon is shutting down")
    }
    report?.sendReloading()
    do throws(StartError) {
      let settings = try Settings(options)
      let accounts = try settings.readAccounts(in: stateDirectory)
      let warnings = adopt(settings, accounts)
      for warning in warnings { logger.warning("\(warning)") }
      report?.sendReady()
      return warnings
    } catch {
      logger.error("keeping the old configuration: \(error.description)")
      report?.sendReady(note: "old configuration, since \(error.description)")
      throw error
    }
  }

  private func adopt(_ settings: Settings, _ accounts: Accounts?) -> [String] {
    registry.logger.logLevel = settings.logLevel
    registry.limits = settings.limits
    listener.clientTimeout = settings.clientTimeout
    idleTime = settings.idleTime
    watchIdleness()
    mounts.adopt(settings.mounts)
    users.update(to: accounts)
    logger.info("configured by \(settings.file ?? "defaults")")
    var changed: [String] = []
    if !isActivated, settings.namedSocket != startSettings.namedSocket { changed.append("socket") }
    if settings.stateDirectory != startSettings.stateDirectory { changed.append("state-dir") }
    if settings.keepsShared != startSettings.keepsShared { changed.append("shared.keep") }
    return changed.map { "\($0) has changed; it takes effect after a restart" }
  }
}
