internal import BoxServer
internal import Logging

extension Daemon {
  /// Reloads the configuration and applies it. A configuration that cannot be read, or has a
  /// mistake, changes nothing.
  func reload() {
    guard !isEnding else { return }
    report?.tellReloading()
    do throws(StartError) {
      adopt(try Settings(options))
      report?.tellReady()
    } catch {
      logger.error("the configuration stays as it was: \(error.description)")
      report?.tellReady(note: "old configuration, since \(error.description)")
    }
  }

  private func adopt(_ settings: Settings) {
    registry.logger.logLevel = settings.logLevel
    registry.limits = settings.limits
    listener.clientTimeout = settings.clientTimeout
    idleTime = settings.idleTime
    watchIdleness()
    logger.info("configured by \(settings.file ?? "defaults")")
    if !isActivated, settings.namedSocket != startSettings.namedSocket {
      warnOfRestart("socket")
    }
    if settings.stateDirectory != startSettings.stateDirectory { warnOfRestart("state-dir") }
  }

  private func warnOfRestart(_ key: String) {
    logger.warning("\(key) has changed; it takes effect after a restart")
  }
}
